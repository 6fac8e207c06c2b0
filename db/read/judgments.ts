import type { PartnerState } from '../../events/partners/partner.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { idOf, type Store } from '../store.ts';

/** Only those found by this search, or only this partner. */
export type JudgedSubject = { searchId: string } | { partnerId: string };

/** Pending and approved partners whom the AI has not judged by these criteria. */
const waiting = (tx: Tx, tenant: string, criteriaHash: string) => tx`
  from read.partners
  where tenant_id = ${tenant} and status in ('pending', 'approved') and judged_for is distinct from ${criteriaHash}
    and state->'person' <> 'null'::jsonb and state->>'unreadable' is null`;

/** Their number, counted up to `most`. */
export async function countUnjudged(store: Store, tenant: string, criteriaHash: string, most: number): Promise<number> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ count: number }[]>`
      select count(*)::int as count from (select 1 ${waiting(tx, tenant, criteriaHash)} limit ${most}) as w`,
  );
  return row?.count ?? 0;
}

/** The newest first. */
export async function readUnjudged(
  store: Store,
  tenant: string,
  criteriaHash: string,
  { subject, most }: { subject: JudgedSubject | null; most: number },
): Promise<{ id: string; state: PartnerState }[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: PartnerState }[]>`
      select stream_id, state ${waiting(tx, tenant, criteriaHash)}
        ${subject === null ? tx`` : 'searchId' in subject ? tx`and search_id = ${subject.searchId}` : tx`and stream_id = ${`partner-${subject.partnerId}`}`}
      order by created_at desc, stream_id limit ${most}`,
  );
  return rows.map(({ stream_id, state }) => ({ id: idOf(stream_id), state }));
}
