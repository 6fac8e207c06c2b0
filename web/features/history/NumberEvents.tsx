import { metricOf, RATE_METRICS, SPANS, type Span, titleOf } from '../../../events/history/metrics.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { hasStatus } from '../../lib/apiError.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { useCampaign } from '../campaigns/api.ts';
import { useNumberEvents } from './api.ts';
import { EventList } from './EventList.tsx';
import { HistoryLink, NOTHING_ELSE } from './HistoryLink.tsx';
import type { HistoryView, UrlChange } from './historyUrl.ts';
import type { HistoryScope } from './scope.ts';

const SPAN_TITLES: Readonly<Record<Span, string>> = { recent: 'Last 30 days', before: '30 days before' };

/** The events that a number of another screen was counted from: one for each thing that was counted. */
export function NumberEvents(props: {
  view: HistoryView & { number: string };
  scope: HistoryScope;
  change: (change: UrlChange) => void;
}) {
  const { view, scope } = props;
  const list = useNumberEvents(scope, view);
  const pages = list.data?.pages ?? [];
  const events = pages.flatMap((page) => page.events);
  const count = pages[0]?.count ?? 0;
  const metric = metricOf(view.number, { campaign: view.campaign ?? undefined });
  const unknown = hasStatus(list.error, 404);
  return (
    <div className="flex flex-col gap-4">
      <section aria-labelledby="number-title" className="panel flex flex-wrap items-end gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="number-title" className="text-ink-3 text-note">
            {metric?.title ?? view.number}
            {view.span && ` · ${SPAN_TITLES[view.span].toLowerCase()}`}
            {view.variant && ` · version ${view.variant}`}
            {view.campaign && !scope.admin && <OfCampaign id={view.campaign} />}
          </h2>
          <p className="font-semibold text-figure tabular-nums tracking-title">
            {list.data ? wholeNumber(count) : '…'}
          </p>
          <p className="text-ink-3 text-note">{metric?.explanation}</p>
        </div>
        <HistoryLink change={NOTHING_ELSE} className="link text-small">
          Show all events
        </HistoryLink>
      </section>
      <Parts view={view} />
      {list.isPending && <SkeletonRows label="Loading the events" rows={5} />}
      {list.isError &&
        pages.length === 0 &&
        (unknown ? (
          <Notice tone="bad">There is no such number.</Notice>
        ) : (
          <LoadFailed again={list}>Error loading the events. Please try again.</LoadFailed>
        ))}
      {list.data && events.length === 0 && <p className="px-4 py-8 text-center text-ink-2">Nothing was counted.</p>}
      {events.length > 0 && (
        <EventList
          label="Counted events"
          events={events}
          scope={scope}
          open={view.open}
          onOpen={(open) => props.change({ open })}
        />
      )}
      {list.hasNextPage && (
        <div className="flex flex-col items-center gap-2">
          {list.isFetchNextPageError && (
            <p role="alert" className="text-bad text-small">
              The next events could not be loaded.
            </p>
          )}
          <p role="status" className="text-ink-3 text-note tabular-nums">
            {wholeNumber(events.length)} of {wholeNumber(count)}
          </p>
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

/** The parts of a rate or trend, each a list of its own. */
function Parts(props: { view: HistoryView & { number: string } }) {
  const { number, span } = props.view;
  const ofRate = RATE_METRICS.some((name) => name === number);
  if (!ofRate && !span) return null;
  return (
    <nav aria-label="What the number was made of" className="flex flex-wrap gap-x-5 gap-y-2 text-small">
      {ofRate &&
        RATE_METRICS.map((name) => (
          <Part key={name} change={{ number: name }} current={name === number}>
            {titleOf(name)}
          </Part>
        ))}
      {span &&
        SPANS.map((one) => (
          <Part key={one} change={{ span: one }} current={one === span}>
            {SPAN_TITLES[one]}
          </Part>
        ))}
    </nav>
  );
}

function Part(props: { change: UrlChange; current: boolean; children: string }) {
  return (
    <HistoryLink
      change={{ ...props.change, open: null }}
      current={props.current}
      className={props.current ? 'font-semibold' : 'link'}
    >
      {props.children}
    </HistoryLink>
  );
}

function OfCampaign(props: { id: string }) {
  const campaign = useCampaign(props.id).data;
  return campaign?.name ? <> · {campaign.name}</> : null;
}
