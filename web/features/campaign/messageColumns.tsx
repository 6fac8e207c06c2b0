import { createContext, use } from 'react';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { Badge } from '../../components/ui/Badge.tsx';
import type { TableCard, TableColumn } from '../../components/ui/table/columns.ts';
import type { Sorts } from '../../components/ui/table/sortUrl.ts';
import { RowName } from '../../components/ui/table/TableRow.tsx';
import { classes } from '../../lib/classes.ts';
import { clockIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { stepsOf, stepText, troubleOf, versionText } from '../campaigns/messageState.ts';
import { DeliveryBadge, DeliveryText, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { UnknownChoice } from '../campaigns/UnknownNotice.tsx';
import { MatchScore } from '../partners/MatchScore.tsx';
import { partnerHref } from '../partners/PartnerLink.tsx';
import { useUserZone } from '../profile/api.ts';
import { MessageActions } from './MessageActions.tsx';

type Row = { message: SendView };

/** Facts for the cells of every row: the campaign, and the messages whose partner replied to a later one. */
export const MessageList = createContext<{ campaign: CampaignView | null; answeredLater: ReadonlySet<string> }>({
  campaign: null,
  answeredLater: new Set(),
});

/** The orders of the list. The first one is that of orderMessages. */
export const MESSAGE_SORTS = {
  needs: { label: 'Needs you first', desc: false },
  to: { label: 'Name, A–Z', desc: false },
  match: { label: 'Best match first', desc: true },
  followers: { label: 'Most followers', desc: true },
  when: { label: 'Latest first', desc: true },
} as const satisfies Sorts;

function To(props: Row & { open: boolean }) {
  const { partner, recipientEmail } = props.message;
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={partner.name} src={partner.avatar} className="size-7 max-[359px]:hidden" />
      <div className="min-w-0 flex-1">
        <RowName open={props.open} href={partnerHref(partner.id)}>
          {partner.name ?? 'Erased'}
        </RowName>
        <div className="truncate text-ink-3 text-note" title={recipientEmail ?? undefined}>
          {recipientEmail ?? 'no address'}
        </div>
      </div>
    </div>
  );
}

/** The message's place among several to the same person. */
export function MessageKind({ message }: Row) {
  const { campaign } = use(MessageList);
  const kinds = [
    message.answer && 'Answer',
    stepText(message),
    campaign && versionText(campaign, message),
    message.sentAgain && 'Sent again',
  ].filter((kind) => typeof kind === 'string');
  return kinds.map((kind) => (
    <Badge key={kind} tone="outline">
      {kind}
    </Badge>
  ));
}

function Text({ message, short = false }: Row & { short?: boolean }) {
  const { subject, body } = message;
  return (
    <>
      <div className="flex min-w-0 items-center gap-1.5 leading-4.5">
        <MessageKind message={message} />
        <bdi
          title={subject ?? undefined}
          className={classes(short || troubleOf(message) ? 'truncate' : 'line-clamp-2', !subject && 'text-ink-3')}
        >
          {subject || (body ? 'No subject' : 'Not written yet')}
        </bdi>
      </div>
      <Trouble message={message} />
    </>
  );
}

function Trouble({ message }: Row) {
  const { campaign } = use(MessageList);
  const trouble = troubleOf(message);
  // old failure reasons stay until generation ends
  if (!trouble || (message.status === 'pending' && message.errorMessage && campaign?.generation)) return null;
  const { delivery } = message;
  return (
    <div title={trouble.text} className={`truncate text-note ${trouble.look}`}>
      {delivery && trouble.text === delivery.text ? <DeliveryText delivery={delivery} /> : trouble.text}
    </div>
  );
}

function Status({ message }: Row) {
  return (
    <span className="flex gap-1">
      <SendStatusBadge status={message.status} />
      <DeliveryBadge delivery={message.delivery} />
    </span>
  );
}

/** When it left or leaves; until then, what it waits for. */
export function MessageWhen({ message }: Row) {
  const zone = useUserZone();
  const now = useNow();
  const at = momentOf(message);
  if (!at) return message.errorMessage ? null : message.detail;
  const time = <time dateTime={at}>{clockIn(zone, at, now)}</time>;
  if (message.sentAt) {
    return (
      <>
        {time}
        {message.markedSent && ', marked by you'}
      </>
    );
  }
  return (
    <>
      {message.detail}, {message.nextSendAt ? time : <>not before {time}</>}
    </>
  );
}

const momentOf = ({ sentAt, nextSendAt, notBefore, status }: SendView): string | null =>
  sentAt ?? nextSendAt ?? (status === 'pending' ? notBefore : null);

export function MessageStep({ message }: Row) {
  const { answeredLater } = use(MessageList);
  return (
    <div
      data-own-press
      className="flex cursor-default flex-wrap items-center justify-end gap-1 max-[359px]:[&_svg:not(.lucide-ellipsis)]:hidden"
    >
      {stepsOf(message).includes('markSent') ? (
        <UnknownChoice message={message} />
      ) : (
        <MessageActions message={message} answeredLater={answeredLater.has(message.id)} />
      )}
    </div>
  );
}

export const MESSAGE_COLUMNS: readonly TableColumn<SendView>[] = [
  {
    ...{ id: 'to', header: 'To', width: 'minmax(10rem, 1.2fr)', fixed: true },
    value: ({ partner }) => partner.name ?? undefined,
    cell: (message, open) => <To message={message} open={open} />,
  },
  {
    ...{ id: 'message', header: 'Message', width: 'minmax(9rem, 2.4fr)', fixed: true },
    cell: (message) => <Text message={message} />,
  },
  {
    ...{ id: 'match', header: 'Match', width: '5.5rem', extra: true, highestFirst: true },
    value: ({ partner }) => partner.matchScore ?? undefined,
    cell: ({ partner }) => <MatchScore score={partner.matchScore} rough={partner.roughScore} wordless />,
  },
  {
    ...{ id: 'followers', header: 'Followers', width: '4.5rem', align: 'right', extra: true, highestFirst: true },
    value: ({ partner }) => partner.followersCount ?? undefined,
    cell: ({ partner }) => formatFollowers(partner.followersCount),
  },
  {
    ...{ id: 'when', header: 'Status', width: 'minmax(9.5rem, 1fr)', fixed: true, highestFirst: true },
    value: (message) => Date.parse(momentOf(message) ?? '') || undefined,
    cell: (message) => (
      <>
        <Status message={message} />
        <div title={message.detail} className="truncate text-ink-3 text-note">
          <MessageWhen message={message} />
        </div>
      </>
    ),
  },
  {
    ...{ id: 'action', header: 'Next step', width: '16.5rem', align: 'right', fixed: true },
    cell: (message) => <MessageStep message={message} />,
  },
];

const WITH_ONE_STEP = MESSAGE_COLUMNS.map((column) =>
  column.id === 'action' ? { ...column, width: '10rem' } : column,
);

/** The columns for the messages that are shown: where each has one button at most, that column is narrower. */
export const messageColumns = (messages: readonly SendView[]): readonly TableColumn<SendView>[] =>
  messages.some((message) => stepsOf(message).length > 1) ? MESSAGE_COLUMNS : WITH_ONE_STEP;

/** In a narrow table: recipient and status, subject and problem, actions. */
export const MESSAGE_CARD: TableCard<SendView> = {
  px: 140,
  below: 870,
  wide: { px: 92, from: 540 },
  content: (message, open) => (
    <div className="@container">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <To message={message} open={open} />
        </div>
        <Status message={message} />
      </div>
      <div className="mt-1 @step:flex @step:items-center @step:justify-between @step:gap-3">
        <div className="min-w-0 @step:flex-1">
          <Text short message={message} />
          {!troubleOf(message) && (
            <div className="truncate text-ink-3 text-note">
              <MessageWhen message={message} />
            </div>
          )}
        </div>
        <div className="mt-1 @step:mt-0 @step:shrink-0">
          <MessageStep message={message} />
        </div>
      </div>
    </div>
  ),
};
