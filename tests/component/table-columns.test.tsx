import { describe, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { columnsThatFit, type TableCard, type TableColumn } from '../../web/components/ui/table/columns.ts';
import type { Sorts } from '../../web/components/ui/table/sortUrl.ts';
import { USER_CARD, USER_COLUMNS } from '../../web/features/admin/userColumns.tsx';
import { USER_SORTS } from '../../web/features/admin/userList.ts';
import {
  MESSAGE_CARD,
  MESSAGE_COLUMNS,
  MESSAGE_SORTS,
  messageColumns,
} from '../../web/features/campaign/messageColumns.tsx';
import { CAMPAIGN_CARD, CAMPAIGN_COLUMNS } from '../../web/features/campaigns/campaignColumns.tsx';
import { CAMPAIGN_SORTS } from '../../web/features/campaigns/campaignList.ts';
import { APPROVED_COLUMNS, DISCOVERY_COLUMNS } from '../../web/features/partners/partnerColumns.tsx';
import { SORTS } from '../../web/features/partners/sortPartners.ts';
import { ADDRESS_CARD, ADDRESS_COLUMNS } from '../../web/features/suppressions/AddressRows.tsx';
import { aSend, sendIn } from './support/campaignViews.ts';

type Columns = readonly TableColumn<never>[];
type Table = { columns: Columns; sorts?: Sorts; card?: Pick<TableCard<never>, 'below'>; selection: boolean };
const TABLES: readonly [name: string, Table][] = [
  ['users', { columns: USER_COLUMNS, sorts: USER_SORTS, card: USER_CARD, selection: false }],
  ['messages', { columns: MESSAGE_COLUMNS, sorts: MESSAGE_SORTS, card: MESSAGE_CARD, selection: true }],
  ['campaigns', { columns: CAMPAIGN_COLUMNS, sorts: CAMPAIGN_SORTS, card: CAMPAIGN_CARD, selection: false }],
  ['discovery', { columns: DISCOVERY_COLUMNS, sorts: SORTS, selection: true }],
  ['approved', { columns: APPROVED_COLUMNS, sorts: SORTS, selection: true }],
  ['blocked addresses', { columns: ADDRESS_COLUMNS, card: ADDRESS_CARD, selection: false }],
];

test.each<[string, SendView, string]>([
  ['one that is sent', sendIn('sent', 'Sue'), '10rem'],
  ['an unconfirmed one', sendIn('unknown', 'Uma'), '16.5rem'],
  ['one that failed', sendIn('failed', 'Fay'), '16.5rem'],
  [
    'one that was sent again in its place',
    aSend('Fia', { followUp: { id: 'f1', number: 1 }, sentAgain: true }),
    '10rem',
  ],
  ['an unconfirmed answer', sendIn('unknown', 'Ana', { answer: 'a1' }), '10rem'],
])('the steps of messages have the room that %s needs', (_, message, width) => {
  expect(messageColumns([message]).at(-1)?.width).toBe(width);
});

test.each(TABLES)(
  'each title of %s that can be pressed is an order that the address knows',
  (_, { columns, sorts }) => {
    const pressed = columns.filter((column) => 'value' in column).map(({ id }) => id);
    expect(pressed.length > 2).toBe(sorts !== undefined);
    expect(pressed.filter((id) => !(id in (sorts ?? {})))).toEqual([]);
  },
);

describe('the columns that a table has room for', () => {
  const ids = (columns: Columns): string[] => columns.map(({ id }) => id);

  test.each(TABLES)('of %s: each is there from its own width on', (_, { columns, card, selection }) => {
    const usual = columns.filter(({ extra }) => !extra);
    const widths = [card?.below ?? 490, ...columns.map(({ from = 0 }) => from)];
    for (const width of widths.filter((one) => one >= (card?.below ?? 490))) {
      const wanted = usual.filter(({ from = 0 }) => from <= width);
      expect([width, ids(columnsThatFit(usual, width, { selection }))]).toEqual([width, ids(wanted)]);
    }
  });

  test('with all of them chosen, what needs the widest table goes first, and never what has to be there', () => {
    const at = (width: number) => ids(columnsThatFit(CAMPAIGN_COLUMNS, width, { selection: false }));
    expect(at(1400)).toEqual(ids(CAMPAIGN_COLUMNS));
    expect(at(1020)).not.toContain('partners');
    expect(at(100)).toEqual(['name', 'action']);
  });

  test('larger letters need more room', () => {
    expect(ids(columnsThatFit(CAMPAIGN_COLUMNS, 1400, { selection: false, remPx: 24 }))).not.toContain('limit');
  });
});
