import { z } from 'zod';
import { DASHBOARD_DAYS, isDashboardDays, USUAL_DASHBOARD_DAYS } from './dashboardDays.ts';

/** GET /api/dashboard/overview */
export const overviewQuery = z.object({
  days: z.coerce
    .number()
    .refine(isDashboardDays, `days must be one of: ${DASHBOARD_DAYS.join(', ')}`)
    .default(USUAL_DASHBOARD_DAYS),
});
