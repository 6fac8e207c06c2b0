import { CircleStop, Eye, MailCheck, MessagesSquare, Pencil, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { outcomeUncertain } from '../../lib/apiError.ts';
import { dayIn } from '../../lib/dates.ts';
import { waitsForReview } from '../campaigns/messageOrder.ts';
import { nextAddress, useMarkReplied, useSendNow, useStopFollowUps } from '../campaigns/messages.ts';
import { ResendButton } from '../campaigns/ResendButton.tsx';
import { useUserZone } from '../profile/api.ts';
import { useMessageDrafts } from '../review/messageDrafts.ts';
import { reviewHref } from '../review/reviewUrl.ts';
import { UnsavedEdits } from '../review/UnsavedEdits.tsx';

/** A follow-up that waits can be stopped, unless it is one that is sent again. */
export const isStoppable = ({ status, followUp, sentAgain }: SendView): boolean =>
  status === 'pending' && followUp !== null && !sentAgain;

/**
 * An answer belongs to its conversation, where all can be done with it. Else: Review and Send Now for a pending message (and a way to stop it,
 * if it is a follow-up), Edit and Send again for a failed one, Mark as Replied for a sent one that did not come back,
 * unless a later one was answered.
 */
export function MessageActions(props: { message: SendView; answeredLater: boolean }) {
  const { message } = props;
  if (message.answer) return <OpenConversation message={message} />;
  if (message.status === 'pending')
    return (
      <div className="flex flex-wrap justify-end gap-2">
        {isStoppable(message) && <StopFollowUps message={message} short={waitsForReview(message)} />}
        {waitsForReview(message) && <Review message={message} />}
        <SendNow message={message} />
      </div>
    );
  if (message.status === 'failed') return <Failed message={message} />;
  const { status, delivery } = message;
  if (status === 'sent' && !delivery?.cameBack && !props.answeredLater) return <MarkReplied message={message} />;
  return null;
}

function OpenConversation({ message: { campaignId, partner } }: { message: SendView }) {
  return (
    <ButtonLook>
      <Link
        href={`/inbox/${campaignId}.${partner.id}`}
        aria-label={`Open the conversation with ${partner.name ?? 'an erased partner'}`}
      >
        <MessagesSquare aria-hidden />
        Open
      </Link>
    </ButtonLook>
  );
}

function SendNow(props: { message: SendView }) {
  const { message } = props;
  const [asking, setAsking] = useState(false);
  const send = useSendNow();
  const { drafts } = useMessageDrafts();
  const name = message.partner.name ?? 'this partner';
  const flagged = message.flaws.length > 0;
  return (
    <>
      <Button
        variant="ghost"
        pending={send.isPending}
        disabled={!message.body || flagged}
        title={flagged ? 'Review what is flagged first' : undefined}
        aria-label={`Send Now to ${name}${flagged ? '. Review what is flagged first' : ''}`}
        onClick={() => setAsking(true)}
      >
        {!send.isPending && <Send aria-hidden />}
        Send Now
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Send this email now?"
        confirmLabel="Send Now"
        pending={send.isPending}
        onConfirm={() => send.mutate(message, { onSettled: (_sent, error) => setAsking(outcomeUncertain(error)) })}
      >
        “{message.subject}” goes to {name} at {nextAddress(message)} at once. This approves its text.
        {message.otherCampaignAt && <OtherCampaign at={message.otherCampaignAt} name={name} />}
        {message.id in drafts && (
          <div className="mt-3">
            <UnsavedEdits campaignId={message.campaignId} unsaved={[message]} />
          </div>
        )}
        {outcomeUncertain(send.error) && (
          <Notice tone="bad" className="mt-3">
            The server did not answer, so it may have been sent. Press Send Now again later; it is never sent twice.
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}

function OtherCampaign({ at, name }: { at: string; name: string }) {
  const now = Date.now();
  const day = dayIn(useUserZone(), at, now, 'short');
  return (
    <Notice tone="warn" className="mt-3">
      Another campaign {Date.parse(at) < now ? 'emailed' : 'will email'} {name} {day === 'today' ? day : `on ${day}`}.
    </Notice>
  );
}

/** `short`: an icon, because two other buttons are beside it. */
function StopFollowUps(props: { message: SendView; short: boolean }) {
  const stop = useStopFollowUps();
  return (
    <Button
      variant="ghost"
      {...(props.short && { size: 'icon', title: 'Stop follow-ups' })}
      pending={stop.isPending}
      aria-label={`Stop follow-ups to ${props.message.partner.name ?? 'this partner'}`}
      onClick={() => stop.mutate(props.message)}
    >
      {props.short ? !stop.isPending && <CircleStop aria-hidden /> : 'Stop follow-ups'}
    </Button>
  );
}

function Review(props: { message: SendView }) {
  const { campaignId, id, partner } = props.message;
  return (
    <ButtonLook>
      <Link href={reviewHref(campaignId, id)} aria-label={`Review the message to ${partner.name ?? 'this partner'}`}>
        <Eye aria-hidden />
        Review
      </Link>
    </ButtonLook>
  );
}

function Failed(props: { message: SendView }) {
  const { campaignId, id, partner } = props.message;
  const name = partner.name ?? 'this partner';
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ButtonLook>
        <Link href={reviewHref(campaignId, id)} aria-label={`Edit the message to ${name}`}>
          <Pencil aria-hidden />
          Edit
        </Link>
      </ButtonLook>
      <ResendButton message={props.message} label={`Send again to ${name}`} />
    </div>
  );
}

function MarkReplied(props: { message: SendView }) {
  const mark = useMarkReplied();
  return (
    <Button
      pending={mark.isPending}
      aria-label={`Mark as Replied: ${props.message.partner.name ?? 'partner'}`}
      onClick={() => mark.mutate(props.message)}
    >
      {!mark.isPending && <MailCheck aria-hidden />}
      Mark as Replied
    </Button>
  );
}
