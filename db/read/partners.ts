import type { PartnerState } from '../../events/partners/partner.ts';
import { OUTREACH, type Outreach } from '../../events/shared/options.ts';
import { readAs } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import { idOf, type Store } from '../store.ts';

export type PartnerRow = { id: string; state: PartnerState };
/** The state as lists show it, without the evidence and without an address that no search used. */
export type PartnerListRow = { id: string; state: Omit<PartnerState, 'why' | 'parts' | 'judgment'> };

const withId = <S>(rows: { stream_id: string; state: S }[]) =>
  rows.map((row) => ({ id: idOf(row.stream_id), state: row.state }));

/**
 * All partners of a tenant that were not deleted, newest first. `outreach`: the furthest that a campaign's message to them has come. A message that
 * was called off or failed does not count.
 */
export async function listPartners(
  store: Store,
  tenant: string,
): Promise<(PartnerListRow & { outreach: Outreach | null })[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: PartnerListRow['state']; reach: number | null }[]>`
      select p.stream_id, p.state - 'why' - 'parts' - 'judgment' #- '{person,evidence}' #- '{person,knownEmail}' #- '{notes,text}' as state, m.reach
      from ${store.rows(tx, 'partners')} p
      left join (
        select partner_id, max(case
            when state->>'repliedAt' is not null then 2
            when state->>'sentAt' is not null then 1
            when phase <> 'ended' then 0
          end) as reach
        from ${store.rows(tx, 'messages')} s where tenant_id = ${tenant} group by partner_id) m on m.partner_id = substr(p.stream_id, 9)
      where p.tenant_id = ${tenant} and p.status <> 'deleted'
      order by p.created_at desc, p.stream_id`,
  );
  return rows.map(({ stream_id, state, reach }) => ({
    id: idOf(stream_id),
    state,
    outreach: reach === null ? null : (OUTREACH[reach] ?? null),
  }));
}

/** Some partners as lists show them, in the order of the ids; deleted ones are left out. */
export async function listedStates(store: Store, tenant: string, ids: readonly string[]): Promise<PartnerListRow[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: PartnerListRow['state'] }[]>`
      select p.stream_id, p.state - 'why' - 'parts' - 'judgment' #- '{person,evidence}' #- '{person,knownEmail}' #- '{notes,text}' as state
      from unnest(${ids.map((id) => `partner-${id}`)}::text[]) with ordinality w(stream, nth)
      join ${store.rows(tx, 'partners')} p on p.tenant_id = ${tenant} and p.stream_id = w.stream and p.status <> 'deleted'
      order by w.nth`,
  );
  return withId(rows);
}

const IDS_AT_ONCE = 500;

/** The ids of all partners of a tenant that were not deleted, in pages; `status` narrows. */
export async function* partnerIds(
  store: Store,
  tenant: string,
  status?: PartnerState['status'],
): AsyncGenerator<string[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const rows = await readAs(
      store.sql,
      tenant,
      (tx) => tx<{ stream_id: string }[]>`
        select stream_id from read.partners
        where tenant_id = ${tenant} and stream_id > ${from} and ${status ? tx`status = ${status}` : tx`status <> 'deleted'`}
        order by stream_id limit ${IDS_AT_ONCE}`,
    );
    yield rows.map(({ stream_id }) => idOf(stream_id));
    after = rows.length < IDS_AT_ONCE ? undefined : rows.at(-1)?.stream_id;
  }
}

/** Some partners of a tenant by id, in no order; ids that are unknown, foreign or deleted are missing. */
export async function partnersById(store: Store, tenant: string, ids: readonly string[]): Promise<PartnerRow[]> {
  const streams = ids.map((id) => `partner-${id}`);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: PartnerState }[]>`
      select stream_id, state from read.partners
      where tenant_id = ${tenant} and stream_id = any (${streams}) and status <> 'deleted'`,
  );
  return withId(rows);
}

/** A listed partner with this address, in lower case. null: none. */
export async function partnerAt(store: Store, tenant: string, email: string): Promise<string | null> {
  await bringUpToDate(store, tenant);
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ id: string }[]>`
      select partner_id as id from lists.people
      where tenant_id = ${tenant} and email = ${email} and status <> 'deleted' order by added limit 1`,
  );
  return row?.id ?? null;
}
