import type { Tx } from '../../../db/connection/connect.ts';

/**
 * The log allows an edit between a dispatch's look at the rules and its commit, except of the campaign. So rules from this long before count, too.
 */
const JUST_BEFORE = '250 milliseconds';

/**
 * Lays the table `departures`: each dispatch twice, with the rules of its campaign and its mailbox in force at its commit and just before it, as the log has them.
 *   decided_at   the worker's own clock when it decided
 *   left_at      the same clock when the ledger took the mail; null: it is not in the ledger
 *   due_at       the time that was planned for it; null: it was to leave at once
 *   local_time   decided_at in the tenant's zone
 */
export async function layDepartures(tx: Tx): Promise<void> {
  await tx`create temp table departures on commit drop as
    select d.tenant_id, d.mailbox, d.stream_id, d.send_id, d.day, d.immediate, d.committed_at, d.decided_at, i.campaign_id,
      d.decided_at + (l.accepted_at - d.committed_at) as left_at,
      case when not d.immediate then due.at end as due_at,
      zone.name as zone, d.decided_at at time zone zone.name as local_time,
      campaign.daily_limit, coalesce(campaign.hours, mailbox.rules->'window')::jsonb as hours,
      case when (mailbox.rules->>'rampUp')::boolean
        then least((mailbox.rules->>'mailboxDailyCap')::int, 5 * (1 + (
          select count(distinct b.day)::int from dispatched b where b.tenant_id = d.tenant_id and b.mailbox = d.mailbox and b.day < d.day)))
        else (mailbox.rules->>'mailboxDailyCap')::int end as mailbox_cap
    from dispatched d
    join intents i on i.message_id = d.message_id
    left join lateral (select min(accepted_at) as accepted_at from ledger x where x.send_id = d.send_id) l on true
    cross join lateral (values (d.committed_at), (d.committed_at - ${JUST_BEFORE}::interval)) as at(moment)
    cross join lateral (
      select (c.d->>'dailyLimit')::int as daily_limit, case when c.d->>'sendWindow' is not null then c.d->'sendWindow' end as hours
      from committed c where c.tenant_id = d.tenant_id and c.stream_id = 'campaign-' || i.campaign_id
        and c.type in ('CampaignCreated', 'CampaignEdited') and c.committed_at < at.moment order by c.version desc limit 1) campaign
    cross join lateral (
      select c.d as rules from committed c where c.tenant_id = d.tenant_id and c.stream_id = 'mailbox-' || d.mailbox
        and c.type = 'SendingRulesSet' and c.committed_at < at.moment order by c.version desc limit 1) mailbox
    cross join lateral (
      select z.zone as name from zones z where z.tenant_id = d.tenant_id and z.committed_at < at.moment
      order by z.committed_at desc limit 1) zone
    left join lateral (
      select coalesce(c.d->>'at', c.d->>'until')::timestamptz as at from committed c
      where c.tenant_id = d.tenant_id and c.stream_id = d.stream_id and c.version < d.version
        and c.type in ('EmailScheduled', 'EmailDeferred') order by c.version desc limit 1) due on true`;
  const [clockless] = await tx`select from departures where decided_at is null limit 1`;
  if (clockless)
    throw new Error('A worker wrote down no clock for a dispatch: tests/faults/noted.ts must see every one.');
}
