import type { CampaignDistance, PersonEmail } from '../../events/sending/campaignDistance.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import type { Fragment } from '../rows.ts';
import { idOf, ref, type Store } from '../store.ts';
import { beginsThread, isLeavingNow, willLeave } from './messageStatus.ts';

export async function readCampaignDistance(store: Store, tenant: string): Promise<CampaignDistance> {
  const { state } = await store.load(tenant, ref('profile', tenant));
  return { days: state.minDaysBetweenCampaigns, zone: state.timezone ?? 'UTC' };
}

/** A day more than the distance: a local day is over up to a day later elsewhere. */
export const contactedSince = (store: Store, days: number): string =>
  new Date(store.now().getTime() - (days + 2) * 86_400_000).toISOString();

/** `since`: ISO 8601; null: only what active campaigns will send. */
export const personEmails = (
  store: Store,
  tx: Tx,
  tenant: string,
  since: string | null,
  people?: readonly string[],
): Fragment => {
  const emails = (are: Fragment) => tx`
    select m.stream_id, m.campaign_id as "campaignId", m.partner_id as "partnerId", not ${beginsThread(tx)} as planned,
      case when ${beginsThread(tx)} then m.state->'dispatch'->>'at' else m.state->>'scheduledAt' end as at,
      lower(coalesce(case when ${beginsThread(tx)} then m.state->'dispatch'->>'to' end, p.state->'contact'->>'email')) as address
    from ${store.rows(tx, 'messages')} m
    left join ${store.rows(tx, 'partners')} p on p.tenant_id = m.tenant_id and p.stream_id = 'partner-' || m.partner_id
    where m.tenant_id = ${tenant} and ${are} ${people ? tx`and m.partner_id = any (${people as string[]})` : tx``}`;
  const planned = emails(tx`(${willLeave(tx)} or (m.phase = 'waiting' and m.status = 'approved')) and exists (
    select from ${store.rows(tx, 'campaigns')} c
    where c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id and c.status = 'active')`);
  if (since === null) return planned;
  return tx`${planned}
    union all ${emails(isLeavingNow(tx))}
    union all ${emails(tx`${beginsThread(tx)} and m.dispatched_at >= ${since}`)}`;
};

/** Emails that left within the distance or may have, and those that active campaigns will send. `days` null: the latter alone. */
export async function readPersonEmails(
  store: Store,
  tenant: string,
  days: number | null,
  people?: readonly string[],
): Promise<PersonEmail[]> {
  const since = days === null ? null : contactedSince(store, days);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) =>
      tx<(Omit<PersonEmail, 'id' | 'at'> & { stream_id: string; at: string | null })[]>`
        ${personEmails(store, tx, tenant, since, people)}`,
  );
  return rows.map(({ stream_id, at, ...email }) => ({
    ...email,
    id: idOf(stream_id),
    at: at === null ? null : Date.parse(at),
  }));
}

/** The same to some people, and to others who have their addresses. */
export const readEmailsTo = async (
  store: Store,
  tenant: string,
  days: number | null,
  people: readonly { partnerId: string; email: string | null | undefined }[],
): Promise<PersonEmail[]> =>
  readPersonEmails(store, tenant, days, [
    ...new Set([
      ...people.map(({ partnerId }) => partnerId),
      ...(await partnersAt(
        store,
        tenant,
        people.flatMap(({ email }) => email ?? []),
      )),
    ]),
  ]);

/** The partners who have one of these addresses, or were written to at one. */
export async function partnersAt(store: Store, tenant: string, emails: readonly string[]): Promise<string[]> {
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
  if (addresses.length === 0) return [];
  await bringUpToDate(store, tenant);
  const hmacs = addresses.map((address) => store.pseudonyms.address(tenant, address));
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ id: string }[]>`
      select partner_id as id from lists.people where tenant_id = ${tenant} and email = any (${addresses})
      union
      select partner_id from read.messages where tenant_id = ${tenant} and address_hmac = any (${hmacs})`,
  );
  return rows.map(({ id }) => id);
}
