import type { Tx } from '../../../db/connection/connect.ts';
import type { FaultRun } from '../faultRun.ts';

/** An email may be on its way for this long, by the run's clock. A worker that stood still past its lease goes on with it. */
const ON_ITS_WAY = '150 seconds';
/** A mail of a plan that is later than this is planned again. */
const LATE = '120 seconds';
const MIN_GAP = '6 minutes';
const MAILS_AN_HOUR = 6;
const CHANGES = [
  'CampaignPaused',
  'CampaignEdited',
  'CampaignCompleted',
  'CampaignDeleted',
  'SendingRulesSet',
  'MailboxHeld',
  'MailboxHoldLifted',
  // an account that is lost holds the mailbox, one that is connected ends that
  'AccountLost',
  'AccountConnected',
];
/** These stand at the beginning of every plan, so they are a reason only where the event names them. */
const BEGINNINGS = ['CampaignStarted', 'CampaignResumed', 'BusinessProfileUpdated'];

/**
 * A drawn time is taken back before it has passed only for a reason. A campaign or the mailbox changed, as this event or one just before says. Or a
 * follow-up is due, or another campaign begins. A worker that comes or goes is no reason.
 */
export async function keptTimes(tx: Tx): Promise<string[]> {
  const rows = await tx<{ what: string }[]>`
    with drawn as (
      select tenant_id, stream_id, version, type, d->'reason'->>'code' as reason, causation_id, recorded_at, committed_at,
        lag(type) over stream as previous_type, lag(d->>'at') over stream as previous_at, lag(committed_at) over stream as previous_commit
      from committed where type in ('EmailScheduled', 'EmailUnscheduled', 'SendClaimed', 'SendNowRequested', 'MessageApprovalWithdrawn',
        'MessageGenerated', 'MessageCancelled', 'SendReleased', 'EmailDeferred')
      window stream as (partition by tenant_id, stream_id order by version)
    )
    select stream_id || ' had a time, and it was drawn again' as what from drawn
    where type in ('EmailScheduled', 'EmailUnscheduled') and previous_type = 'EmailScheduled'
      and previous_at::timestamptz > recorded_at
      -- a first message gives its time to a follow-up of its campaign
      and not (type = 'EmailUnscheduled' and reason = 'follow_up_first' and stream_id like '%.1' and exists (
        select from committed f where f.tenant_id = drawn.tenant_id and f.type = 'MessageDrafted' and f.d->'followUp' is not null
          and split_part(f.stream_id, '.', 1) = split_part(drawn.stream_id, '.', 1) and f.committed_at < drawn.committed_at))
      and not exists (select from committed c where c.tenant_id = drawn.tenant_id
        and c.stream_id || '@' || c.version = drawn.causation_id and c.type = any (${[...CHANGES, ...BEGINNINGS]}))
      -- a job with a key may name another cause; a plan that was being drawn meanwhile may be committed just after the change
      and not exists (select from committed c where (
          (c.tenant_id = drawn.tenant_id and (c.type = any (${CHANGES})
            -- the first version of a profile is the set-up
            or (c.type = 'BusinessProfileUpdated' and c.version > 1)
            -- another campaign that begins takes its share of a day
            or (c.type in ('CampaignStarted', 'CampaignResumed') and drawn.reason = 'day_shared'
              and c.stream_id <> 'campaign-' || split_part(substr(drawn.stream_id, length('message-') + 1), '.', 1))))
          or (c.tenant_id = 'system' and c.stream_id = 'user-' || drawn.tenant_id || '-owner'
            and c.type in ('UserPaused', 'UserResumed', 'UserDeleted')))
        and c.committed_at between drawn.previous_commit - interval '1 second' and drawn.committed_at)`;
  return rows.map(({ what }) => what);
}

type Found = { what: string }[];

/**
 * Limits hold for each email by the rules at its dispatch. Its day must be that of the worker's own clock. Windows and gaps are those of real
 * sending; where the run has gaps of its own, only limits hold.
 */
export async function humanTimes(tx: Tx, faultRun: FaultRun): Promise<string[]> {
  const found = [...(await days(tx)), ...(await limits(tx)), ...(await threads(tx))];
  if (faultRun.realWindows) found.push(...(await windows(tx)), ...(await dueTimes(tx)), ...(await gaps(tx)));
  return found.map(({ what }) => what);
}

/** A thread goes on from the mailbox that began it. */
const threads = (tx: Tx) => tx<Found>`
  select distinct d.send_id || ' left mailbox ' || d.mailbox || ', but ' || o.send_id || ' of its thread left ' || o.mailbox as what
  from departures d
  join departures o on o.tenant_id = d.tenant_id and o.mailbox <> d.mailbox and o.left_at < d.decided_at
    and split_part(o.stream_id, '.', 1) = split_part(d.stream_id, '.', 1) and split_part(o.stream_id, '.', 2) = split_part(d.stream_id, '.', 2)`;

/** A day keeps the zone that it was begun in, and days never go back. */
const days = (tx: Tx) => tx<Found>`
  select send_id || ' counts to ' || day || ', but the clock said ' || min(local_time)::timestamp(0) as what from departures d
  where not exists (select from zones z where z.tenant_id = d.tenant_id and z.committed_at < d.committed_at
      and to_char(d.decided_at at time zone z.zone, 'YYYY-MM-DD') = d.day)
    and not exists (select from departures b where b.tenant_id = d.tenant_id and b.committed_at < d.committed_at
      and b.day = d.day and d.day > to_char(d.local_time, 'YYYY-MM-DD'))
  group by send_id, day`;

const limits = (tx: Tx) => tx<Found>`
  with accepted as (
    select send_id, tenant_id, mailbox, campaign_id, day, max(daily_limit) as daily_limit, max(mailbox_cap) as mailbox_cap, min(committed_at) as at
    from departures where left_at is not null group by send_id, tenant_id, mailbox, campaign_id, day
  ), counted as (
    select *, row_number() over (partition by campaign_id, day order by at) as of_campaign,
      row_number() over (partition by mailbox, day order by at) as of_mailbox from accepted
  )
  select send_id || ' was mail ' || of_campaign || ' of campaign ' || campaign_id || ' on ' || day || ', its limit is ' || daily_limit as what
  from counted where of_campaign > daily_limit
  union all
  select send_id || ' was mail ' || of_mailbox || ' of mailbox ' || mailbox || ' on ' || day || ', its limit is ' || mailbox_cap
  from counted where of_mailbox > mailbox_cap`;

const windows = (tx: Tx) => tx<Found>`
  select send_id || ' left outside of the window, at ' || min(left_local)::timestamp(0) || ' in ' || min(zone) as what from (
    select *, coalesce(left_at, decided_at) at time zone zone as left_local from departures where not immediate) d
  group by send_id
  having not bool_or(hours->'weekdays' @> to_jsonb(extract(isodow from local_time)::int)
    and local_time::time >= (hours->>'from')::time and local_time < local_time::date + (hours->>'to')::interval
    and left_local - ${ON_ITS_WAY}::interval < local_time::date + (hours->>'to')::interval)`;

/** A clock that was put while a mail was claimed may show any time. */
const dueTimes = (tx: Tx) => tx<Found>`
  select distinct send_id || case when decided_at < due_at then ' left before its time, by ' else ' left after its time, by ' end
    || round(abs(extract(epoch from decided_at - due_at))) || ' s' as what
  from departures d
  where decided_at not between due_at - interval '1 second' and due_at + ${LATE}::interval + ${ON_ITS_WAY}::interval
    and not exists (select from incidents i where i.at between d.committed_at - interval '3 seconds' and d.committed_at)`;

/** Between any two planned emails of a mailbox. One may be late, and then comes nearer to the next. */
const gaps = (tx: Tx) => tx<Found>`
  with planned as (
    select distinct mailbox, send_id, left_at, greatest(left_at - due_at, interval '0') + interval '1 second' as late
    from departures where left_at is not null and due_at is not null
  ), in_turn as (
    select *, lag(send_id) over one as before, left_at - lag(left_at) over one as gap, lag(late) over one as late_before,
      left_at - lag(left_at, ${MAILS_AN_HOUR}) over one as since, lag(late, ${MAILS_AN_HOUR}) over one as late_first
    from planned window one as (partition by mailbox order by left_at)
  )
  select send_id || ' left ' || round(extract(epoch from gap)) || ' s after ' || before as what from in_turn
  where gap < ${MIN_GAP}::interval - late_before
  union all
  select send_id || ' was the seventh mail within ' || round(extract(epoch from since) / 60) || ' minutes' from in_turn
  where since < interval '1 hour' - late_first`;
