import type { EventView } from '../../../api/views.ts';

/** The shown history: one's own, or for admins that of one tenant or of all (`tenant: null`). */
export type HistoryScope = { admin: boolean; tenant: string | null };

export const OWN: HistoryScope = { admin: false, tenant: null };

/** The tenant of an event. An account's events lie in the tenant `system`, and belong to its workspace's history. */
export const tenantOf = ({ account, tenant }: Pick<EventView, 'account' | 'tenant'>): string =>
  account?.workspaceId ?? tenant;
