import { ANSWER } from '../../events/messages/answer.ts';
import { UNREADABLE_TEXT } from '../../events/shared/unreadable.ts';
import { dayAfter, localDay } from '../../events/shared/zoned.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Counters } from '../lists/counters.ts';
import type { Fragment } from '../rows.ts';
import { idOf, type Store } from '../store.ts';
import { holdsSlot } from './messageStatus.ts';

/** The figures of a local day (`yyyy-mm-dd`). */
export type DayFigures = { day: string; found: number; approved: number; sent: number; replied: number };

/** Partners by how far they have come. Each step is part of the one before. */
export type Funnel = { found: number; approved: number; email: number; sent: number; replied: number };

/** An email that is about to leave. Names are null once they are erased. */
export type NextSend = {
  messageId: string;
  campaignId: string;
  campaignName: string | null;
  partnerName: string | null;
  at: string;
};

const NEXT_SENDS = 4;

/** A name of a state: null once it is erased. */
const nameIn = (tx: Tx, state: Fragment, name: Fragment) =>
  tx`coalesce(${name}, case when (${state}->>'unreadable')::boolean then ${UNREADABLE_TEXT} end)`;

/** The last days in a zone, the newest last. */
export function lastDays(now: number, zone: string, count: number): string[] {
  const first = new Date(Date.parse(`${localDay(now, zone)}T12:00:00Z`) - (count - 1) * 86_400_000);
  const days = [first.toISOString().slice(0, 10)];
  while (days.length < count) days.push(dayAfter(days.at(-1) ?? ''));
  return days;
}

/** The figures of the last days in a tenant's zone. `campaign` narrows to its messages. */
export function daysOf(counters: Counters, days: readonly string[], campaign?: string): DayFigures[] {
  const person = (day: string, name: string) => (campaign === undefined ? counters.on(day, name) : 0);
  const messages = (day: string, whole: string, own: string) =>
    campaign === undefined ? counters.on(day, whole) : counters.on(day, own, campaign);
  return days.map((day) => ({
    day,
    found: person(day, 'totalPartners'),
    approved: person(day, 'approvedPartners'),
    sent: messages(day, 'totalEmailsSent', 'sent'),
    replied: messages(day, 'replied', 'replied'),
  }));
}

export const funnelOf = (counters: Counters): Funnel => ({
  found: counters.of('totalPartners'),
  approved: counters.of('funnel.approved'),
  email: counters.of('funnel.email'),
  sent: counters.of('funnel.sent'),
  replied: counters.of('funnel.replied'),
});

/** The emails of a tenant that leave next. */
export async function readNextSends(store: Store, tenant: string): Promise<NextSend[]> {
  const next = await readAs(
    store.sql,
    tenant,
    (tx) =>
      tx<(Omit<NextSend, 'messageId'> & { stream_id: string })[]>`
      select m.stream_id, m.campaign_id as "campaignId", ${nameIn(tx, tx`c.state`, tx`c.state->'text'->>'name'`)} as "campaignName",
        ${nameIn(tx, tx`p.state`, tx`p.state->'person'->>'name'`)} as "partnerName", m.due_at as at
      from ${store.rows(tx, 'messages')} m
      join ${store.rows(tx, 'campaigns')} c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
      left join ${store.rows(tx, 'partners')} p on p.tenant_id = m.tenant_id and p.stream_id = 'partner-' || m.partner_id
      where m.tenant_id = ${tenant} and c.status = 'active' and ${holdsSlot(tx)} and not starts_with(m.step, ${ANSWER}) and m.due_at <> ''
      order by m.due_at, m.stream_id limit ${NEXT_SENDS}`,
  );
  return next.map(({ stream_id, ...send }) => ({ ...send, messageId: idOf(stream_id) }));
}
