import type { Tx } from '../../../db/connect.ts';
import type { Stage } from '../stage.ts';

/** What a mail may be on its way, on the clock of the run: a worker that stood still past its lease goes on with it. */
const ON_ITS_WAY = '150 seconds';
const MAILBOX_CAP = 40;
const CHANGES = [
  'CampaignPaused',
  'CampaignEdited',
  'CampaignCompleted',
  'CampaignDeleted',
  'SendingRulesSet',
  'MailboxHeld',
  'MailboxHoldLifted',
];
/** These stand at the beginning of every plan, so they are a reason only where the event names them. */
const BEGINNINGS = ['CampaignStarted', 'CampaignResumed', 'BusinessProfileUpdated'];

/**
 * A drawn time stands: it is taken back before it has passed only because a campaign or the mailbox was changed, held or stopped, as the
 * cause of the event or such an event just before it says. A worker that comes or goes is no reason.
 */
export async function keptTimes(tx: Tx): Promise<string[]> {
  const rows = await tx<{ what: string }[]>`
    with drawn as (
      select tenant_id, stream_id, version, type, causation_id, recorded_at, committed_at,
        lag(type) over stream as previous_type, lag(d->>'at') over stream as previous_at, lag(committed_at) over stream as previous_commit
      from committed where type in ('EmailScheduled', 'EmailUnscheduled', 'SendClaimed', 'SendNowRequested', 'MessageApprovalWithdrawn',
        'MessageGenerated', 'MessageCancelled', 'SendReleased', 'EmailDeferred')
      window stream as (partition by tenant_id, stream_id order by version)
    )
    select stream_id || ' had a time, and it was drawn again' as what from drawn
    where type in ('EmailScheduled', 'EmailUnscheduled') and previous_type = 'EmailScheduled'
      and previous_at::timestamptz > recorded_at
      and not exists (select from committed c where c.tenant_id = drawn.tenant_id
        and c.stream_id || '@' || c.version = drawn.causation_id and c.type = any (${[...CHANGES, ...BEGINNINGS]}))
      -- a job with a key may name another cause; a plan that was being drawn meanwhile may be committed just after the change
      and not exists (select from committed c where c.tenant_id = drawn.tenant_id and c.type = any (${CHANGES})
        and c.committed_at between drawn.previous_commit - interval '1 second' and drawn.committed_at)`;
  return rows.map(({ what }) => what);
}

/**
 * Every clock that the run had when a mail was accepted gives a local time; the mail is well if one of them is. (A change of the clock and
 * a mail on its way make two possible.) Windows and gaps are those of real sending; where the run has gaps of its own, only limits hold.
 */
export async function humanTimes(tx: Tx, stage: Stage): Promise<string[]> {
  await tx`create temp table local_times on commit drop as
    select l.send_id, i.tenant_id, i.campaign_id, i.daily_limit, d.immediate, d.attempt, d.stream_id, d.day,
      (moment + c.ahead) at time zone i.zone as local_time
    from ledger l
    join intents i on i.message_id = l.message_id
    join dispatched d on d.send_id = l.send_id
    join clocks c on l.accepted_at between c.from_time and c.until_time or d.committed_at between c.from_time and c.until_time
    cross join lateral (values (l.accepted_at), (d.committed_at)) as at(moment)`;
  const texts = await tx<{ what: string }[]>`
    with days as (
      -- a mail around midnight counts to neither day
      select send_id, tenant_id, campaign_id, daily_limit, min(local_time::date) as day from local_times
      group by send_id, tenant_id, campaign_id, daily_limit having min(local_time::date) = max(local_time::date)
    )
    select campaign_id || ' sent ' || count(*) || ' mails on ' || day || ', its limit is ' || daily_limit as what
    from days group by campaign_id, daily_limit, day having count(*) > daily_limit
    union all
    select tenant_id || ' sent ' || count(*) || ' mails on ' || day from days group by tenant_id, day having count(*) > ${MAILBOX_CAP}`;
  if (stage.realWindows) texts.push(...(await windowsAndGaps(tx)));
  return texts.map(({ what }) => what);
}

const windowsAndGaps = (tx: Tx) => tx<{ what: string }[]>`
  with planned as (
    select d.tenant_id, d.stream_id, (select (c.d->>'at')::timestamptz from committed c where c.tenant_id = d.tenant_id
      and c.stream_id = d.stream_id and c.type = 'EmailScheduled' and c.version < d.version order by c.version desc limit 1) as at
    from dispatched d where not d.immediate and d.attempt = 1
  )
  select send_id || ' left outside of the window, at ' || max(local_time) as what from local_times
  where not immediate group by send_id
  having not bool_or(extract(isodow from local_time) between 1 and 5
    and local_time::time >= '09:00' and local_time - ${ON_ITS_WAY}::interval < local_time::date + time '17:00')
  union all
  select a.stream_id || ' and ' || b.stream_id || ' were planned less than 6 minutes apart' from planned a
  join planned b on b.tenant_id = a.tenant_id and b.stream_id > a.stream_id and abs(extract(epoch from b.at - a.at)) < 360`;
