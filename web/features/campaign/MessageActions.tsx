import { Eye, MailCheck, MessagesSquare, Pencil, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { outcomeUncertain } from '../campaigns/outcomeUncertain.ts';
import { ResendButton } from '../campaigns/ResendButton.tsx';
import { nextAddress, useMarkReplied, useSendNow, useStopFollowUps } from '../campaigns/sendMessage.ts';

const PreviewDialog = onDemand(() => import('../campaigns/PreviewDialog.tsx').then((module) => module.PreviewDialog));

/**
 * An answer belongs to its conversation, where all can be done with it. Else: Send Now for a pending message (and a way to stop it, if it is a
 * follow-up), Edit and Send again for a failed one, Mark as Replied for a sent one that did not come back,
 * unless a later one was answered.
 */
export function MessageActions(props: { campaign: CampaignView; message: SendView; answeredLater: boolean }) {
  const [reviewing, setReviewing] = useState(false);
  const close = (): void => setReviewing(false);
  return (
    <>
      <Actions {...props} onReview={() => setReviewing(true)} />
      {/* here, because an approved text has other actions, and is still being looked at */}
      <FetchedPart onLost={close}>
        {reviewing && <PreviewDialog campaign={props.campaign} messageId={props.message.id} onClose={close} />}
      </FetchedPart>
    </>
  );
}

function Actions(props: { message: SendView; answeredLater: boolean; onReview: () => void }) {
  const { message, onReview } = props;
  if (message.answer) return <OpenConversation message={message} />;
  if (message.status === 'pending')
    return (
      <div className="flex flex-wrap justify-end gap-2">
        {message.followUp && <StopFollowUps message={message} />}
        {message.flaws.length > 0 ? <Review message={message} onReview={onReview} /> : <SendNow message={message} />}
      </div>
    );
  if (message.status === 'failed') return <Failed message={message} onEdit={onReview} />;
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
  const name = message.partner.name ?? 'this partner';
  return (
    <>
      <Button
        pending={send.isPending}
        disabled={!message.body}
        aria-label={`Send Now to ${name}`}
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
        {outcomeUncertain(send.error) && (
          <Notice tone="bad" className="mt-3">
            The server did not answer, so it may have been sent. Press Send Now again later; it is never sent twice.
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}

function StopFollowUps(props: { message: SendView }) {
  const stop = useStopFollowUps();
  return (
    <Button
      variant="ghost"
      pending={stop.isPending}
      aria-label={`Stop follow-ups to ${props.message.partner.name ?? 'this partner'}`}
      onClick={() => stop.mutate(props.message)}
    >
      Stop follow-ups
    </Button>
  );
}

/** A flagged text is read before it goes anywhere. */
function Review(props: { message: SendView; onReview: () => void }) {
  return (
    <Button
      aria-label={`Review the message to ${props.message.partner.name ?? 'this partner'}`}
      onClick={props.onReview}
    >
      <Eye aria-hidden />
      Review
    </Button>
  );
}

function Failed(props: { message: SendView; onEdit: () => void }) {
  const name = props.message.partner.name ?? 'this partner';
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button aria-label={`Edit the message to ${name}`} onClick={props.onEdit}>
        <Pencil aria-hidden />
        Edit
      </Button>
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
