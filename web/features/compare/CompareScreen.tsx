import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { CampaignFiguresView, CampaignView } from '../../../api/views.ts';
import { COMPARED_CAMPAIGNS } from '../../../events/shared/options.ts';
import { useTitle } from '../../app/title.ts';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { RemovableChip } from '../../components/ui/Chip.tsx';
import { DayField } from '../../components/ui/DayField.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { PageBar } from '../../components/ui/Page.tsx';
import { QueryState } from '../../components/ui/QueryState.tsx';
import { Segments } from '../../components/ui/Segments.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import type { TableCard, TableColumn } from '../../components/ui/table/columns.ts';
import { DataTable } from '../../components/ui/table/DataTable.tsx';
import { SortSelect } from '../../components/ui/table/SortSelect.tsx';
import { type Sorts, useSortUrl } from '../../components/ui/table/sortUrl.ts';
import { zoneName } from '../../lib/dates.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import { useCampaigns } from '../campaigns/campaignsQuery.ts';
import { type FiguresAsked, useExportFigures, useFigures } from './api.ts';
import { type Figures, figureText, rateOf, stepName, sumOf } from './figures.ts';

const LEVELS = [
  { value: 'campaign', label: 'Campaigns' },
  { value: 'step', label: 'Steps' },
  { value: 'version', label: 'Versions' },
] as const;
type Level = (typeof LEVELS)[number]['value'];

export function CompareScreen() {
  useTitle('Compare campaigns');
  const campaigns = useCampaigns();
  return (
    <>
      <BackLink href="/campaigns" to="Campaigns" />
      <QueryState
        query={campaigns}
        loading={<SkeletonRows label="Loading campaigns" rows={6} table />}
        failed="Error loading campaigns. Please try again."
      >
        {(all) => <Compared campaigns={all} />}
      </QueryState>
    </>
  );
}

const named = (name: string | null): string => name ?? 'Campaign';
const nameOf = (row: CompareRow): string => row.name;
const NO_KEYS = {};

function Compared(props: { campaigns: readonly CampaignView[] }) {
  const [params, change] = useUrlParams();
  const [sort, setSort] = useSortUrl(COMPARE_SORTS);
  const exporting = useExportFigures();
  const known = new Map(props.campaigns.map((one) => [one.id, one]));
  const newest = props.campaigns.filter(({ sentCount }) => sentCount > 0).slice(0, COMPARED_CAMPAIGNS);
  const asked = params.get('campaigns')?.split(',') ?? newest.map(({ id }) => id);
  const chosen = asked.flatMap((id) => known.get(id) ?? []).slice(0, COMPARED_CAMPAIGNS);
  const left = props.campaigns.filter((one) => !chosen.includes(one));
  const by: Level = LEVELS.find(({ value }) => value === params.get('by'))?.value ?? 'campaign';
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const backwards = from !== '' && to !== '' && to < from;
  const ids = chosen.map(({ id }) => id);
  const wanted: FiguresAsked = { campaigns: backwards ? [] : ids, ...(from && { from }), ...(to && { to }) };
  const figures = useFigures(wanted);
  const choose = (next: readonly string[]): void => change({ campaigns: next.join(',') || 'none' });
  const rows = useMemo(() => rowsOf(figures.data?.campaigns ?? [], by), [figures.data, by]);
  const zone = figures.data && zoneName(figures.data.timezone);
  return (
    <>
      <PageBar title="Compare campaigns">
        <Button
          pending={exporting.isPending}
          disabled={wanted.campaigns.length === 0}
          onClick={() => exporting.mutate(wanted)}
        >
          {!exporting.isPending && <Download aria-hidden />}
          Export CSV
        </Button>
      </PageBar>
      <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
        <Segments label="Rows" value={by} onChange={(value) => change({ by: value })} options={LEVELS} />
        <DayField label="From" value={from} onChange={(day) => change({ from: day })} />
        <DayField label="To" value={to} onChange={(day) => change({ to: day })} />
        {left.length > 0 && chosen.length < COMPARED_CAMPAIGNS && (
          <Select
            label="Add a campaign"
            value=""
            placeholder="Add a campaign"
            onChange={(id) => choose([...ids, id])}
            options={left.map(({ id, name }) => ({ value: id, label: named(name) }))}
            className="sm:w-48!"
          />
        )}
        <SortSelect sorts={COMPARE_SORTS} className="sm:w-40! lg:hidden" />
      </div>
      {chosen.length > 0 && (
        <div className="mb-3 flex min-w-0 flex-wrap gap-1.5 print:hidden">
          {chosen.map(({ id, name }) => (
            <RemovableChip
              key={id}
              removeLabel={`Remove ${named(name)}`}
              onRemove={() => choose(ids.filter((one) => one !== id))}
            >
              <bdi className="max-w-60 truncate">{named(name)}</bdi>
            </RemovableChip>
          ))}
        </div>
      )}
      {backwards && (
        <p role="alert" className="text-bad">
          The last day is before the first. Change one of them.
        </p>
      )}
      {chosen.length === 0 && (
        <EmptyState title="No campaigns to compare">
          Add a campaign above. Campaigns appear here once they have sent an email.
        </EmptyState>
      )}
      {wanted.campaigns.length > 0 && (
        <QueryState
          query={figures}
          loading={<SkeletonRows label="Loading the figures" rows={chosen.length} table />}
          failed="Error loading the figures. Please try again."
        >
          {() =>
            rows.length > 0 ? (
              <>
                <DataTable
                  name="compare"
                  label="Figures"
                  rows={rows}
                  columns={COMPARE_COLUMNS}
                  card={COMPARE_CARD}
                  {...(sort.id !== 'chosen' && { sort })}
                  onSort={setSort}
                  nameOf={nameOf}
                  keys={NO_KEYS}
                />
                <p className="mt-2 text-ink-3 text-note">
                  By the day an email was sent{zone && `, in ${zone}`}. Percentages are of emails sent. “–”: the
                  provider reports no deliveries.
                </p>
              </>
            ) : (
              <EmptyState
                title="No emails in these days"
                action={<Button onClick={() => change({ from: null, to: null })}>Show all days</Button>}
              >
                These campaigns sent nothing between the two days.
              </EmptyState>
            )
          }
        </QueryState>
      )}
    </>
  );
}

/** One row for each campaign, or for each of its steps or versions. */
function rowsOf(campaigns: CampaignFiguresView['campaigns'], by: Level): CompareRow[] {
  return campaigns.flatMap(({ id, name, steps }) => {
    const partOf = ({ step, version }: (typeof steps)[number]): string | null => {
      if (by === 'campaign') return null;
      if (by === 'step') return stepName(step);
      return version ? `Version ${version}` : 'One version';
    };
    const parts = by === 'campaign' ? [null] : [...new Set(steps.map(partOf))];
    return parts.map((part) => ({
      ...{ id: `${id} ${part ?? ''}`, campaignId: id, name: named(name), part },
      ...sumOf(steps.filter((one) => partOf(one) === part)),
    }));
  });
}

/** `part`: a step or version of the campaign. */
type CompareRow = Figures & { id: string; campaignId: string; name: string; part: string | null };

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
const COMPARE_SORTS = {
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

const COMPARE_COLUMNS: readonly TableColumn<CompareRow>[] = [
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

const COMPARE_CARD: TableCard<CompareRow> = {
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
