/** The list of a campaign's messages, page by page (events/lists/messageRow.ts). */

import { NEEDS } from '../../events/lists/messageRow.ts';
import type { MessageShow, MessageSort } from '../../events/messages/messageInput.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Fragment } from '../rows.ts';
import type { Store } from '../store.ts';
import { containing } from './containing.ts';
import { readCounters } from './counters.ts';
import { type CursorValue, cursorOf, readCursor } from './cursor.ts';

type MessageFilter = {
  show?: MessageShow | undefined;
  search?: string | undefined;
  /** Only this one, whatever it is. */
  message?: string | undefined;
};
type Asked = MessageFilter & {
  sort: MessageSort;
  order?: 'asc' | 'desc' | undefined;
  limit: number;
  after?: string | undefined;
};

/** The columns of each order. The first one's direction is that of all. */
const SORTED_BY: Record<MessageSort, { columns: readonly string[]; order: 'asc' | 'desc' }> = {
  joined: { columns: ['created_at', 'message_id'], order: 'asc' },
  needs: { columns: ['needs', 'best', 'partner_id', 'created_at', 'message_id'], order: 'asc' },
  to: { columns: ['name', 'message_id'], order: 'asc' },
  match: { columns: ['score', 'message_id'], order: 'desc' },
  followers: { columns: ['followers', 'message_id'], order: 'desc' },
  when: { columns: ['moment', 'message_id'], order: 'desc' },
};

/** What a filter shows, and the counters that say how many these are. */
const SHOWN: Record<MessageShow | 'all', { where: (tx: Tx) => Fragment; counters: readonly string[] }> = {
  all: { where: (tx) => tx``, counters: ['messageCount', 'answers', 'cancelledCount'] },
  kept: { where: (tx) => tx`and not m.sets @> '{cancelled}'`, counters: ['messageCount', 'answers'] },
  review: { where: (tx) => tx`and m.sets @> '{toRead}'`, counters: ['toRead'] },
  pending: { where: (tx) => tx`and m.sets @> '{pending}'`, counters: ['pendingCount'] },
  sent: { where: (tx) => tx`and m.sets @> '{sent}'`, counters: ['sentCount'] },
  replied: { where: (tx) => tx`and m.sets @> '{replied}'`, counters: ['responseCount'] },
  bounced: { where: (tx) => tx`and m.sets @> '{bounced}'`, counters: ['bouncedCount'] },
  unsubscribed: { where: (tx) => tx`and m.sets @> '{unsubscribed}'`, counters: ['unsubscribedCount'] },
  complained: { where: (tx) => tx`and m.sets @> '{complained}'`, counters: ['complainedCount'] },
  failed: { where: (tx) => tx`and m.needs = ${NEEDS.failed}`, counters: ['failedCount'] },
  unknown: { where: (tx) => tx`and m.needs = ${NEEDS.unknown}`, counters: ['unknownCount'] },
  cancelled: { where: (tx) => tx`and m.sets @> '{cancelled}'`, counters: ['cancelledCount'] },
};

const wordsIn = (search = ''): string[] => search.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean);

/** The messages of a filter, as a condition over rows `m` of lists.messages. */
function inFilter(tx: Tx, tenant: string, campaignId: string, { show, search, message }: MessageFilter): Fragment {
  if (message !== undefined)
    return tx`m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and m.message_id = ${message}`;
  const found = wordsIn(search).reduce((all, word) => tx`${all} and m.found like ${containing(word)}`, tx``);
  return tx`m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and m.listed ${SHOWN[show ?? 'all'].where(tx)} ${found}`;
}

/** A page of a campaign's messages: their ids in order, where the next one begins, and how many there are in all, up to `exactTo` + 1 after a search. */
export async function readMessagePage(
  store: Store,
  tenant: string,
  campaignId: string,
  { sort, order, limit, after, ...filter }: Asked,
  exactTo: number,
): Promise<{ ids: string[]; next: string | null; total: number }> {
  const { columns, order: usual } = SORTED_BY[sort];
  const direction = order ?? usual;
  const from = after === undefined ? null : readCursor(after, columns.length);
  const counters = await readCounters(store, tenant, { campaigns: [campaignId] });
  const counted = SHOWN[filter.show ?? 'all'].counters.reduce((sum, name) => sum + counters.of(name, campaignId), 0);
  return readAs(store.sql, tenant, async (tx) => {
    const where = inFilter(tx, tenant, campaignId, filter);
    const row = tx.unsafe(`(${columns.map((column) => `m.${column}`).join(', ')})`);
    const beyond = from
      ? tx`and ${row} ${tx.unsafe(direction === 'asc' ? '>' : '<')} (${from.reduce<Fragment | null>((all, value) => (all ? tx`${all}, ${value}` : tx`${value}`), null)})`
      : tx``;
    const rows = await tx<({ message_id: string } & Record<string, CursorValue>)[]>`
      select ${tx.unsafe(columns.map((column) => `m.${column}`).join(', '))} from lists.messages m
      where ${where} ${beyond}
      order by ${tx.unsafe(columns.map((column) => `m.${column} ${direction}`).join(', '))} limit ${limit + 1}`;
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      ids: page.map(({ message_id }) => message_id),
      next: last ? cursorOf(columns.map((column) => last[column] ?? null)) : null,
      total:
        wordsIn(filter.search).length > 0 || filter.message !== undefined
          ? await countIn(tx, where, exactTo + 1)
          : counted,
    };
  });
}

/** How many a filter shows, up to `most` + 1. */
export const countMessages = (
  store: Store,
  tenant: string,
  { campaignId, ...filter }: MessageFilter & { campaignId: string },
  most: number,
): Promise<number> =>
  readAs(store.sql, tenant, (tx) => countIn(tx, inFilter(tx, tenant, campaignId, filter), most + 1));

async function countIn(tx: Tx, where: Fragment, most: number): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from (select from lists.messages m where ${where} limit ${most}) s`;
  return row?.n ?? 0;
}
