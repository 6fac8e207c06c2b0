import type { EventView } from '../../../api/views.ts';
import { untypedCall } from '../../lib/client.ts';

/** Whose history is looked at: one's own, or as an admin that of one tenant or of all (`tenant: null`). */
export type HistoryScope = { admin: boolean; tenant: string | null };

export const OWN: HistoryScope = { admin: false, tenant: null };

/** Whose history an event belongs to: what happened to an account lies in the tenant `system`, and is part of its workspace's. */
export const tenantOf = ({ account, tenant }: Pick<EventView, 'account' | 'tenant'>): string =>
  account?.workspaceId ?? tenant;

type Query = Record<string, string | undefined>;

/** One of the calls that exist both under /api/history and, with a tenant, under /api/admin/history. */
export function askHistory<T>(scope: HistoryScope, path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const parts = { ...query, ...(scope.admin && scope.tenant !== null && { tenant: scope.tenant }) };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) search.set(name, value);
  const asked = search.size > 0 ? `?${search}` : '';
  return untypedCall('GET', `/api/${scope.admin ? 'admin/' : ''}history${path}${asked}`, undefined, signal);
}
