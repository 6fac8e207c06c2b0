/** Emails of campaigns that have a time, among the rows `l` of lists.messages, with their campaigns `c` and partners `p`. */
import type { MessageState } from '../../events/messages/messageState.ts';
import type { Whereabouts } from '../../events/sending/recipientZones.ts';
import type { PlannedMail } from '../../events/sending/replan.ts';
import { UNREADABLE_TEXT } from '../../events/shared/unreadable.ts';
import { instantOf, localDay } from '../../events/shared/zoned.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { cursorOf, readCursor } from '../lists/cursor.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import { type Fragment, withStreams } from '../rows.ts';
import type { Store } from '../store.ts';
import { willLeave } from './messageStatus.ts';

/** Names are null once they are erased. */
const nameIn = (tx: Tx, state: Fragment, name: Fragment): Fragment =>
  tx`coalesce(${name}, case when (${state}->>'unreadable')::boolean then ${UNREADABLE_TEXT} end)`;
export const campaignName = (tx: Tx): Fragment => nameIn(tx, tx`c.state`, tx`c.state->'text'->>'name'`);
export const partnerName = (tx: Tx): Fragment => nameIn(tx, tx`p.state`, tx`p.state->'person'->>'name'`);

/** HOLDS_SLOT of events/messages/messageState.ts, without answers. The index messages_planned (db/lists.sql) has the same words. */
export const isPlanned = (tx: Tx): Fragment =>
  tx`(l.status in ('scheduled', 'deferred', 'claimed') and l.sets @> '{pending}' and l.at is not null)`;

/** An email that is about to leave. Names are null once they are erased. */
export type NextSend = {
  messageId: string;
  campaignId: string;
  campaignName: string | null;
  partnerName: string | null;
  at: string;
};

const NEXT_SENDS = 4;

/** The emails of a tenant that leave next. */
export async function readNextSends(store: Store, tenant: string): Promise<NextSend[]> {
  await bringUpToDate(store, tenant);
  const next = await readAs(
    store.sql,
    tenant,
    (tx) => tx<NextSend[]>`
      select l.message_id as "messageId", l.campaign_id as "campaignId", ${campaignName(tx)} as "campaignName",
        ${partnerName(tx)} as "partnerName", l.at
      from read.campaigns c
      cross join lateral (
        select l.*, 'partner-' || l.partner_id as partner_stream from lists.messages l
        where l.tenant_id = c.tenant_id and l.campaign_id = substr(c.stream_id, length('campaign-') + 1) and ${isPlanned(tx)}
        order by l.at, l.message_id limit ${NEXT_SENDS}) l
      left join read.partners p on p.tenant_id = l.tenant_id and p.stream_id = l.partner_stream
      where c.tenant_id = ${tenant} and c.status = 'active'
      order by l.at, l.message_id limit ${NEXT_SENDS}`,
  );
  return [...next];
}

/** `day` null: it was deferred, and no plan gave it a day. */
export type NextEmail = Pick<PlannedMail, 'drawnFrom'> & { mailbox: string | null; day: string | null };

/** The next email with a time of each of these campaigns, by campaign. */
export async function readNextEmails(
  store: Store,
  tenant: string,
  campaigns: readonly string[],
): Promise<Map<string, NextEmail>> {
  if (campaigns.length === 0) return new Map();
  const ids = campaigns as string[];
  const rows = await readAs(store.sql, tenant, (tx) => {
    const columns = tx`m.state->>'mailbox' as mailbox, m.state->>'scheduledDay' as day, m.state->'drawnFrom' as "drawnFrom"`;
    if (store.standsAt !== null)
      return tx<(NextEmail & { id: string })[]>`
        select distinct on (m.campaign_id) m.campaign_id as id, ${columns} from ${store.rows(tx, 'messages')} m
        where m.tenant_id = ${tenant} and m.campaign_id = any (${ids}) and ${willLeave(tx)} and m.state->>'scheduledAt' is not null
        order by m.campaign_id, m.state->>'scheduledAt'`;
    return tx<(NextEmail & { id: string })[]>`
      select c.id, ${columns}
      from unnest(${ids}::text[]) c (id)
      cross join lateral (
        select 'message-' || l.message_id as stream from lists.messages l
        where l.tenant_id = ${tenant} and l.campaign_id = c.id and ${isPlanned(tx)} order by l.at, l.message_id limit 1) l
      join read.messages m on m.tenant_id = ${tenant} and m.stream_id = l.stream`;
  });
  return new Map(rows.map(({ id, ...email }) => [id, email]));
}

/** `person`: only if it is asked for. */
type PlannedEmail = Omit<PlannedMail, 'campaignId' | 'isFollowUp'> &
  Pick<MessageState, 'step' | 'followUp'> & {
    mailbox: string | null;
    partnerName: string | null;
    person: Whereabouts | null;
    /** The first of its campaign and mailbox on its day. */
    opensDay: boolean;
  };

/** A page of the emails of a campaign whose time was drawn. `mailboxes`: those that count. */
export async function readPlannedPage(
  store: Store,
  tenant: string,
  campaignId: string,
  asked: { mailboxes: readonly string[]; withPerson: boolean; zone: string; limit: number; after?: string | undefined },
): Promise<{ emails: PlannedEmail[]; next: string | null }> {
  const { mailboxes, withPerson, zone, limit, after } = asked;
  const [lastAt = '', lastId = ''] = after === undefined ? [] : readCursor(after, 2).map(String);
  const lastDay = lastAt && localDay(Date.parse(lastAt), zone);
  await bringUpToDate(store, tenant);
  return readAs(store.sql, tenant, async (tx) => {
    const planned = tx`
      l.tenant_id = ${tenant} and l.campaign_id = ${campaignId} and ${isPlanned(tx)} and l.status = 'scheduled'
      and (l.mailbox is null or l.mailbox = any (${mailboxes as string[]}))`;
    const rows = await tx<(Omit<PlannedEmail, 'opensDay' | 'at' | 'day'> & { at: string; day: string | null })[]>`
      select l.message_id as id, l.at, l.mailbox, m.state->>'scheduledDay' as day, m.state->'drawnFrom' as "drawnFrom", m.step,
        nullif(m.state->'followUp', 'null') as "followUp", ${partnerName(tx)} as "partnerName",
        ${withPerson ? tx`(p.state->'person') - 'knownEmail'` : tx`null::jsonb`} as person
      from ${withStreams(
        tx,
        tx`select l.message_id, l.partner_id, l.at, l.mailbox from lists.messages l
          where ${planned} and (l.at, l.message_id) > (${lastAt}, ${lastId}) order by l.at, l.message_id limit ${limit + 1}`,
        { message: 'message_id', partner: 'partner_id' },
      )} l
      join read.messages m on m.tenant_id = ${tenant} and m.stream_id = l.message_stream
      left join read.partners p on p.tenant_id = ${tenant} and p.stream_id = l.partner_stream
      order by l.at, l.message_id`;
    const begun = lastDay
      ? await tx<{ mailbox: string | null }[]>`
          select distinct l.mailbox from lists.messages l
          where ${planned} and l.at >= ${new Date(instantOf(lastDay, 0, zone)).toISOString()} and (l.at, l.message_id) <= (${lastAt}, ${lastId})`
      : [];
    const seen = new Set(begun.map(({ mailbox }) => `${mailbox} ${lastDay}`));
    const emails = rows.slice(0, limit).flatMap(({ at, day, ...email }) => {
      // its time was taken away since the list was brought up to date
      if (day === null) return [];
      const key = `${email.mailbox} ${day}`;
      const opensDay = !seen.has(key);
      seen.add(key);
      return { ...email, day, at: Date.parse(at), opensDay };
    });
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { emails, next: last ? cursorOf([last.at, last.id]) : null };
  });
}
