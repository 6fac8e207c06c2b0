import type { Flaw } from '../../events/messages/check/flaw.ts';
import type { Dispatched, MessageState } from '../../events/messages/messageState.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import type { RecipientZones } from '../../events/sending/recipientHours.ts';
import { recipientZones, type Whereabouts } from '../../events/sending/recipientZones.ts';
import type { RotatedMessage } from '../../events/sending/rotation.ts';
import type { ReasonCode } from '../../events/shared/reasons.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { withStreams } from '../rows.ts';
import { idOf, type Ref, type Store, streamIdOf } from '../store.ts';
import { hasNotLeft, isCalledOff, isFirstEmail, isLeavingNow, isUnconfirmed, waitsForPlan } from './messageStatus.ts';
import { threadMailbox } from './threadMailbox.ts';

export type MessageRow = { id: string; state: MessageState; partner: Omit<PartnerState, 'why' | 'parts'> | null };

/** The check's result for a text, and the hash of its facts (keptChecks.ts). `similarTo`: the message that is nearly the same. */
export type KeptCheck = { checked: string; flaws: Flaw[]; similarTo: string | null };
export type ListedMessage = MessageRow & { kept: KeptCheck | null };

/**
 * The messages of a campaign with their partners, in the order of joining. `id` narrows to one message, `all` is every campaign. `shown` narrows to
 * these, with what else was written to people whose texts are still checked.
 */
export async function readMessages(
  store: Store,
  tenant: string,
  where:
    | { campaignId: string; partnerId?: string }
    | { campaignId: string; partnerIds: readonly string[]; shown?: readonly string[] }
    | { id: string }
    | { ids: readonly string[] }
    | { people: readonly string[] }
    | 'all',
): Promise<ListedMessage[]> {
  const one = (tx: Tx) => {
    if (where === 'all') return tx`true`;
    if ('id' in where) return tx`m.stream_id = ${`message-${where.id}`}`;
    if ('ids' in where) return tx`m.stream_id = any (${where.ids.map((id) => `message-${id}`)})`;
    if ('people' in where) return tx`m.partner_id = any (${where.people as string[]})`;
    if ('partnerIds' in where) {
      const toThem = tx`m.campaign_id = ${where.campaignId} and m.partner_id = any (${where.partnerIds as string[]})`;
      const shown = where.shown?.map((id) => `message-${id}`);
      if (!shown) return toThem;
      return tx`${toThem} and (m.stream_id = any (${shown}) or m.partner_id = any (array(
        select m.partner_id from ${store.rows(tx, 'messages')} m
        where m.tenant_id = ${tenant} and m.stream_id = any (${shown}) and (${hasNotLeft(tx)} or m.status = 'unfit'))))`;
    }
    return tx`m.campaign_id = ${where.campaignId} ${where.partnerId === undefined ? tx`` : tx`and m.partner_id = ${where.partnerId}`}`;
  };
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: MessageState; partner: MessageRow['partner']; kept: KeptCheck | null }[]>`
      select m.stream_id, m.state, p.state - 'why' - 'parts' as partner,
        case when k.checked is not null then
          jsonb_build_object('checked', k.checked, 'flaws', k.flaws, 'similarTo', k.similar_to) end as kept
      from ${withStreams(
        tx,
        tx`select m.*, substr(m.stream_id, length('message-') + 1) as message_id from ${store.rows(tx, 'messages')} m
          where m.tenant_id = ${tenant} and ${one(tx)}`,
        { partner: 'partner_id' },
      )} m
      left join queue.text_checks k on k.tenant_id = m.tenant_id and k.message_id = m.message_id
      left join ${store.rows(tx, 'partners')} p on p.tenant_id = m.tenant_id and p.stream_id = m.partner_stream
      order by m.state->>'createdAt', m.stream_id`,
  );
  return rows.map(({ stream_id, ...row }) => ({ id: idOf(stream_id), ...row }));
}

/** People of a page. Each has a few messages. */
const PEOPLE = 100;

/** Pages of the people of a campaign, so that a task reads a few messages at a time. */
export async function* peopleOfCampaign(store: Store, tenant: string, campaignId: string): AsyncGenerator<string[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const rows = await readAs(
      store.sql,
      tenant,
      (tx) => tx<{ partner_id: string }[]>`
        select distinct m.partner_id from read.messages m
        where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and m.partner_id > ${from}
        order by m.partner_id limit ${PEOPLE}`,
    );
    if (rows.length > 0) yield rows.map(({ partner_id }) => partner_id);
    after = rows.length < PEOPLE ? undefined : rows.at(-1)?.partner_id;
  }
}

/** The newest writing of some messages. Those without one are missing. */
export async function lastRuns(
  store: Store,
  tenant: string,
  messageIds: readonly string[],
): Promise<NonNullable<MessageState['lastRun']>[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ run: NonNullable<MessageState['lastRun']> }[]>`
      select state->'lastRun' as run from read.messages
      where tenant_id = ${tenant} and stream_id = any (${messageIds.map((id) => `message-${id}`)})
        and state->'lastRun' <> 'null'`,
  );
  return rows.map(({ run }) => run);
}

/** The messages of a campaign that are on their way. */
export async function readLeavingNow(store: Store, tenant: string, campaignId: string): Promise<MessageRow[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: MessageState; partner: MessageRow['partner'] }[]>`
      select m.stream_id, m.state, p.state - 'why' - 'parts' as partner
      from read.messages m
      left join read.partners p on p.tenant_id = m.tenant_id and p.stream_id = 'partner-' || m.partner_id
      where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and ${isLeavingNow(tx)}
      order by m.state->>'createdAt', m.stream_id`,
  );
  return rows.map(({ stream_id, ...row }) => ({ id: idOf(stream_id), ...row }));
}

/** The messages of unknown fate whose campaign was deleted: no campaign's screen shows them any more. `campaignName` is null once erased. */
export async function undecidedWithoutCampaign(
  store: Store,
  tenant: string,
): Promise<(MessageRow & { campaignName: string | null })[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: MessageState; partner: MessageRow['partner']; name: string | null }[]>`
      select m.stream_id, m.state, p.state - 'why' - 'parts' as partner, c.state->'text'->>'name' as name
      from read.messages m
      join read.campaigns c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
      left join read.partners p on p.tenant_id = m.tenant_id and p.stream_id = 'partner-' || m.partner_id
      where m.tenant_id = ${tenant} and m.phase = 'unknown' and c.state->>'status' = 'deleted'
      order by m.state->'dispatch'->>'at', m.stream_id`,
  );
  return rows.map(({ stream_id, state, partner, name }) => ({
    id: idOf(stream_id),
    state,
    partner,
    campaignName: name,
  }));
}

/** People of a campaign with a text that has not left, after `after`: at most `limit`. */
export async function peopleToCheck(
  store: Store,
  tenant: string,
  campaignId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ partner_id: string }[]>`
      select distinct m.partner_id from read.messages m
      where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and m.partner_id > ${after} and queue.text_key(m.state, 0) is not null
      order by m.partner_id limit ${limit}`,
  );
  return rows.map(({ partner_id }) => partner_id);
}

/** Texts of the campaign's first emails, or of the same follow-up, except its own. Each text is compared with others. */
export async function textsBeside(
  store: Store,
  tenant: string,
  { id, state: { campaignId, step, followUp } }: { id: string; state: MessageState },
  limit: number,
): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ body: string }[]>`
      select m.state->'text'->>'body' as body from read.messages m
      where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId}
        and ${followUp ? tx`m.state->'followUp'->>'id' = ${followUp.id}` : tx`m.step = ${step}`}
        and m.state->'text'->>'body' is not null and m.stream_id <> ${`message-${id}`}
      order by md5(m.stream_id || ${id}) limit ${limit}`,
  );
  return rows.map(({ body }) => body);
}

/** A message whose attempt is unconfirmed, and the draft of that attempt. */
export type DraftToReconcile = { id: string; dispatch: Dispatched & { draft: NonNullable<Dispatched['draft']> } };

/** The messages of a tenant whose unconfirmed draft lies in this account (SendingAccount.id), also those that a person decided about. */
export async function draftsToReconcile(store: Store, tenant: string, draftIn: string): Promise<DraftToReconcile[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: MessageState }[]>`
      select m.stream_id, m.state from read.messages m
      where m.tenant_id = ${tenant} and (${isUnconfirmed(tx)} or (m.state->>'markedSent')::boolean)
        and m.state->'dispatch'->>'draftIn' = ${draftIn}`,
  );
  return rows.flatMap(({ stream_id, state: { dispatch } }) =>
    dispatch?.draft ? [{ id: idOf(stream_id), dispatch: { ...dispatch, draft: dispatch.draft } }] : [],
  );
}

/** In which zones the recipients of some messages may be. */
export async function zonesOfRecipients(
  store: Store,
  tenant: string,
  messageIds: readonly string[],
): Promise<Map<string, RecipientZones>> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; person: Whereabouts | null }[]>`
      select m.stream_id, (p.state->'person') - 'knownEmail' as person
      from ${withStreams(
        tx,
        tx`select stream_id, partner_id from read.messages
          where tenant_id = ${tenant} and stream_id = any (${messageIds.map((id) => `message-${id}`)})`,
        { partner: 'partner_id' },
      )} m
      join read.partners p on p.tenant_id = ${tenant} and p.stream_id = m.partner_stream`,
  );
  return new Map(rows.map(({ stream_id, person }) => [idOf(stream_id), recipientZones(person)]));
}

type WaitingMessage = { id: string; partnerId: string; email: string };
const WAITING_AT_ONCE = 500;

/** Waiting messages in all campaigns of a tenant, with their present addresses, in pages. */
export async function* waitingMessages(store: Store, tenant: string): AsyncGenerator<WaitingMessage[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const rows = await readAs(
      store.sql,
      tenant,
      (tx) => tx<{ stream_id: string; partner_id: string; email: string }[]>`
        select m.stream_id, m.partner_id, p.state->'contact'->>'email' as email
        from read.messages m
        join read.partners p on p.tenant_id = m.tenant_id and p.stream_id = 'partner-' || m.partner_id
        where m.tenant_id = ${tenant} and m.stream_id > ${from} and ${hasNotLeft(tx)}
          and p.state->'contact'->>'email' is not null
        order by m.stream_id limit ${WAITING_AT_ONCE}`,
    );
    yield rows.map(({ stream_id, partner_id, email }) => ({ id: idOf(stream_id), partnerId: partner_id, email }));
    after = rows.length < WAITING_AT_ONCE ? undefined : rows.at(-1)?.stream_id;
  }
}

/** `address`: of a first email, in lower case. `email`: where any goes. */
type MessageToPlan = {
  id: string;
  partnerId: string;
  isFollowUp: boolean;
  address: string | null;
  email: string | null;
  /** The time that the user chose for it. */
  chosenAt: string | null;
} & RotatedMessage;

/**
 * The messages of a tenant that were cancelled for these reasons before they left, with the present address. `since`: after this event.
 * The log has the order: the clocks of two machines may differ.
 */
export async function cancelledMessages(
  store: Store,
  tenant: string,
  codes: readonly ReasonCode[],
  since: { stream: Ref; version: number },
): Promise<{ id: string; state: MessageState; email: string }[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: MessageState; email: string }[]>`
      select m.stream_id, m.state, p.state->'contact'->>'email' as email
      from read.messages m
      join read.partners p on p.tenant_id = m.tenant_id and p.stream_id = 'partner-' || m.partner_id
      where m.tenant_id = ${tenant} and ${isCalledOff(tx)} and m.state->'reason'->>'code' = any (${[...codes]})
        and p.state->'contact'->>'email' is not null and exists (
          select from log.events c join log.events e on (c.epoch, c.position) > (e.epoch, e.position)
          where c.tenant_id = m.tenant_id and c.stream_id = m.stream_id and c.type = 'MessageCancelled'
            and e.tenant_id = m.tenant_id and e.stream_id = ${streamIdOf(since.stream)} and e.version = ${since.version})`,
  );
  return rows.map(({ stream_id, state, email }) => ({ id: idOf(stream_id), state, email }));
}

/** A campaign's messages that wait for a plan. Due follow-ups come first, then the best match. */
export async function messagesToPlan(store: Store, tenant: string, campaignId: string): Promise<MessageToPlan[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<(Omit<MessageToPlan, 'id'> & { stream_id: string })[]>`
      select m.stream_id, m.partner_id as "partnerId", m.state->'followUp' <> 'null' as "isFollowUp", m.state->>'mailbox' as mailbox,
        m.state->>'chosenAt' as "chosenAt", p.state->'contact'->>'email' as email,
        case when ${isFirstEmail(tx)} then lower(p.state->'contact'->>'email') end as address,
        ${threadMailbox(tx, tx`read.messages`)} as thread
      from read.messages m left join read.partners p on p.tenant_id = m.tenant_id and p.stream_id = 'partner-' || m.partner_id
      where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and ${waitsForPlan(tx, store.now().toISOString())}
      order by m.state->'followUp'->>'notBefore', p.score desc nulls last, m.state->>'createdAt', m.stream_id`,
  );
  return rows.map(({ stream_id, ...message }) => ({ id: idOf(stream_id), ...message }));
}
