import type { PartnerState } from '../../events/partner.ts';
import { readAs } from '../connect.ts';
import { idOf, type Store } from '../store.ts';

export type PartnerRow = { id: string; state: PartnerState };
/** What lists show: the state without the evidence, which only the open partner needs. */
export type PartnerListRow = { id: string; state: Omit<PartnerState, 'why' | 'parts'> };

const withId = <S>(rows: { stream_id: string; state: S }[]) =>
  rows.map((row) => ({ id: idOf(row.stream_id), state: row.state }));

/** All partners of a tenant that were not deleted, newest first; `status` narrows. */
export async function listPartners(
  store: Store,
  tenant: string,
  status?: PartnerState['status'],
): Promise<PartnerListRow[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: PartnerListRow['state'] }[]>`
      select stream_id, state - 'why' - 'parts' as state from read.partners
      where tenant_id = ${tenant} and ${status ? tx`status = ${status}` : tx`status <> 'deleted'`}
      order by created_at desc, stream_id`,
  );
  return withId(rows);
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

export type AvailableRow = PartnerListRow & { contactedAt: string | null };

/**
 * Whom a campaign may add: approved, with an e-mail that is not suppressed, not in it yet; with the last time that any campaign wrote to
 * them.
 */
export async function availablePartners(store: Store, tenant: string, campaignId: string): Promise<AvailableRow[]> {
  const { rows, suppressed } = await readAs(store.sql, tenant, async (tx) => {
    const blocked = tx<{ stream_id: string }[]>`
      select stream_id from read.suppressions where tenant_id = ${tenant} and (state->>'suppressed')::boolean`.execute();
    const offered = tx<{ stream_id: string; state: PartnerListRow['state']; contacted_at: string | null }[]>`
      select p.stream_id, p.state - 'why' - 'parts' as state,
        (select max(m.state->>'sentAt') from read.messages m
         where m.tenant_id = p.tenant_id and 'partner-' || m.partner_id = p.stream_id) as contacted_at
      from read.partners p
      where p.tenant_id = ${tenant} and p.status = 'approved' and p.email_status = 'email_found'
        and not exists (select 1 from read.messages m where m.tenant_id = p.tenant_id and m.campaign_id = ${campaignId}
          and 'partner-' || m.partner_id = p.stream_id)
      order by p.created_at desc, p.stream_id`;
    return { suppressed: new Set((await blocked).map((row) => idOf(row.stream_id))), rows: await offered };
  });
  const free = rows.filter(
    ({ state }) => !suppressed.has(store.pseudonyms.address(tenant, state.contact?.email ?? '')),
  );
  return free.map((row) => ({ id: idOf(row.stream_id), state: row.state, contactedAt: row.contacted_at }));
}
