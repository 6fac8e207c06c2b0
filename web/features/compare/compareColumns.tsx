import { Link } from 'wouter';
import type { TableCard, TableColumn } from '../../components/ui/table/columns.ts';
import type { Sorts } from '../../components/ui/table/sortUrl.ts';
import { type Figures, figureText, rateOf } from './figures.ts';

/** `part`: a step or version of the campaign. */
export type CompareRow = Figures & { id: string; campaignId: string; name: string; part: string | null };

const FIGURES = {
  sent: 'Sent',
  delivered: 'Delivered',
  replied: 'Replied',
  interested: 'Interested',
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
} as const satisfies Record<keyof Figures, string>;
const NAMES = Object.keys(FIGURES) as (keyof Figures)[];

/** The first one is the order in which the campaigns were chosen. */
export const COMPARE_SORTS = {
  chosen: { label: 'As chosen', desc: false },
  name: { label: 'Name, A–Z', desc: false },
  sent: { label: 'Most sent', desc: true },
  delivered: { label: 'Most delivered', desc: true },
  replied: { label: 'Best reply rate', desc: true },
  interested: { label: 'Most interested', desc: true },
  bounced: { label: 'Most bounced', desc: true },
  unsubscribed: { label: 'Most unsubscribed', desc: true },
} as const satisfies Sorts;

function Name({ row }: { row: CompareRow }) {
  return (
    <>
      <Link
        href={`/campaigns/${row.campaignId}`}
        dir="auto"
        title={row.name}
        className="block w-fit max-w-full truncate font-semibold leading-4.5 hover:underline"
      >
        {row.name}
      </Link>
      {row.part && <div className="truncate text-ink-3 text-note">{row.part}</div>}
    </>
  );
}

function Count({ row, figure }: { row: CompareRow; figure: keyof Figures }) {
  const rate = figure === 'sent' ? null : rateOf(row[figure] ?? 0, row);
  return (
    <span className="tabular-nums">
      {figureText(row[figure])} {rate && <span className="text-ink-3 text-note">{rate}</span>}
    </span>
  );
}

const share = (row: CompareRow, figure: keyof Figures): number | undefined => {
  const count = row[figure];
  if (count === null || row.sent === 0) return undefined;
  return figure === 'sent' ? count : count / row.sent;
};

export const COMPARE_COLUMNS: readonly TableColumn<CompareRow>[] = [
  {
    ...{ id: 'name', header: 'Campaign', width: 'minmax(10rem, 2fr)', fixed: true },
    value: ({ name }) => name,
    cell: (row) => <Name row={row} />,
  },
  ...NAMES.map(
    (figure): TableColumn<CompareRow> => ({
      ...{ id: figure, header: FIGURES[figure], width: 'minmax(5.5rem, 1fr)', align: 'right', highestFirst: true },
      value: (row) => share(row, figure),
      cell: (row) => <Count row={row} figure={figure} />,
    }),
  ),
];

export const COMPARE_CARD: TableCard<CompareRow> = {
  px: 148,
  below: 790,
  content: (row) => (
    <div className="min-w-0 flex-1">
      <Name row={row} />
      <dl className="mt-1 grid grid-cols-3 gap-x-3 gap-y-1">
        {NAMES.map((figure) => (
          <div key={figure} className="min-w-0">
            <dt className="truncate text-ink-3 text-note">{FIGURES[figure]}</dt>
            <dd className="leading-4.5">
              <Count row={row} figure={figure} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ),
};
