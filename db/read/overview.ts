import { UNREADABLE_TEXT } from '../../events/shared/unreadable.ts';
import { dayAfter, instantOf, localDay } from '../../events/shared/zoned.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Fragment } from '../rows.ts';
import { idOf, type Store } from '../store.ts';
import { holdsSlot } from './messageStatus.ts';
import { isOutreach, MESSAGE_FILTERS, PARTNER_FILTERS } from './metrics.ts';

/** The figures of a local day (`yyyy-mm-dd`). */
export type DayFigures = { day: string; found: number; approved: number; sent: number; replied: number };
type Happened = Exclude<keyof DayFigures, 'day'>;

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

/**
 * The figures of the last days in a tenant's zone. `campaign` narrows to its messages. The days are bounds that are made here, so the database needs
 * to know no zone.
 */
export async function readDays(
  store: Store,
  tenant: string,
  { zone, count, campaign }: { zone: string; count: number; campaign?: string },
): Promise<DayFigures[]> {
  const days = lastDays(store.now().getTime(), zone, count);
  const starts = days.map((day) => new Date(instantOf(day, 0, zone)).toISOString());
  const rows = await readAs(store.sql, tenant, (tx) => {
    const messages = (what: Happened, at: Fragment, filter: 'sent' | 'replied') => tx`
      select ${what}::text as what, ${at} as at from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and m.phase = 'sent' and ${MESSAGE_FILTERS[filter](tx, store.rows)}
        ${campaign === undefined ? tx`` : tx`and m.campaign_id = ${campaign}`}`;
    const partners = (what: Happened, at: Fragment, filter: 'all' | 'approved') => tx`
      union all select ${what}::text, ${at} from ${store.rows(tx, 'partners')} p
      where p.tenant_id = ${tenant} and ${PARTNER_FILTERS[filter](tx, store.rows)}`;
    return tx<{ what: Happened; index: number; count: number }[]>`
      select what, width_bucket(at, ${starts}::text[]) - 1 as index, count(*)::int as count
      from (
        ${messages('sent', tx`m.state->>'sentAt'`, 'sent')}
        union all ${messages('replied', tx`m.state->>'repliedAt'`, 'replied')}
        ${campaign === undefined ? tx`${partners('found', tx`p.created_at`, 'all')} ${partners('approved', tx`p.decided_at`, 'approved')}` : tx``}
      ) happened
      where at >= ${starts[0] ?? ''}
      group by 1, 2`;
  });
  const figures = days.map((day) => ({ day, found: 0, approved: 0, sent: 0, replied: 0 }));
  for (const { what, index, count: counted } of rows) {
    const day = figures[index];
    if (day) day[what] = counted;
  }
  return figures;
}

/** A person who was written to counts as approved and with an address, whatever became of that since. */
const funnelOf = (tx: Tx, store: Store, tenant: string) => tx<Funnel[]>`
  select count(*)::int as found,
    (count(*) filter (where p.status = 'approved' or w.partner_id is not null))::int as approved,
    (count(*) filter (where (p.status = 'approved' and p.email_status = 'email_found') or w.partner_id is not null))::int as email,
    (count(*) filter (where w.partner_id is not null))::int as sent,
    (count(*) filter (where w.replied))::int as replied
  from ${store.rows(tx, 'partners')} p
  left join (
    select m.partner_id, bool_or((m.state->>'replied')::boolean) as replied from ${store.rows(tx, 'messages')} m
    where m.tenant_id = ${tenant} and m.phase = 'sent' and ${MESSAGE_FILTERS.sent(tx, store.rows)} group by 1
  ) w on 'partner-' || w.partner_id = p.stream_id
  where p.tenant_id = ${tenant} and ${PARTNER_FILTERS.all(tx, store.rows)}`;

/** The funnel of a tenant's partners, and the emails that leave next. */
export async function readFunnel(store: Store, tenant: string): Promise<{ funnel: Funnel; nextSends: NextSend[] }> {
  const { funnel, next } = await readAs(store.sql, tenant, async (tx) => {
    const counted = funnelOf(tx, store, tenant).execute();
    const leaving = tx<(Omit<NextSend, 'messageId'> & { stream_id: string })[]>`
      select m.stream_id, m.campaign_id as "campaignId", ${nameIn(tx, tx`c.state`, tx`c.state->'text'->>'name'`)} as "campaignName",
        ${nameIn(tx, tx`p.state`, tx`p.state->'person'->>'name'`)} as "partnerName", m.state->>'scheduledAt' as at
      from ${store.rows(tx, 'messages')} m
      join ${store.rows(tx, 'campaigns')} c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
      left join ${store.rows(tx, 'partners')} p on p.tenant_id = m.tenant_id and p.stream_id = 'partner-' || m.partner_id
      where m.tenant_id = ${tenant} and c.status = 'active' and ${holdsSlot(tx)} and ${isOutreach(tx)}
        and m.state->>'scheduledAt' is not null
      order by m.state->>'scheduledAt', m.stream_id limit ${NEXT_SENDS}`;
    return { funnel: (await counted)[0], next: await leaving };
  });
  return {
    funnel: funnel ?? { found: 0, approved: 0, email: 0, sent: 0, replied: 0 },
    nextSends: next.map(({ stream_id, ...send }) => ({ ...send, messageId: idOf(stream_id) })),
  };
}
