import type { Tx } from '../../../db/connection/connect.ts';

/** Dispatches that were committed although the last word of a stream before them forbade it. */
export async function heldBack(tx: Tx): Promise<string[]> {
  const rows = await tx<{ what: string }[]>`
    select d.send_id || ' was dispatched ' || round(extract(epoch from d.committed_at - held.committed_at) * 1000, 1) || ' ms after '
      || held.type as what
    from dispatched d
    join intents i on i.message_id = d.message_id
    cross join lateral (
      (select c.type, c.committed_at from committed c where c.tenant_id = d.tenant_id and c.stream_id = 'campaign-' || i.campaign_id
        and c.type in ('CampaignCreated', 'CampaignStarted', 'CampaignResumed', 'CampaignPaused', 'CampaignCompleted', 'CampaignDeleted')
        and c.committed_at < d.committed_at order by c.version desc limit 1)
      union all
      (select case when c.d->>'now' = 'approved' then 'PartnerApproved' else c.type end, c.committed_at from committed c
        where c.tenant_id = d.tenant_id and c.stream_id = 'partner-' || i.partner_id
        and c.type in ('PartnerAdded', 'PartnerApproved', 'PartnerRejected', 'PartnerDecisionUndone', 'PartnerDeleted')
        and c.committed_at < d.committed_at order by c.version desc limit 1)
      union all
      (select c.type, c.committed_at from committed c where c.tenant_id = d.tenant_id and c.stream_id = 'suppression-' || d.address_hmac
        and c.type not in ('AddressHeld', 'AddressReleased') and c.committed_at < d.committed_at order by c.version desc limit 1)
      union all
      -- an open question holds its address, and its person at any other
      (select c.type, c.committed_at from committed c where c.tenant_id = d.tenant_id and c.type = 'AddressHeld'
        and (c.stream_id = 'suppression-' || d.address_hmac or split_part(c.d->>'conversation', '.', 2) = i.partner_id)
        and c.committed_at < d.committed_at and not exists (
          select from committed r where r.tenant_id = c.tenant_id and r.stream_id = c.stream_id and r.type = 'AddressReleased'
            and r.d->>'conversation' = c.d->>'conversation' and r.version > c.version and r.committed_at < d.committed_at) limit 1)
      union all
      (select c.type, c.committed_at from committed c where c.tenant_id = d.tenant_id and c.stream_id = d.stream_id and c.version < d.version
        and c.type in ('MessageCancelled', 'MessageRestored') order by c.version desc limit 1)
      union all
      (select c.type, c.committed_at from committed c where c.tenant_id = 'system' and c.stream_id = 'user-' || d.tenant_id || '-owner'
        and c.committed_at < d.committed_at order by c.version desc limit 1)
      union all
      -- a reply to another mail to the person, unless it was known when this one was asked for, or when they joined the campaign
      (select c.type, c.committed_at from committed c where c.tenant_id = d.tenant_id and c.type = 'ReplyReceived'
        and split_part(c.stream_id, '.', 2) = i.partner_id and c.stream_id <> d.stream_id
        and c.committed_at < d.committed_at and not exists (
          select from committed s where s.tenant_id = d.tenant_id and s.stream_id = d.stream_id and s.type = 'SendNowRequested'
            and d.immediate and s.version < d.version and s.committed_at > c.committed_at)
        and not exists (
          select from committed s where s.tenant_id = d.tenant_id and s.committed_at > c.committed_at
            and s.stream_id = 'message-' || i.campaign_id || '.' || i.partner_id || '.1'
            and s.type in ('MessageDrafted', 'MessageReopened')) limit 1)
    ) held
    where held.type in ('PartnerAdded', 'PartnerRejected', 'PartnerDecisionUndone', 'PartnerDeleted', 'AddressSuppressed', 'AddressHeld',
        'MessageCancelled', 'CampaignDeleted', 'UserPaused', 'UserDeleted', 'ReplyReceived')
      or (held.type in ('CampaignCreated', 'CampaignPaused', 'CampaignCompleted') and not d.immediate)`;
  return [...rows, ...(await followedEarly(tx))].map(({ what }) => what);
}

/** Follow-ups that left although the email before them had not or came back, and planned emails before their time. */
const followedEarly = (tx: Tx) => tx<{ what: string }[]>`
  with planned as (
    select d.*, f.d->'followUp'->>'follows' as follows, (
      select coalesce(p.d->>'notBefore', p.d->'followUp'->>'notBefore')::timestamptz from committed p
      where p.tenant_id = d.tenant_id and p.stream_id = d.stream_id and p.version < d.version
        and (p.type in ('MessageDrafted', 'EmailPostponed', 'FollowUpWaitChanged')
          or (p.type = 'MessageReopened' and p.d->'followUp' is not null)) order by p.version desc limit 1) as not_before
    from dispatched d
    join committed f on f.tenant_id = d.tenant_id and f.stream_id = d.stream_id and f.type = 'MessageDrafted')
  select send_id || ' follows ' || follows || ', which had not been sent' as what from planned u
  where follows is not null and not exists (select from committed s where s.tenant_id = u.tenant_id and s.stream_id = 'message-' || u.follows
    and s.type in ('EmailSent', 'EmailMarkedSent') and s.committed_at < u.committed_at)
  union all
  select send_id || ' follows ' || follows || ', which had come back' as what from planned u
  where not immediate and exists (select from committed s where s.tenant_id = u.tenant_id and s.stream_id = 'message-' || u.follows
    and s.type in ('DeliveryReported', 'DeliveryLabeled') and s.d->>'report' in ('blocked', 'dropped', 'bounced') and s.committed_at < u.committed_at)
  union all
  select send_id || ' left ' || not_before - decided_at || ' before its time' from planned
  where not immediate and decided_at < not_before`;
