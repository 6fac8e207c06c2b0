import { whyNotJoin } from '../../events/messages/joinCampaign.ts';
import { initialMessage, type MessageState } from '../../events/messages/messageState.ts';
import { emailsOfOthers } from '../../events/sending/campaignDistance.ts';
import { readAs } from '../connection/connect.ts';
import { idOf, type Store } from '../store.ts';
import { readEmailsTo } from './campaignDistance.ts';
import { type LastContact, lastContacts } from './messagesToPerson.ts';
import { type PartnerListRow, partnersById } from './partners.ts';
import { suppressedAmong } from './suppressions.ts';

export type AvailableRow = PartnerListRow & LastContact & { planned: boolean; otherCampaigns: string[] };

/**
 * Those of some partners that a campaign may add, in the order of the ids. Each has the last times of an email and of a reply in any campaign. It also
 * has the other campaigns that they are in, and whether one of these will write.
 */
export async function availableAmong(
  store: Store,
  tenant: string,
  campaignId: string,
  ids: readonly string[],
): Promise<AvailableRow[]> {
  const partners = new Map((await partnersById(store, tenant, ids)).map((row) => [row.id, row.state]));
  const firsts = ids.map((id) => `message-${campaignId}.${id}.1`);
  const [whySuppressed, { messages, others }] = await Promise.all([
    suppressedAmong(
      store,
      tenant,
      [...partners.values()].map(({ contact }) => contact?.email),
    ),
    readAs(store.sql, tenant, async (tx) => ({
      messages: await tx<{ stream_id: string; state: Pick<MessageState, 'status' | 'dispatch'> }[]>`
        select stream_id, jsonb_build_object('status', status, 'dispatch', state->'dispatch') as state
        from read.messages where tenant_id = ${tenant} and stream_id = any (${firsts})`,
      others: await tx<{ partner_id: string; names: string[] }[]>`
        select m.partner_id, array_agg(distinct c.state->'text'->>'name') as names
        from read.messages m
        join read.campaigns c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
        where m.tenant_id = ${tenant} and m.partner_id = any (${ids as string[]}) and m.campaign_id <> ${campaignId}
          and m.status not in ('cancelled', 'failed') and c.status in ('active', 'paused') and c.state->'text'->>'name' is not null
        group by m.partner_id`,
    })),
  ]);
  const first = new Map(messages.map(({ stream_id, state }) => [idOf(stream_id), state]));
  const free = ids.flatMap((id) => {
    const partner = partners.get(id);
    if (!partner) return [];
    const checkedAddress = partner.contact?.email ?? null;
    const message = first.get(`${campaignId}.${id}.1`) ?? initialMessage;
    const reason = whySuppressed(checkedAddress);
    const suppression = { suppressed: reason !== null, reason };
    return whyNotJoin({ partner, checkedAddress, suppression, message }) === null ? [{ id, state: partner }] : [];
  });
  const people = free.map(({ id, state }) => ({ id, partnerId: id, email: state.contact?.email }));
  const [contacts, emails] = await Promise.all([
    lastContacts(store, tenant, people),
    readEmailsTo(store, tenant, null, people),
  ]);
  const emailsTo = emailsOfOthers(emails);
  const names = new Map(others.map((row) => [row.partner_id, row.names]));
  return free.map(({ id, state }) => ({
    id,
    state,
    contactedAt: contacts.get(id)?.contactedAt ?? null,
    repliedAt: contacts.get(id)?.repliedAt ?? null,
    planned: emailsTo({ partnerId: id, email: state.contact?.email }, campaignId).some(({ planned }) => planned),
    otherCampaigns: names.get(id) ?? [],
  }));
}
