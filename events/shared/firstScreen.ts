import { USUAL_DASHBOARD_DAYS } from '../history/dashboardDays.ts';

/** The calls whose answers index.html prefetches as a page opens; one request for each list. Not the partners: there may be many. */
export const FIRST_SCREEN = {
  shell: [
    '/api/auth/user',
    '/api/business-profile',
    '/api/campaign-sends/undecided',
    '/api/inbox/unread',
    '/api/sending-accounts',
    '/api/admin/settings/tutorials_url',
    '/api/admin/settings/help_desk_url',
  ],
  dashboard: ['/api/campaigns', '/api/dashboard/stats', `/api/dashboard/overview?days=${USUAL_DASHBOARD_DAYS}`],
} as const;
export type FirstScreenPart = keyof typeof FIRST_SCREEN;
export const FIRST_SCREEN_PARTS = Object.keys(FIRST_SCREEN) as FirstScreenPart[];
