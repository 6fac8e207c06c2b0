import { Reply, Search } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link } from 'wouter';
import type { ConversationView, InboxView } from '../../../api/views.ts';
import type { Variant } from '../../../events/campaigns/variants.ts';
import { LABEL_TEXTS, REPLY_LABELS } from '../../../events/messages/replyLabels.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { ScrollRows } from '../../components/ui/ScrollRows.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { classes } from '../../lib/classes.ts';
import { dayIn, timeIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { useUserZone } from '../profile/api.ts';
import { ZoneNote } from '../profile/ZoneNote.tsx';
import { type InboxFilter, type Shown, useInbox } from './api.ts';
import { useInboxFilter } from './inboxUrl.ts';
import { LabelBadge } from './LabelBadge.tsx';
import { LegalBadge } from './LegalRequest.tsx';
import { QuestionBadge } from './Question.tsx';

const ROW_PX = 89;

/** The conversations that a filter leaves, the newest first. `current`: the one that is open beside them. */
export function ConversationList(props: { current: string | null }) {
  const [filter, change] = useInboxFilter();
  const list = useInbox(useDeferredValue(filter));
  const filtered = Boolean(filter.label || filter.unread || filter.unanswered || filter.search || filter.campaign);
  return (
    <section aria-label="Conversations" className="panel flex min-w-0 flex-col overflow-hidden">
      <div className="flex flex-col border-b">
        <div className="relative m-3 mb-1.5">
          <Search
            aria-hidden
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-ink-3"
          />
          <Input
            type="search"
            aria-label="Search replies"
            placeholder="Search replies"
            className="pl-8"
            value={filter.search}
            onChange={(event) => change({ search: event.target.value })}
          />
        </div>
        {filter.campaign && (
          <OfCampaign
            name={list.data?.conversations[0]?.campaign.name ?? null}
            variant={filter.variant}
            onClear={() => change({ campaign: null, variant: null, show: null })}
          />
        )}
        {list.data && <Filters counts={list.data.counts} />}
        {list.data && <LabelSelect counts={list.data.counts} />}
        <ZoneNote className="px-3 pb-2" />
      </div>
      {list.isPending && <Loading label="Loading the inbox" height="h-48" />}
      {list.isError && (
        <LoadFailed again={list} className="m-3">
          Error loading the inbox. Please try again.
        </LoadFailed>
      )}
      {filter.search && filter.show !== 'all' && (
        <OtherHalf
          key={filter.show}
          filter={{ ...filter, show: filter.show === 'done' ? 'open' : 'done' }}
          onShow={(show) => change({ show: show === 'done' ? show : null })}
        />
      )}
      {list.data?.conversations.length === 0 && (
        <Nothing
          filtered={filtered}
          done={filter.show === 'done'}
          onClear={() =>
            change({ label: null, unread: null, unanswered: null, search: null, campaign: null, variant: null })
          }
        />
      )}
      {list.data && list.data.conversations.length > 0 && (
        <ScrollRows
          // another filter begins at the top
          key={JSON.stringify(filter)}
          label="Replies"
          items={list.data.conversations}
          row={(conversation) => <Row conversation={conversation} current={conversation.id === props.current} />}
          rowPx={ROW_PX}
          reveal={props.current}
          onNearEnd={list.more}
          className="max-h-[max(20rem,calc(100dvh-15rem))]"
        />
      )}
      {list.isFetchingNextPage && (
        <p className="sr-only" role="status">
          Loading more replies
        </p>
      )}
    </section>
  );
}

/** That only the replies to one campaign, or to one version of its first email, are listed. */
function OfCampaign(props: { name: string | null; variant: Variant | undefined; onClear: () => void }) {
  const what = [props.name ?? 'One campaign', props.variant && `version ${props.variant}`].filter(Boolean).join(', ');
  return (
    <p className="mx-3 flex min-w-0 items-center gap-2 text-small">
      <span dir="auto" title={what} className="min-w-0 truncate">
        {what}
      </span>
      <button type="button" className="link shrink-0 text-note" onClick={props.onClear}>
        Show all campaigns
      </button>
    </p>
  );
}

/** The search's hits outside of the list: among the done ones, or the open ones. */
function OtherHalf(props: { filter: InboxFilter; onShow: (show: Shown) => void }) {
  const { show } = props.filter;
  const { data, hasNextPage, isPlaceholderData } = useInbox(useDeferredValue(props.filter));
  const found = isPlaceholderData ? 0 : (data?.conversations.length ?? 0);
  if (found === 0) return null;
  return (
    <button type="button" className="link border-b px-3 py-2 text-left text-small" onClick={() => props.onShow(show)}>
      {wholeNumber(found)}
      {hasNextPage && '+'} in {show === 'done' ? 'Done' : 'Open'}
    </button>
  );
}

/** Tabs: all open, unread, waiting for an answer, done, and both. */
function Filters(props: { counts: InboxView['counts'] }) {
  const { counts } = props;
  const [filter, change] = useInboxFilter();
  const done = filter.show === 'done';
  const all = filter.show === 'all' && !filter.unread;
  return (
    <fieldset aria-label="Filter" className="-mb-px flex min-w-0 gap-x-1 px-2 max-md:overflow-x-auto md:flex-wrap">
      <Tab
        current={filter.show === 'open' && !filter.unread && !filter.unanswered}
        onPress={() => change({ show: null, unread: null, unanswered: null })}
      >
        Open
      </Tab>
      <Tab
        current={filter.unread === true}
        count={counts.unread}
        onPress={() => change({ unread: filter.unread ? null : 'true', unanswered: null, ...(done && { show: null }) })}
      >
        Unread
      </Tab>
      <Tab
        current={filter.unanswered === true}
        count={counts.unanswered}
        onPress={() => change({ unanswered: filter.unanswered ? null : 'true', unread: null, show: null })}
      >
        To answer
      </Tab>
      {(counts.done > 0 || done) && (
        <Tab
          current={done}
          count={counts.done}
          onPress={() => change({ show: done ? null : 'done', unread: null, unanswered: null })}
        >
          Done
        </Tab>
      )}
      {(counts.done > 0 || all) && (
        <Tab current={all} onPress={() => change({ show: all ? null : 'all', unread: null, unanswered: null })}>
          All
        </Tab>
      )}
    </fieldset>
  );
}

function LabelSelect(props: { counts: InboxView['counts'] }) {
  const { labels } = props.counts;
  const [filter, change] = useInboxFilter();
  const shown = REPLY_LABELS.filter((label) => labels[label] > 0 || filter.label === label);
  if (shown.length === 0) return null;
  return (
    <div className="px-3 py-2">
      <Select
        label="Filter by label"
        value={filter.label ?? ''}
        onChange={(value) => change({ label: value || null })}
        options={[
          { value: '', label: 'All labels' },
          ...shown.map((label) => ({ value: label, label: `${LABEL_TEXTS[label]} (${wholeNumber(labels[label])})` })),
        ]}
      />
    </div>
  );
}

function Tab(props: { current: boolean; count?: number | undefined; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={props.current}
      onClick={props.onPress}
      className="-outline-offset-2 flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-1.5 text-ink-2 text-small whitespace-nowrap hover:text-ink aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-ink"
    >
      {props.children}
      {props.count !== undefined && <span className="text-ink-3 text-note tabular-nums">{props.count}</span>}
    </button>
  );
}

function Row(props: { conversation: ConversationView; current: boolean }) {
  const { id, partner, unread, question, legalRequest, label, last, lastReceivedAt, answeredAt } = props.conversation;
  const now = useNow();
  const zone = useUserZone();
  const day = dayIn(zone, lastReceivedAt, now, 'short');
  return (
    <Link
      href={`/inbox/${id}${window.location.search}`}
      aria-current={props.current ? 'true' : undefined}
      className="flex gap-3 px-3 py-2.5 hover:bg-sunken aria-[current]:bg-sunken border-transparent border-l-2 aria-[current]:border-accent"
    >
      <Avatar name={partner.name} src={partner.avatar} />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex items-baseline gap-2">
          {unread && (
            <span className="size-2 shrink-0 self-center rounded-full bg-accent">
              <span className="sr-only">Unread</span>
            </span>
          )}
          <bdi className={classes('min-w-0 flex-1 truncate', unread ? 'font-semibold' : 'font-medium')}>
            {partner.name ?? 'An erased person'}
          </bdi>
          <time dateTime={lastReceivedAt} className="shrink-0 text-ink-3 text-note tabular-nums">
            {day === 'today' ? timeIn(zone, lastReceivedAt) : day}
          </time>
        </span>
        <span dir="auto" className="truncate text-ink-2 text-small">
          {last ? (last.unparsed ? 'A reply could not be read' : last.text || last.subject || 'No text') : 'Erased'}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <QuestionBadge question={question} />
          <LegalBadge legalRequest={legalRequest} />
          {(label !== 'legal_request' || !legalRequest || legalRequest.done) && <LabelBadge label={label} />}
          {answeredAt && (
            <span className="flex items-center gap-1 text-ink-3 text-note">
              <Reply aria-hidden className="size-3.5" />
              Answered
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function Nothing(props: { filtered: boolean; done: boolean; onClear: () => void }) {
  if (props.filtered)
    return (
      <EmptyState
        title="No matching replies"
        action={
          <button type="button" className="link" onClick={props.onClear}>
            Clear the filters
          </button>
        }
      />
    );
  if (props.done)
    return <EmptyState title="Nothing is done yet">Press Done in a conversation to move it here.</EmptyState>;
  return <EmptyState title="No replies yet">Replies to your emails appear here automatically.</EmptyState>;
}
