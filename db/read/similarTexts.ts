import { areNearlyEqual, bandsOf, nearlyEqual } from '../../events/messages/check/similar.ts';
import { sequenceNumber } from '../../events/messages/followUp.ts';
import { isWaiting, type MessageState, NOT_LEFT } from '../../events/messages/messageState.ts';
import { readable } from '../../events/shared/unreadable.ts';
import { readAs } from '../connection/connect.ts';
import { withStreams } from '../rows.ts';
import { idOf, type Store } from '../store.ts';
import type { MessageRow } from './messages.ts';

/** A text is compared with at most this many that have a band in common. */
const MOST_COMPARED = 20;

type Text = Pick<MessageState, 'edited' | 'unreadable' | 'step' | 'followUp' | 'text'>;

/** First texts of the AI are compared. */
const isCompared = (state: Text): boolean => !state.edited && !state.unreadable && sequenceNumber(state) === 0;

/** The bands by which others like a text are found. */
export const similarityBands = (state: Text): string[] => (isCompared(state) ? bandsOf(state.text?.body ?? '') : []);

/** Keeps which texts of the campaign are nearly the same as this one. */
export async function keepSimilar(
  { sql }: Store,
  tenant: string,
  { id, state }: Pick<MessageRow, 'id' | 'state'>,
  bands: readonly string[],
): Promise<void> {
  const rows =
    bands.length === 0
      ? []
      : await readAs(
          sql,
          tenant,
          (tx) => tx<{ stream_id: string; body: string | null }[]>`
            select m.stream_id, m.state->'text'->>'body' as body from read.messages m
            where m.tenant_id = ${tenant} and m.stream_id in (
              select 'message-' || b.message_id from queue.text_bands b
              where b.tenant_id = ${tenant} and b.campaign_id = ${state.campaignId} and b.band = any (${bands as string[]})
                and b.message_id <> ${id}
              group by b.message_id order by count(*) desc, b.message_id limit ${MOST_COMPARED})
            order by m.state->>'createdAt', m.stream_id`,
        );
  const own = state.text?.body ?? '';
  const similar = rows.filter(({ body }) => body !== null && areNearlyEqual(own, body));
  await sql`select queue.keep_similar(${tenant}, ${id}, ${similar.map(({ stream_id }) => idOf(stream_id))})`;
}

/** The partner whose text, sent or not, is nearly the same. It names one before it: sent ones come first. */
export async function similarTo(
  store: Store,
  tenant: string,
  rows: readonly (MessageRow & { kept: { similarTo: string | null } | null })[],
): Promise<Map<string, string | null>> {
  const told = rows.flatMap(({ id, state, kept }) =>
    kept?.similarTo && isWaiting(state.status) && isCompared(state) ? [{ id, state, other: kept.similarTo }] : [],
  );
  if (told.length === 0) return new Map();
  const others = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: MessageState; partner: MessageRow['partner'] }[]>`
      select m.stream_id, m.state, p.state - 'why' - 'parts' as partner
      from ${withStreams(
        tx,
        tx`select * from read.messages
          where tenant_id = ${tenant} and stream_id = any (${told.map(({ other }) => `message-${other}`)})`,
        { partner: 'partner_id' },
      )} m
      left join read.partners p on p.tenant_id = ${tenant} and p.stream_id = m.partner_stream`,
  );
  const byId = new Map(others.map((other) => [idOf(other.stream_id), other]));
  const placeOf = (id: string, { status, createdAt }: MessageState) =>
    `${NOT_LEFT.has(status) ? 1 : 0} ${createdAt} ${id}`;
  return new Map(
    told.flatMap(({ id, state, other }) => {
      const found = byId.get(other);
      if (!found || !isCompared(found.state) || placeOf(other, found.state) > placeOf(id, state)) return [];
      return [[id, found.partner ? readable(found.partner, found.partner.person?.name) : null]];
    }),
  );
}

/** The waiting texts of a campaign that are nearly the same as one before, and the partners of the first two. */
export async function countSimilar(
  { sql }: Store,
  tenant: string,
  campaignId: string,
): Promise<{ count: number; partners: string[] }> {
  const waiting = [...NOT_LEFT];
  const [row] = await readAs(
    sql,
    tenant,
    (tx) => tx<[{ count: number; partners: string[] }]>`
      select count(*)::int as count,
        coalesce((array_agg(array[l.partner_id, o.partner_id] order by l.created_at, l.message_id))[1:1], '{}') as partners
      from queue.text_checks c
      join lists.messages l on l.tenant_id = c.tenant_id and l.message_id = c.message_id
      join lists.messages o on o.tenant_id = c.tenant_id and o.message_id = c.similar_to
      where c.tenant_id = ${tenant} and c.similar_to > ${`${campaignId}.`} and c.similar_to < ${`${campaignId}/`}
        and l.status = any (${waiting}) and not l.sets @> '{unchecked}'
        and (o.status = any (${waiting}), o.created_at, o.message_id) <= (true, l.created_at, l.message_id)`,
  );
  return { count: row.count, partners: row.partners.flat() };
}

/** The same, compared now: nothing is kept of the past. Answers the other message of each. */
export function similarTexts(rows: readonly MessageRow[]): Map<string, string> {
  const written = rows.filter(({ state }) => isCompared(state));
  const waiting = new Set(written.filter(({ state }) => isWaiting(state.status)).map(({ id }) => id));
  // a text is compared with those before it: sent ones come first
  const ordered = written.toSorted((a, b) => Number(waiting.has(a.id)) - Number(waiting.has(b.id)));
  const found = nearlyEqual(ordered.map(({ id, state }) => ({ id, body: state.text?.body ?? '' })));
  return new Map([...found].filter(([id]) => waiting.has(id)));
}
