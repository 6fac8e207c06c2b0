import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { CAMPAIGN_STATUSES } from '../../../events/shared/options.ts';
import { Progress } from '../../components/ui/Progress.tsx';
import type { TableCard, TableColumn } from '../../components/ui/table/columns.ts';
import { clockIn, shortDate } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted, percent, wholeNumber } from '../../lib/numbers.ts';
import { useUserZone } from '../profile/api.ts';
import { CampaignNote, subjectSummary } from './CampaignNote.tsx';
import { CampaignRowActions } from './CampaignRowActions.tsx';
import { CampaignStatusBadge } from './CampaignStatusBadge.tsx';

type Column = TableColumn<CampaignView>;
type Row = { campaign: CampaignView };

function CampaignName(props: Row) {
  const { id, name } = props.campaign;
  return (
    <>
      <Link
        href={`/campaigns/${id}`}
        data-opens
        // of the line, not of a part of it: otherwise an Arabic name is cut off at its beginning
        dir="auto"
        title={name ?? undefined}
        className="block w-fit max-w-full truncate rounded-tag text-left font-semibold leading-6 hover:underline"
      >
        {name ?? 'Campaign'}
      </Link>
      <CampaignNote campaign={props.campaign} />
    </>
  );
}

/** A count that opens the messages that it counts. */
function MessagesLink(props: Row & { show?: 'sent' | 'replied'; label: string; children: ReactNode }) {
  const { show, label } = props;
  return (
    <Link
      href={`/campaigns/${props.campaign.id}?tab=messages${show ? `&show=${show}` : ''}`}
      aria-label={`${label}, show the messages`}
      className="underline-offset-4 hover:underline focus-visible:underline"
    >
      {props.children}
    </Link>
  );
}

function SentBar(props: Row) {
  const { sentCount, messageCount, failedCount, unknownCount } = props.campaign;
  return (
    <Progress
      label="Emails sent"
      value={sentCount}
      max={messageCount}
      troubles={[
        { count: unknownCount, color: 'bg-signal' },
        { count: failedCount, color: 'bg-bad' },
      ]}
      className="h-1.5 min-w-0 flex-1"
    />
  );
}

function SentCount(props: Row) {
  const [sent, all] = [wholeNumber(props.campaign.sentCount), wholeNumber(props.campaign.messageCount)];
  return (
    <MessagesLink campaign={props.campaign} show="sent" label={`${sent} of ${all} sent`}>
      {sent} of {all}
    </MessagesLink>
  );
}

function ReplyRate(props: Row) {
  const { partnersWrittenTo, responseRate, responseCount } = props.campaign;
  if (partnersWrittenTo === 0) return <span className="text-ink-3">–</span>;
  return (
    <>
      <div className="font-semibold leading-4.5">{percent(responseRate)}</div>
      <div className="text-ink-3 text-note">
        <MessagesLink campaign={props.campaign} show="replied" label={`${wholeNumber(responseCount)} replied`}>
          {wholeNumber(responseCount)} replied
        </MessagesLink>
      </div>
    </>
  );
}

function Next(props: Row) {
  const { status, nextSendAt, nextSendWhy } = props.campaign;
  const zone = useUserZone();
  const now = useNow();
  const at = status === 'active' ? nextSendAt : null;
  if (!at)
    return (
      <span title={nextSendWhy?.text} className="text-ink-3">
        –
      </span>
    );
  const moment = clockIn(zone, at, now).replace(/^today/, 'Today');
  return (
    <div title={nextSendWhy?.text}>
      <time dateTime={at} className="block truncate leading-4.5">
        {moment}
      </time>
      <div className="truncate text-ink-3 text-note">{nextSendWhy?.text}</div>
    </div>
  );
}

function Subject(props: Row) {
  const { messagePrompt } = props.campaign;
  const subject = subjectSummary(props.campaign);
  return (
    <>
      <div dir="auto" title={subject} className="truncate leading-4.5">
        {subject}
      </div>
      <div dir="auto" title={messagePrompt ?? undefined} className="truncate text-ink-3 text-note">
        {messagePrompt && `Instructions: ${messagePrompt}`}
      </div>
    </>
  );
}

export const CAMPAIGN_COLUMNS: readonly Column[] = [
  {
    ...{ id: 'name', header: 'Campaign', width: 'minmax(12rem, 3fr)', fixed: true },
    value: ({ name }) => name ?? undefined,
    cell: (campaign) => <CampaignName campaign={campaign} />,
  },
  {
    ...{ id: 'subject', header: 'Subject', width: 'minmax(8rem, 1.2fr)', from: 1160 },
    cell: (campaign) => <Subject campaign={campaign} />,
  },
  {
    ...{ id: 'status', header: 'Status', width: '6.5rem' },
    value: ({ status }) => CAMPAIGN_STATUSES.indexOf(status),
    cell: ({ status }) => <CampaignStatusBadge status={status} />,
  },
  {
    ...{ id: 'partners', header: 'Partners', width: '4rem', align: 'right', from: 1020, highestFirst: true },
    value: ({ partnerCount }) => partnerCount,
    cell: (campaign) => (
      <MessagesLink campaign={campaign} label={counted(campaign.partnerCount, 'partner')}>
        {wholeNumber(campaign.partnerCount)}
      </MessagesLink>
    ),
  },
  {
    ...{ id: 'limit', header: 'Daily limit', width: '5rem', align: 'right', from: 1300, highestFirst: true },
    value: ({ dailyLimit }) => dailyLimit,
    cell: ({ dailyLimit }) => wholeNumber(dailyLimit),
  },
  {
    ...{ id: 'sent', header: 'Sent', width: 'minmax(6rem, 0.6fr)', highestFirst: true },
    value: ({ sentCount }) => sentCount,
    cell: (campaign) => (
      <div className="flex items-center gap-2.5">
        <SentBar campaign={campaign} />
        <span className="shrink-0 text-ink-2 text-note">
          <SentCount campaign={campaign} />
        </span>
      </div>
    ),
  },
  {
    ...{ id: 'replies', header: 'Reply rate', width: '4.5rem', align: 'right', from: 770, highestFirst: true },
    value: ({ partnersWrittenTo, responseRate }) => (partnersWrittenTo > 0 ? responseRate : undefined),
    cell: (campaign) => <ReplyRate campaign={campaign} />,
  },
  {
    ...{ id: 'next', header: 'Next send', width: 'minmax(10rem, 1fr)', from: 940 },
    value: ({ nextSendAt }) => nextSendAt ?? undefined,
    cell: (campaign) => <Next campaign={campaign} />,
  },
  {
    ...{ id: 'created', header: 'Created', width: '4.5rem', from: 1000, extra: true, highestFirst: true },
    value: ({ createdAt }) => Date.parse(createdAt),
    cell: ({ createdAt }) => <time dateTime={createdAt}>{shortDate(createdAt)}</time>,
  },
  {
    ...{ id: 'action', header: 'Next step', width: '12rem', align: 'right', fixed: true },
    cell: (campaign) => <CampaignRowActions campaign={campaign} />,
  },
];

/** On a phone: the name with its note, then the progress and the next step. */
export const CAMPAIGN_CARD: TableCard<CampaignView> = {
  px: 104,
  below: 690,
  content: (campaign) => (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <CampaignName campaign={campaign} />
        </div>
        <CampaignStatusBadge status={campaign.status} />
      </div>
      <div className="mt-1.5 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          {/* the button of a draft needs the room */}
          {(campaign.status !== 'draft' || campaign.sentCount > 0) && (
            <>
              <SentBar campaign={campaign} />
              <div className="mt-1 truncate text-ink-3 text-note tabular-nums">
                <SentCount campaign={campaign} />
                {campaign.partnersWrittenTo > 0 && ` · ${percent(campaign.responseRate)} replied`}
              </div>
            </>
          )}
        </div>
        <CampaignRowActions campaign={campaign} />
      </div>
    </>
  ),
};
