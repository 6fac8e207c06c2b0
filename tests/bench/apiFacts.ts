import type { LargeInstallation } from './largeInstallation.ts';

/** What the log of the large tenant says, counted from its events alone. */
export type Facts = {
  tenant: string;
  partners: number;
  pending: number;
  approved: number;
  campaigns: number;
  /** Messages by campaign. */
  messages: Readonly<Record<string, number>>;
  sent: number;
  planned: number;
  conversations: number;
  openConversations: number;
  unread: number;
  suppressions: number;
  events: number;
  partnerId: string;
  ownerId: string;
  /** A sent message that was answered. */
  messageId: string;
  /** The days of the first and the last email, and a moment between them. */
  firstDay: string;
  lastDay: string;
  middle: string;
  /** A moment after all of it. */
  lately: string;
};

type Counts = Omit<Facts, 'tenant' | 'messages'>;

export async function readFacts({ owner: { sql }, made: { tenant } }: LargeInstallation): Promise<Facts> {
  const [counts] = await sql<Counts[]>`
    with log as materialized (
      select stream_id, version, type, recorded_at from log.events where tenant_id = ${tenant}
    ), of_type as (select type, count(distinct stream_id)::int as streams from log group by type),
    partners as (
      select bool_or(type = 'PartnerApproved') as approved, bool_or(type = 'PartnerRejected') as rejected
      from log where stream_id like 'partner-%' group by stream_id
    ), conversations as (
      select not bool_or(type = 'ConversationDone') as open, not bool_or(type = 'ConversationRead') as unread
      from log where stream_id like 'conversation-%' group by stream_id
    ), reply as (
      select substr(stream_id, 9) as id from log where type = 'ReplyReceived' order by stream_id limit 1
    ), span as (select min(recorded_at) as first, max(recorded_at) as last from log where type = 'EmailSent')
    select (select count(*)::int from partners) as partners,
      (select count(*)::int from partners where not approved and not rejected) as pending,
      (select count(*)::int from partners where approved) as approved,
      coalesce((select streams from of_type where type = 'CampaignCreated'), 0) as campaigns,
      coalesce((select streams from of_type where type = 'EmailSent'), 0) as sent,
      (select streams from of_type where type = 'EmailScheduled') - (select streams from of_type where type = 'SendClaimed') as planned,
      (select count(*)::int from conversations) as conversations,
      (select count(*)::int from conversations where open) as "openConversations",
      (select count(*)::int from conversations where unread) as unread,
      coalesce((select streams from of_type where type = 'AddressSuppressed'), 0) as suppressions,
      (select count(*)::int from log) as events, (select user_id from read.owners_of(array[${tenant}])) as "ownerId",
      (select id from reply) as "messageId", (select split_part(id, '.', 2) from reply) as "partnerId",
      to_char(first, 'YYYY-MM-DD') as "firstDay", to_char(last, 'YYYY-MM-DD') as "lastDay",
      to_char(first + (last - first) / 2, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as middle,
      to_char(now() - interval '10 minutes', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as lately
    from span`;
  const messages = await sql<{ campaign: string; count: number }[]>`
    select split_part(substr(stream_id, 9), '.', 1) as campaign, count(*)::int as count
    from log.events where tenant_id = ${tenant} and type = 'MessageDrafted' group by 1`;
  if (!counts?.messageId) throw new Error('The log has no answered message.');
  return { tenant, ...counts, messages: Object.fromEntries(messages.map(({ campaign, count }) => [campaign, count])) };
}
