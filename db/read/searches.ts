import type { SearchPlan } from '../../events/partners/match.ts';
import type { SearchState } from '../../events/partners/search.ts';
import { readAs } from '../connection/connect.ts';
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

/**
 * The plan of the newest search by criteria for this audience that has one, or null. A plan of the AI goes before others: an AI that is away for an
 * hour must not change every score.
 */
export async function latestPlan(
  store: Store,
  tenant: string,
  targetAudience: string | undefined,
): Promise<SearchPlan | null> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ plan: SearchPlan }[]>`
      select state->'plan' as plan from read.searches
      where tenant_id = ${tenant} and search_kind = 'criteria' and jsonb_typeof(state->'plan') = 'object'
        and state->'criteria'->>'targetAudience' is not distinct from ${targetAudience ?? null}
      order by (state->>'planner' = 'ai') desc, started_at desc limit 1`,
  );
  return row?.plan ?? null;
}
