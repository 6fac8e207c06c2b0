import { RotateCcw } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Chip } from '../../components/ui/Chip.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { QueryState } from '../../components/ui/QueryState.tsx';
import { RowList } from '../../components/ui/RowList.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { orderMessages } from '../campaigns/messageOrder.ts';
import { useRetryAll } from '../campaigns/sendMessage.ts';
import { useSends } from '../campaigns/sends.ts';
import { MetricEvents } from '../history/MetricLink.tsx';
import { MESSAGE_SHOWS, type MessageShow, useCampaignUrl } from './campaignUrl.ts';
import { MessageRow } from './MessageRow.tsx';

/** The messages of a campaign, which can be narrowed to those of a state and searched. */
export function CampaignMessages(props: { campaign: CampaignView }) {
  const sends = useSends(props.campaign.id);
  return (
    <QueryState
      query={sends}
      loading={<SkeletonRows label="Loading messages" rows={5} height="h-24" />}
      failed="Error loading messages. Please try again."
    >
      {(data) =>
        data.length === 0 ? (
          <EmptyState title="No messages yet">
            Add partners to this campaign. Each one gets a personal message.
          </EmptyState>
        ) : (
          <Messages campaign={props.campaign} messages={data} />
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

function Messages(props: { campaign: CampaignView; messages: readonly SendView[] }) {
  const { messages } = props;
  const [{ show, search }, change] = useCampaignUrl();
  // the field answers at once, many rows follow
  const words = useDeferredValue(search).toLowerCase().split(/\s+/).filter(Boolean);
  const answered = answeredLater(messages);
  const ofState = show ? messages.filter(MESSAGE_SHOWS[show].has) : messages;
  const shown = words.length > 0 ? ofState.filter((message) => found(message, words)) : ofState;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Shows messages={messages} show={show} onShow={(next) => change({ show: next })} />
        {show && (
          <MetricEvents
            name={MESSAGE_SHOWS[show].metric}
            count={props.campaign[MESSAGE_SHOWS[show].metric]}
            campaign={props.campaign.id}
          />
        )}
        <div className="flex flex-1 flex-wrap items-center justify-end gap-2">
          {show === 'failed' && shown.length > 1 && <RetryAll messages={shown} />}
          <Input
            type="search"
            aria-label="Search messages"
            placeholder="Search name, email or subject"
            value={search}
            onChange={(event) => change({ search: event.target.value })}
            className="w-full sm:w-60"
          />
        </div>
      </div>
      {shown.length > 0 ? (
        <RowList
          label="Messages"
          items={orderMessages(shown)}
          row={(message) => (
            <MessageRow campaign={props.campaign} message={message} answeredLater={answered.has(message.id)} />
          )}
        />
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

/** The states that there are, each with its count. */
function Shows(props: {
  messages: readonly SendView[];
  show: MessageShow | null;
  onShow: (show: MessageShow | null) => void;
}) {
  const { messages, show, onShow } = props;
  const states = Object.entries(MESSAGE_SHOWS).map(([name, { label, has }]) => ({
    ...{ name: name as MessageShow, label },
    count: messages.filter(has).length,
  }));
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">Show messages</legend>
      <Chip pressed={show === null} onPress={() => onShow(null)}>
        All <span className="tabular-nums">{wholeNumber(messages.length)}</span>
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

/** Sends all the failed ones again that are shown. */
function RetryAll(props: { messages: readonly SendView[] }) {
  const { messages } = props;
  const [asking, setAsking] = useState(false);
  const retry = useRetryAll();
  return (
    <>
      <Button pending={retry.isPending} onClick={() => setAsking(true)}>
        {!retry.isPending && <RotateCcw aria-hidden />}
        Retry all {wholeNumber(messages.length)}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Retry ${counted(messages.length, 'email')}?`}
        confirmLabel="Retry all"
        pending={retry.isPending}
        onConfirm={() => retry.mutate(messages, { onSettled: () => setAsking(false) })}
      >
        They are sent now, one after the other, without changes. The daily limits still count.
      </ConfirmDialog>
    </>
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
