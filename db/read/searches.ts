import type { SearchState } from '../../events/partners/search.ts';
import { readAs } from '../connect.ts';
import { idOf, type Store } from '../store.ts';

export type SearchRow = { id: string; state: SearchState };

/** The newest search by criteria of a tenant, or null; `running` looks only for the one that is under way. */
export async function latestSearch(store: Store, tenant: string, running = false): Promise<SearchRow | null> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: SearchState }[]>`
      select stream_id, state from read.searches
      where tenant_id = ${tenant} and search_kind = 'criteria' and ${running ? tx`status = 'running'` : tx`true`}
      order by started_at desc limit 1`,
  );
  return row ? { id: idOf(row.stream_id), state: row.state } : null;
}
