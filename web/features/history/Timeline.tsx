import type { InfiniteData } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { TimelineView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { hasStatus, serverWords } from '../../lib/apiError.ts';
import { counted } from '../../lib/numbers.ts';
import { useUserZone } from '../profile/api.ts';
import { timelineQuery, useTimeline } from './api.ts';
import { EventList } from './EventList.tsx';
import { FILTERS, type HistoryView, type TimelineFilter, type UrlChange } from './historyUrl.ts';
import { exactTime } from './moments.ts';
import type { HistoryScope } from './scope.ts';
import { TimelineFilters } from './TimelineFilters.tsx';

export function Timeline(props: { view: HistoryView; scope: HistoryScope; change: (change: UrlChange) => void }) {
  const { view, scope, change } = props;
  const { filter } = view;
  const queries = useQueryClient();
  const zone = useUserZone();
  const list = useTimeline(scope, filter, zone);
  const pages = list.data?.pages ?? [];
  const events = pages.flatMap((page) => page.events);
  const filtered = FILTERS.some((name) => filter[name] !== undefined);
  const clear = (): void => change(Object.fromEntries(FILTERS.map((name) => [name, null])));
  const refresh = (): void => {
    // only the first page: what was shown further down is asked for again as it is needed
    queries.setQueryData<InfiniteData<TimelineView, string | null>>(
      timelineQuery(scope, filter, zone).queryKey,
      (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    );
    void list.refetch();
  };
  return (
    <div className="flex flex-col gap-4">
      <TimelineFilters filter={filter} scope={scope} onChange={(part) => change({ ...part, open: null })} />
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-ink-3 text-note tabular-nums">
          {list.data &&
            `${list.hasNextPage ? 'Latest ' : ''}${counted(events.length, 'event')}, times in ${zone.replaceAll('_', ' ')}`}
        </p>
        <Button size="small" variant="ghost" pending={list.isRefetching && !list.isFetchingNextPage} onClick={refresh}>
          {!list.isRefetching && <RefreshCw aria-hidden />}
          Refresh
        </Button>
      </div>
      {list.isPending && <SkeletonRows label="Loading the history" rows={8} />}
      {list.isError && pages.length === 0 && (
        <LoadFailed again={list}>
          {hasStatus(list.error, 400) || hasStatus(list.error, 404)
            ? serverWords(list.error, 'This filter cannot be used.')
            : 'Error loading the history. Please try again.'}
        </LoadFailed>
      )}
      {events.length > 0 && (
        <EventList label="Events" events={events} scope={scope} open={view.open} onOpen={(open) => change({ open })} />
      )}
      {list.data && !list.isPlaceholderData && events.length === 0 && !list.hasNextPage && (
        <EmptyState
          title={filtered || scope.admin ? 'No such events' : 'Nothing happened yet'}
          action={filtered && <Button onClick={clear}>Clear Filters</Button>}
        >
          {filtered
            ? nothingMatches(filter)
            : scope.admin
              ? 'The log holds no event of this user.'
              : 'Events appear here as they happen.'}
        </EmptyState>
      )}
      {list.hasNextPage && (
        <More
          searchedBackTo={pages.at(-1)?.searchedBackTo ?? null}
          none={(pages.at(-1)?.events.length ?? 0) === 0}
          pending={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </div>
  );
}

const nothingMatches = ({ from = '', to }: TimelineFilter): string =>
  to !== undefined && from > to
    ? 'From is after To. Choose other dates.'
    : 'Nothing in the history matches these filters.';

/** The way to older events. If a call looked as far as it may and found nothing, it says how far that was. */
function More(props: {
  searchedBackTo: string | null;
  none: boolean;
  pending: boolean;
  failed: boolean;
  onMore: () => void;
}) {
  const zone = useUserZone();
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      {props.none && props.searchedBackTo && (
        <p role="status" className="text-ink-2 text-small">
          Searched back to <time dateTime={props.searchedBackTo}>{exactTime(zone, props.searchedBackTo)}</time> and
          found nothing more so far.
        </p>
      )}
      {props.failed && (
        <p role="alert" className="text-bad text-small">
          The next events could not be loaded.
        </p>
      )}
      <Button pending={props.pending} onClick={props.onMore}>
        {props.none ? 'Search further back' : 'Load more'}
      </Button>
    </div>
  );
}
