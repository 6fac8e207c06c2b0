import { readAs } from '../connection/connect.ts';
import { idOf, type Store } from '../store.ts';
import type { PartnerListRow } from './partners.ts';

const SHOWN = 2;

/** The best pending or approved partners of the newest search or list, then those of the one before. */
export async function readRecentMatches(store: Store, tenant: string): Promise<PartnerListRow[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: PartnerListRow['state'] }[]>`
      with best as (
        select p.stream_id, p.created_at, p.score,
          -- what arrived together: a list is saved at one moment
          max(p.created_at) over (partition by coalesce(p.search_id, p.created_at)) as arrived_at
        from ${store.rows(tx, 'partners')} p
        where p.tenant_id = ${tenant} and p.status in ('pending', 'approved')
        order by arrived_at desc, p.score desc nulls last, p.created_at desc, p.stream_id limit ${SHOWN}
      )
      select p.stream_id, p.state - 'why' - 'parts' - 'judgment' as state
      from best join ${store.rows(tx, 'partners')} p using (stream_id)
      where p.tenant_id = ${tenant}
      order by best.arrived_at desc, best.score desc nulls last, best.created_at desc, best.stream_id`,
  );
  return rows.map(({ stream_id, state }) => ({ id: idOf(stream_id), state }));
}
