import type { AsOfView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Chip } from '../../components/ui/Chip.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FigureStrip } from '../../components/ui/Page.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { hasStatus, serverWords } from '../../lib/apiError.ts';
import { counted, percent, wholeNumber } from '../../lib/numbers.ts';
import { useUserZone } from '../profile/api.ts';
import { useAsOf, useEventDays } from './api.ts';
import { type HistoryView, SUBJECTS, type Subject, type UrlChange } from './historyUrl.ts';
import { MomentList } from './MomentList.tsx';
import { MomentSlider, type SliderDays } from './MomentSlider.tsx';
import { exactTime } from './moments.ts';
import type { HistoryScope } from './scope.ts';

const NAMES: Record<Subject, string> = {
  dashboard: 'Dashboard',
  partners: 'Partners',
  campaigns: 'Campaigns',
  messages: 'Emails',
};

type Props = { view: HistoryView; scope: HistoryScope; change: (change: UrlChange) => void };

/** Dashboard, partners, campaigns and messages as they were at a moment, and what has changed since. */
export function Moment(props: Props) {
  const days = useEventDays(props.scope, useUserZone());
  if (days.isPending) return <Loading label="Loading the days" height="h-36" className="panel p-4" />;
  if (days.isError) {
    return (
      <LoadFailed again={days}>
        {hasStatus(days.error, 404)
          ? serverWords(days.error, 'There is no such user.')
          : 'Error loading the history. Please try again.'}
      </LoadFailed>
    );
  }
  const { first, last } = days.data;
  if (!first || !last) return <EmptyState title="Nothing happened yet">There is no moment to look back at.</EmptyState>;
  const at = clamped(props.view.at ?? last, first, last);
  return <AtMoment {...props} at={at} days={{ ...days.data, first, last }} />;
}

/** A moment of ISO 8601 between two others. */
const clamped = (at: string, first: string, last: string): string => (at < first ? first : at > last ? last : at);

function AtMoment(props: Props & { at: string; days: SliderDays }) {
  const { view, scope, change, at } = props;
  const list = useAsOf(scope, at, view.what);
  const pages = list.data?.pages.map((page) => page.view) ?? [];
  const [then] = pages;
  return (
    <div className="flex flex-col gap-4">
      <MomentSlider days={props.days} soFar={then?.soFar} at={at} onChange={(moment) => change({ at: moment })} />
      <div className="flex flex-wrap gap-2">
        {SUBJECTS.map((what) => (
          <Chip key={what} pressed={what === view.what} onPress={() => change({ what, changed: null })}>
            {NAMES[what]}
          </Chip>
        ))}
      </div>
      {list.isPending &&
        (view.what === 'dashboard' ? (
          <Loading label="Loading the screen as it was" height="h-16" className="panel p-4" />
        ) : (
          <SkeletonRows label="Loading the screen as it was" rows={6} />
        ))}
      {list.isError && !then && (
        <LoadFailed again={list}>Error loading the screen as it was. Please try again.</LoadFailed>
      )}
      {then && (
        <div aria-busy={list.isPlaceholderData || undefined} className="aria-busy:opacity-55">
          {then.what === 'dashboard' ? (
            <MomentDashboard then={then} />
          ) : (
            <MomentList
              pages={pages.filter((page) => page.what !== 'dashboard')}
              own={!scope.admin}
              onlyChanged={view.onlyChanged}
              onOnlyChanged={(only) => change({ changed: only ? '1' : null })}
            />
          )}
          {list.hasNextPage && (
            <div className="mt-3 flex flex-col items-center gap-2">
              {list.isFetchNextPageError && (
                <p role="alert" className="text-bad text-small">
                  Couldn’t load more. Try again.
                </p>
              )}
              <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

type Dashboard = Extract<AsOfView, { what: 'dashboard' }>;

/** The dashboard's numbers at a moment, each with what it is now, if it is another. */
function MomentDashboard(props: { then: Dashboard }) {
  const { at, stats, credits, changes } = props.then;
  const zone = useUserZone();
  const now = (field: string, format: (value: number) => string) => {
    const change = changes.find((known) => known.field === field);
    return change ? (
      <Badge tone="warn">{typeof change.now === 'number' ? `now ${format(change.now)}` : 'changed since'}</Badge>
    ) : (
      'Same as now'
    );
  };
  return (
    <>
      <p role="status" className="sr-only">
        As of {exactTime(zone, at)}: {counted(stats.totalPartners, 'partner')} found,{' '}
        {wholeNumber(stats.approvedPartners)} approved, {counted(stats.totalEmailsSent, 'email')} sent.
      </p>
      <FigureStrip
        label="Key figures at that moment"
        figures={[
          {
            label: 'Total Partners Found',
            value: wholeNumber(stats.totalPartners),
            note: now('totalPartners', wholeNumber),
          },
          {
            label: 'Approved Partners',
            value: wholeNumber(stats.approvedPartners),
            note: now('approvedPartners', wholeNumber),
          },
          {
            label: 'Emails Sent',
            value: wholeNumber(stats.totalEmailsSent),
            note: now('totalEmailsSent', wholeNumber),
          },
          {
            label: 'Response Rate',
            value: percent(stats.responseRate),
            ...(stats.partnersWrittenTo > 0 && {
              beside: `${wholeNumber(stats.partnersReplied)} of ${counted(stats.partnersWrittenTo, 'partner')} replied`,
            }),
            note: now('responseRate', percent),
          },
          {
            label: 'Credits used that month',
            value: wholeNumber(credits.used),
            note: now('credits.used', wholeNumber),
          },
        ]}
      />
    </>
  );
}
