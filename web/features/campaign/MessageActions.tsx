import { MailCheck, MessagesSquare, Pencil, Send } from 'lucide-react';
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
  if (props.message.answer) return <OpenConversation message={props.message} />;
  if (props.message.status === 'pending')
    return (
      <div className="flex flex-wrap justify-end gap-2">
        {props.message.followUp && <StopFollowUps message={props.message} />}
        <SendNow message={props.message} />
      </div>
    );
  if (props.message.status === 'failed') return <Failed {...props} />;
  const { status, delivery } = props.message;
  if (status === 'sent' && !delivery?.cameBack && !props.answeredLater) return <MarkReplied message={props.message} />;
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

function Failed(props: { campaign: CampaignView; message: SendView }) {
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  const name = props.message.partner.name ?? 'this partner';
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button aria-label={`Edit the message to ${name}`} onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <ResendButton message={props.message} label={`Send again to ${name}`} />
      <FetchedPart onLost={close}>
        {editing && <PreviewDialog campaign={props.campaign} messageId={props.message.id} onClose={close} />}
      </FetchedPart>
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
