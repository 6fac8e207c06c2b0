import type { SuppressionState } from '../../events/privacy/suppression.ts';
import type { SuppressionFilter } from '../../events/privacy/suppressionsInput.ts';
import { readAs } from '../connection/connect.ts';
import { idOf, type Store, streamIdOf } from '../store.ts';
import { entriesOf } from './suppressions.ts';

export type SuppressionRow = { id: string; state: SuppressionState };
/** A page of the list, the newest first; `next` is where the following one begins, null after the last. */
type SuppressionPage = { rows: SuppressionRow[]; total: number; next: string | null };

/**
 * The addresses of a tenant that get nothing, newest first. A search by address also finds its domain's entry. `after` is the `next` of the page
 * before.
 */
export async function listSuppressions(
  store: Store,
  tenant: string,
  filter: SuppressionFilter,
  page: { after?: string | undefined; limit: number },
): Promise<SuppressionPage> {
  const [afterTime, afterId] = page.after?.split('~') ?? [];
  const { email, reason, source, from, to } = filter;
  const [rows, [count]] = await readAs(store.sql, tenant, (tx) => {
    const matching = tx`
      tenant_id = ${tenant} and (state->>'suppressed')::boolean
      ${email ? tx`and stream_id = any (${Object.values(entriesOf(store, tenant, email)).map(streamIdOf)})` : tx``}
      ${reason ? tx`and state->>'reason' = ${reason}` : tx``}
      ${source ? tx`and state->>'source' = ${source}` : tx``}
      ${from ? tx`and state->>'suppressedAt' >= ${from}` : tx``}
      ${to ? tx`and left(state->>'suppressedAt', 10) <= ${to}` : tx``}`;
    return Promise.all([
      tx<{ stream_id: string; state: SuppressionState }[]>`
        select stream_id, state from read.suppressions
        where ${matching}
          ${afterTime && afterId ? tx`and (state->>'suppressedAt', stream_id) < (${afterTime}, ${`suppression-${afterId}`})` : tx``}
        order by state->>'suppressedAt' desc, stream_id desc limit ${page.limit + 1}`.execute(),
      tx<{ count: number }[]>`select count(*)::int as count from read.suppressions where ${matching}`.execute(),
    ]);
  });
  const shown = rows.slice(0, page.limit).map(({ stream_id, state }) => ({ id: idOf(stream_id), state }));
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return { rows: shown, total: count?.count ?? 0, next: last ? `${last.state.suppressedAt}~${last.id}` : null };
}
