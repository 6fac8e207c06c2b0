import type { EventView } from '../../../api/views.ts';

/** Whose history is looked at: one's own, or as an admin that of one tenant or of all (`tenant: null`). */
export type HistoryScope = { admin: boolean; tenant: string | null };

export const OWN: HistoryScope = { admin: false, tenant: null };

/** Whose history an event belongs to: what happened to an account lies in the tenant `system`, and is part of its workspace's. */
export const tenantOf = ({ account, tenant }: Pick<EventView, 'account' | 'tenant'>): string =>
  account?.workspaceId ?? tenant;
