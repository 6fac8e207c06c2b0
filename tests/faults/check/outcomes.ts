import type { Tx } from '../../../db/connection/connect.ts';
import type { SendReason } from '../../../events/sending/sendPolicy.ts';

/** The possible meanings of the provider's answers, or of its silence. */
const REFUSED_FOR_GOOD = 'status between 400 and 499 and status not in (401, 403, 408, 429)';
const MAY_HAVE_LEFT = 'leaves and (status is null or status = 408 or status >= 500)';

/**
 * Each outcome needs its cause. A cancellation needs a wish that was committed before. A failure needs a real refusal, or an attempt that never was.
 * An unknown one needs a fault while the email was on its way.
 */
export async function fatesExplained(tx: Tx): Promise<string[]> {
  const texts = [...(await cancelledForNothing(tx)), ...(await refusedByNobody(tx)), ...(await unknownForNothing(tx))];
  return texts.map(({ what }) => what);
}

type Found = readonly { what: string }[];

/** The codes of the product, for their completeness alone: what each of them takes is written down from the design. */
type Cause =
  | SendReason
  | 'canceled_by_user'
  | 'taken_back_by_user'
  | 'follow_ups_stopped'
  | 'taken_out'
  | 'moved'
  | 'tried_for_a_day'
  | 'person_erased'
  | 'address_changed_resend';

/** SQL that finds an event of the tenant from before the cancellation `c`. */
const earlier = (stream: string, which: string): string =>
  `exists (select from committed e where e.tenant_id = c.tenant_id and e.committed_at < c.committed_at and e.stream_id = ${stream} and ${which})`;
const ofOwner = (types: string): string =>
  `exists (select from committed e where e.tenant_id = 'system' and e.committed_at < c.committed_at
    and e.stream_id = 'user-' || c.tenant_id || '-owner' and e.type in (${types}))`;
/** A re-send leaves at once or not at all. */
const ofResend = (sql: string): string => `c.resend and ${sql}`;
/** Its campaign has no such follow-up by now, or another one instead. */
const ofListEdit = `not c.resend and ${earlier("'campaign-' || c.campaign_id", `e.type = 'CampaignEdited' and e.d->>'changed' like '%"followUps"%'`)}`;
const dayIsFull = (places: string): string =>
  ofResend(`exists (select from departures d where d.tenant_id = c.tenant_id and d.committed_at < c.committed_at
    group by d.day, d.mailbox having ${places})`);

const REPLY = `exists (select from committed e where e.tenant_id = c.tenant_id and e.committed_at < c.committed_at
    and starts_with(e.stream_id, 'message-' || c.campaign_id || '.' || c.partner_id || '.') and e.stream_id <> c.stream_id
    and e.type = 'ReplyReceived')`;

/** The event that must precede a cancellation, by its cause, in SQL. null: no run has this cause. */
const CANCELLED_AFTER: Readonly<Record<Cause, string | null>> = {
  campaign_deleted: earlier("'campaign-' || c.campaign_id", "e.type = 'CampaignDeleted'"),
  partner_removed: earlier(
    "'partner-' || c.partner_id",
    "e.type in ('PartnerRejected', 'PartnerDeleted', 'PartnerDecisionUndone')",
  ),
  suppressed: `(select e.type = 'AddressSuppressed' from committed e where e.tenant_id = c.tenant_id
    and e.stream_id = 'suppression-' || c.address_hmac and e.type not in ('AddressHeld', 'AddressReleased')
    and e.committed_at < c.committed_at order by e.version desc limit 1)`,
  replied: REPLY,
  // it came back, or a person had marked it as sent and its draft was found unsent
  not_followed: earlier(
    "'message-' || c.follows",
    `(e.type in ('DeliveryReported', 'DeliveryLabeled') and e.d->>'report' in ('blocked', 'dropped', 'bounced')
      or e.type = 'EmailFailed' and exists (select from committed m where m.tenant_id = e.tenant_id and m.stream_id = e.stream_id
        and m.version < e.version and m.type = 'EmailMarkedSent'))`,
  ),
  sender_blocked: ofResend(ofOwner("'UserPaused', 'UserDeleted'")),
  mailbox_held: ofResend(
    "exists (select from committed e where e.tenant_id = c.tenant_id and e.committed_at < c.committed_at and e.type = 'MailboxHeld')",
  ),
  campaign_full: dayIsFull('count(*) filter (where d.campaign_id = c.campaign_id) >= min(d.daily_limit)'),
  mailbox_full: dayIsFull('count(*) >= min(d.mailbox_cap)'),
  // the runs stay far below it
  workspace_full: null,
  original_sent: null,
  campaign_paused: null,
  recipient_unreadable: null,
  undeliverable: null,
  same_address: null,
  dropped: ofListEdit,
  replaced: ofListEdit,
  other_account: null,
  held_legal_request: null,
  held_unsubscribe: null,
  held_bounce: null,
  held_automatic: null,
  other_campaign: null,
  replies_unread: null,
  not_due: null,
  sample_address: null,
  incomplete: null,
  address_changed: null,
  address_changed_resend: null,
  media_kit_changed: null,
  media_kit_missing: null,
  text_flagged: null,
  outside_hours: null,
  canceled_by_user: null,
  taken_back_by_user: null,
  follow_ups_stopped: null,
  taken_out: null,
  moved: null,
  tried_for_a_day: null,
  person_erased: null,
};

/** The cause of a cancellation `c`. All that keeps the mail of a sender has a code of its own. */
const CAUSE = `case when c.d->'reason'->>'code' like 'suppressed_%' then 'suppressed'
  when c.d->'reason'->>'code' = 'replied_elsewhere' then 'replied'
  when c.d->'reason'->>'code' in (${Object.keys(CANCELLED_AFTER)
    .map((cause) => `'${cause}'`)
    .join(', ')}) then c.d->'reason'->>'code'
  when c.d->'reason'->>'code' = 'account_paused' then 'sender_blocked' else 'mailbox_held' end`;

const cancelledForNothing = (tx: Tx): Promise<Found> => tx<{ what: string }[]>`
  with cancelled as (
    select c.tenant_id, c.stream_id, c.committed_at, i.campaign_id, i.partner_id, i.address_hmac,
      c.stream_id like '%.r%' as resend, ${tx.unsafe(CAUSE)} as cause, (
        select m.d->'followUp'->>'follows' from committed m where m.tenant_id = c.tenant_id and m.stream_id = c.stream_id
          and m.type in ('MessageDrafted', 'MessageReopened') and m.version < c.version order by m.version desc limit 1) as follows
    from committed c left join intents i on 'message-' || i.message_id = c.stream_id where c.type = 'MessageCancelled'
  )
  select substr(c.stream_id, 9) || ' was cancelled, but nobody had asked for that' as what from cancelled c
  where not coalesce(case c.cause ${tx.unsafe(
    Object.entries(CANCELLED_AFTER)
      .map(([cause, sql]) => `when '${cause}' then ${sql ?? 'false'}`)
      .join(' '),
  )} end, false)`;

const refusedByNobody = (tx: Tx): Promise<Found> => tx<{ what: string }[]>`
  select d.send_id || ' is failed, but its provider did not refuse it: ' || (o.d->'reason'->>'code') || '; its answers: ' || coalesce((
      select string_agg(coalesce(a.status::text, 'none'), ', ' order by a.at) from answers a where a.send_id = d.send_id), 'none') as what
  from committed o
  join dispatched d on d.tenant_id = o.tenant_id and d.stream_id = o.stream_id and d.attempt = (o.d->>'attempt')::int
  where o.type = 'EmailFailed' and not exists (select from answers a where a.send_id = d.send_id and ${tx.unsafe(REFUSED_FOR_GOOD)})
    -- its draft was found unsent after a person had marked it as sent: that is the proof
    and not exists (select from committed x where x.tenant_id = o.tenant_id and x.stream_id = o.stream_id and x.version < o.version
      and x.type = 'DraftDeletionStarted' and (x.d->>'attempt') = (o.d->>'attempt'))
    -- a worker that wakes up after its attempt was given up may know that it never left
    and not (not exists (select from answers a where a.send_id = d.send_id
        and (leaves and status between 200 and 299 or ${tx.unsafe(MAY_HAVE_LEFT)}))
      and exists (select from committed u where u.tenant_id = o.tenant_id and u.stream_id = o.stream_id and u.type = 'EmailOutcomeUnknown'
        and u.version < o.version and (u.d->>'attempt') = (o.d->>'attempt')))`;

const unknownForNothing = (tx: Tx): Promise<Found> => tx<{ what: string }[]>`
  select d.send_id || ' is unknown, but no fault met it: ' || coalesce('its provider answered '
    || (select string_agg(a.status::text, ', ') from answers a where a.send_id = d.send_id), 'it was never handed over') as what
  from committed o
  join dispatched d on d.tenant_id = o.tenant_id and d.stream_id = o.stream_id and d.attempt = (o.d->>'attempt')::int
  where o.type = 'EmailOutcomeUnknown'
    and not exists (select from answers a where a.send_id = d.send_id and (${tx.unsafe(MAY_HAVE_LEFT)}))
    -- a worker may die while its commit is on the way
    and not exists (select from incidents i where i.at between d.committed_at - interval '1 second' and o.committed_at)`;
