import type { CampaignView, SendView } from '../../../api/views.ts';
import { flawText } from '../../../events/messages/check/flaw.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { Badge } from '../../components/ui/Badge.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { classes } from '../../lib/classes.ts';
import { momentIn } from '../../lib/dates.ts';
import { DeliveryText } from '../campaigns/DeliveryText.tsx';
import { stepText } from '../campaigns/followUpText.ts';
import { DeliveryBadge, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { UnknownNotice } from '../campaigns/UnknownNotice.tsx';
import { versionText } from '../campaigns/versionText.ts';
import { useUserZone } from '../profile/userZone.ts';
import { MessageActions } from './MessageActions.tsx';

type Props = {
  campaign: CampaignView;
  message: SendView;
  /** The partner replied to a later one. */
  answeredLater: boolean;
  /** The address names it: its text is open. */
  opened: boolean;
  selected: boolean;
  onSelect: (selected: boolean, range: boolean) => void;
};

/** One message: to whom, what, and what became of it. */
export function MessageRow(props: Props) {
  const { message } = props;
  const { partner } = message;
  const step = stepText(message);
  const version = versionText(props.campaign, message);
  const facts = [
    partner.username && `@${partner.username.replace(/^@/, '')}`,
    partner.industry,
    `${formatFollowers(partner.followersCount)} followers`,
    `${partner.matchScore}% match`,
  ].filter(Boolean);
  return (
    <div
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 px-4 py-3 @prose:grid-cols-[auto_minmax(0,1fr)_10rem_9.5rem] @prose:gap-x-4',
        props.selected && 'bg-accent-soft',
        props.opened && 'shadow-mark',
      )}
    >
      <div className="flex flex-col-reverse items-center justify-end gap-3 @prose:flex-row @prose:items-start @prose:justify-start">
        <Checkbox
          label={`Select the message to ${partner.name ?? 'an erased partner'}`}
          hideLabel
          checked={props.selected}
          onChange={props.onSelect}
          className="@prose:pt-2"
        />
        <Avatar name={partner.name} src={partner.avatar} />
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 font-semibold">{partner.name ?? 'Erased'}</span>
          <span className="min-w-0 break-all text-ink-2 text-small">{message.recipientEmail ?? 'no address'}</span>
        </p>
        <p className="text-ink-3 text-note">{facts.join(' · ')}</p>
        <MessageText message={message} opened={props.opened} />
        {message.flaws.length > 0 && (
          <p className="mt-1 break-words text-signal text-small">
            <span className="font-medium">Flagged:</span> {[...new Set(message.flaws.map(flawText))].join('; ')}.
          </p>
        )}
        {message.status !== 'unknown' && message.errorMessage && (
          <p className="mt-1 text-bad text-small">{message.errorMessage}</p>
        )}
        {message.delivery && (
          <p className="mt-1 break-words text-ink-2 text-small">
            <DeliveryText delivery={message.delivery} />
          </p>
        )}
      </div>
      <div className="col-start-2 flex flex-wrap items-center justify-between gap-3 @prose:contents">
        <div className="flex flex-1 basis-24 flex-col items-start gap-0.5">
          <span className="flex flex-wrap gap-1">
            <SendStatusBadge status={message.status} />
            <DeliveryBadge delivery={message.delivery} />
            {message.answer && <Badge tone="outline">Answer</Badge>}
            {step && <Badge tone="outline">{step}</Badge>}
            {version && <Badge tone="outline">{version}</Badge>}
            {message.sentAgain && <Badge tone="outline">Sent again</Badge>}
          </span>
          <span className="text-ink-3 text-note">
            <When message={message} />
          </span>
        </div>
        <div className="min-w-0 @prose:text-right">
          <MessageActions message={message} answeredLater={props.answeredLater} />
        </div>
      </div>
      {message.status === 'unknown' && !message.answer && (
        <UnknownNotice message={message} className="col-span-full @prose:col-start-2" />
      )}
    </div>
  );
}

function MessageText(props: { message: SendView; opened: boolean }) {
  const { subject, body } = props.message;
  if (!subject && !body) return <p className="mt-1 text-small text-ink-3">Not written yet</p>;
  return (
    <details open={props.opened || undefined} className="group mt-1">
      <summary className="w-fit max-w-full list-inside rounded-control text-small marker:text-ink-3">
        <span className="font-medium">{subject}</span>
      </summary>
      <p className="mt-1 max-w-prose whitespace-pre-line border-line-strong border-l-2 pl-3 text-small text-ink-2">
        {body}
      </p>
    </details>
  );
}

function When(props: { message: SendView }) {
  const { message } = props;
  const { zone, suffix } = useUserZone();
  const waitsUntil = message.status === 'pending' ? message.notBefore : null;
  const at = message.sentAt ?? message.nextSendAt ?? waitsUntil;
  if (!at) return message.errorMessage ? null : message.detail;
  const time = (
    <time dateTime={at}>
      {momentIn(zone, at, Date.now())}
      {suffix}
    </time>
  );
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
