import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { Beside } from '../../components/ui/Beside.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Chip } from '../../components/ui/Chip.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { QueryState } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { marked, type TableSelection } from '../../components/ui/table/columns.ts';
import { DataTable } from '../../components/ui/table/DataTable.tsx';
import { SortSelect } from '../../components/ui/table/SortSelect.tsx';
import { useSortUrl } from '../../components/ui/table/sortUrl.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { exactly, type Total } from '../../lib/total.ts';
import { useOpenInUrl } from '../../lib/urlParams.ts';
import { useSend, useSends } from '../campaigns/api.ts';
import { isCounted, isKept, orderMessages } from '../campaigns/messageState.ts';
import { steeredBy } from '../campaigns/steer.ts';
import { MetricEvents } from '../history/MetricLink.tsx';
import { MESSAGE_SHOWS, type MessageShow, useCampaignUrl } from './campaignUrl.ts';
import { MessagePanel } from './MessagePanel.tsx';
import { BulkButton, MessagesBulkBar } from './MessagesBulkBar.tsx';
import { MESSAGE_CARD, MESSAGE_SORTS, MessageList, messageColumns } from './messageColumns.tsx';

const SORTS = Object.keys(MESSAGE_SORTS) as (keyof typeof MESSAGE_SORTS)[];

/** The messages of a campaign, which can be narrowed to those of a state and searched. */
export function CampaignMessages(props: { campaign: CampaignView }) {
  const [{ show, search }] = useCampaignUrl();
  const [sort] = useSortUrl(MESSAGE_SORTS);
  const words = useDeferredValue(search).trim();
  const sends = useSends(props.campaign.id, {
    show: show ?? 'kept',
    ...(words && { search: words }),
    sort: SORTS.find((id) => id === sort.id) ?? 'needs',
    ...(sort.id !== 'needs' && { order: sort.desc ? 'desc' : 'asc' }),
  });
  return (
    <QueryState
      query={sends}
      loading={<SkeletonRows label="Loading messages" rows={8} table />}
      failed="Error loading messages. Please try again."
    >
      {(data) =>
        data.length === 0 && sends.isWhole ? (
          <EmptyState title="No messages yet">
            Add partners to this campaign. Each one gets a personal message.
          </EmptyState>
        ) : (
          <Messages
            campaign={props.campaign}
            messages={data}
            isWhole={sends.isWhole}
            more={sends.hasNextPage ? sends.more : null}
            total={sends.total}
          />
        )
      }
    </QueryState>
  );
}

const found = (message: SendView, words: readonly string[]): boolean => {
  const { partner, recipientEmail, subject } = message;
  const text = [partner.name, partner.username, recipientEmail, subject].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};

const nameOf = ({ partner }: SendView): string => `the message to ${partner.name ?? 'an erased partner'}`;
const NO_KEYS = {};

function Messages(props: {
  campaign: CampaignView;
  messages: readonly SendView[];
  /** These are all. */
  isWhole: boolean;
  /** Fetches the next page; null: there is none. */
  more: (() => void) | null;
  /** How many the list has, with those that are not there yet. */
  total: Total | null;
}) {
  const { messages } = props;
  const { campaign } = props;
  const [{ show, search }, change] = useCampaignUrl();
  const [message, openMessage] = useOpenInUrl('message');
  const [sort, setSort] = useSortUrl(MESSAGE_SORTS);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // the field answers at once, many rows follow
  const words = useDeferredValue(search).toLowerCase().split(/\s+/).filter(Boolean);
  const list = useMemo(() => ({ campaign, answeredLater: answeredLater(messages) }), [campaign, messages]);
  const ofState = show ? messages.filter(MESSAGE_SHOWS[show].has) : messages.filter(isKept);
  const shown = words.length > 0 ? ofState.filter((message) => found(message, words)) : ofState;
  const rows = useMemo(() => orderMessages(shown), [shown]);
  const retried = steeredBy('retry', rows);
  const asked = search.trim();
  const allShown =
    props.more && props.total
      ? {
          filter: { campaignId: campaign.id, show: show ?? ('kept' as const), ...(asked && { search: asked }) },
          total: props.total,
        }
      : null;
  // the row that was pressed answers at once, and the panel follows
  const shownMessage = useDeferredValue(message);
  const counted = show ? MESSAGE_SHOWS[show].metric : 'messageCount';
  const listed = messages.find(({ id }) => id === shownMessage);
  const single = useSend(campaign.id, shownMessage, props.isWhole || listed !== undefined);
  const opened = listed ?? (props.isWhole ? undefined : (single.data ?? undefined));
  const selection: TableSelection = {
    ids,
    mark: (these, selected) => setIds((before) => marked(before, these, selected)),
    clear: () => setIds(new Set()),
  };
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Shows
          campaign={props.isWhole ? null : campaign}
          messages={messages}
          show={show}
          onShow={(next) => change({ show: next })}
        />
        <MetricEvents name={counted} count={campaign[counted]} campaign={campaign.id} />
        <div className="flex grow basis-full flex-wrap items-center justify-end gap-2 sm:basis-60">
          {show === 'failed' && (
            <BulkButton
              act="retry"
              everyone
              target={allShown ? { filter: allShown.filter } : { ids: retried.map(({ id }) => id) }}
              count={allShown?.total ?? exactly(retried.length)}
            />
          )}
          <Input
            type="search"
            aria-label="Search messages"
            placeholder="Search name, email or subject"
            value={search}
            onChange={(event) => change({ search: event.target.value })}
            className="min-w-0 flex-1 sm:max-w-60"
          />
          <SortSelect sorts={MESSAGE_SORTS} className="w-40!" />
        </div>
      </div>
      {rows.length > 0 ? (
        <MessageList value={list}>
          <Beside
            panel={
              opened
                ? {
                    id: opened.id,
                    label: `The message to ${opened.partner.name ?? 'an erased partner'}`,
                    onClose: () => openMessage(null),
                    content: (close) => <MessagePanel message={opened} onClose={close} />,
                  }
                : null
            }
          >
            <DataTable
              name="messages"
              label="Messages"
              rows={rows}
              columns={messageColumns(rows)}
              card={MESSAGE_CARD}
              {...(sort.id !== 'needs' && { sort })}
              onSort={setSort}
              nameOf={nameOf}
              open={message}
              onOpen={(id) => openMessage(id === message ? null : id)}
              selection={selection}
              keys={NO_KEYS}
              bulk={
                <MessagesBulkBar
                  selected={messages.filter(({ id }) => ids.has(id))}
                  shown={rows.every(({ id }) => ids.has(id)) ? allShown : null}
                  onClear={selection.clear}
                />
              }
            />
            {props.more && <NextPage onShown={props.more} />}
          </Beside>
        </MessageList>
      ) : show === null && words.length === 0 ? (
        <EmptyState
          title="All messages are cancelled"
          action={<Button onClick={() => change({ show: 'cancelled' })}>Show cancelled messages</Button>}
        >
          None of them is sent.
        </EmptyState>
      ) : (
        <EmptyState
          title="No matching messages"
          action={<Button onClick={() => change({ show: null, search: '' })}>Show all messages</Button>}
        >
          No message of this campaign fits.
        </EmptyState>
      )}
    </>
  );
}

/** Below the rows: the next page is fetched when it comes near. */
function NextPage({ onShown }: { onShown: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && onShown(), { rootMargin: '600px' });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [onShown]);
  return (
    <div ref={place} className="mt-3 text-center">
      <Button onClick={onShown}>Show more messages</Button>
    </div>
  );
}

/** The states that there are, each with its count. */
function Shows(props: {
  /** Where not all messages are there, it has their counts. */
  campaign: CampaignView | null;
  messages: readonly SendView[];
  show: MessageShow | null;
  onShow: (show: MessageShow | null) => void;
}) {
  const { campaign, messages, show, onShow } = props;
  const states = Object.entries(MESSAGE_SHOWS).map(([name, { label, has, metric }]) => ({
    ...{ name: name as MessageShow, label },
    count: campaign ? (name === 'review' ? campaign.texts.toRead : campaign[metric]) : messages.filter(has).length,
  }));
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">Show messages</legend>
      <Chip pressed={show === null} onPress={() => onShow(null)}>
        All{' '}
        <span className="tabular-nums">
          {wholeNumber(campaign ? campaign.messageCount : messages.filter(isCounted).length)}
        </span>
      </Chip>
      {states
        .filter(({ name, count }) => count > 0 || name === show)
        .map(({ name, label, count }) => (
          <Chip key={name} pressed={name === show} onPress={() => onShow(name === show ? null : name)}>
            {label} <span className="tabular-nums">{wholeNumber(count)}</span>
          </Chip>
        ))}
    </fieldset>
  );
}

/** The messages after which the partner got another one, and replied to that. */
function answeredLater(messages: readonly SendView[]): ReadonlySet<string> {
  const replied = new Map<string, string>();
  for (const { status, partner, sentAt } of messages)
    if (status === 'replied' && sentAt && sentAt > (replied.get(partner.id) ?? '')) replied.set(partner.id, sentAt);
  const before = messages.filter(({ partner, sentAt }) => sentAt && sentAt < (replied.get(partner.id) ?? ''));
  return new Set(before.map(({ id }) => id));
}
