import { AtSign, Eye, MailCheck, MessagesSquare, Pencil, RotateCcw, Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { outcomeUncertain } from '../../lib/apiError.ts';
import { dayIn } from '../../lib/dates.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useOpenInUrl } from '../../lib/urlParams.ts';
import { stepsOf } from '../campaigns/messageState.ts';
import { nextAddress, useMarkReplied, useSendNow } from '../campaigns/messages.ts';
import { ResendButton } from '../campaigns/ResendButton.tsx';
import { useSteer } from '../campaigns/steer.ts';
import { useUserZone } from '../profile/api.ts';
import { useMessageDrafts } from '../review/messageDrafts.ts';
import { reviewHref } from '../review/reviewUrl.ts';
import { UnsavedEdits } from '../review/UnsavedEdits.tsx';

const SteerMenu = onDemand(() => import('./SteerMenu.tsx').then((module) => module.SteerMenu));

/** The buttons of stepsOf, but for an unconfirmed message. `answeredLater`: a later one was answered, so this one is not marked as replied. */
export function MessageActions(props: { message: SendView; answeredLater: boolean }) {
  const { message } = props;
  const steps = stepsOf(message);
  if (steps.includes('openConversation')) return <OpenConversation message={message} />;
  if (steps.includes('sendNow'))
    return (
      <div className="flex flex-wrap justify-end gap-2">
        {steps.includes('review') && <Review message={message} />}
        <SendNow message={message} />
        <Suspense>
          <SteerMenu message={message} />
        </Suspense>
      </div>
    );
  if (steps.includes('restore')) return <Restore message={message} />;
  if (steps.includes('readdress')) return <OpenReaddress message={message} />;
  if (steps.includes('retry')) return <Failed message={message} />;
  if (steps.includes('markReplied') && !props.answeredLater) return <MarkReplied message={message} />;
  return null;
}

function OpenConversation({ message: { campaignId, partner } }: { message: SendView }) {
  return (
    <ButtonLink
      href={`/inbox/${campaignId}.${partner.id}`}
      aria-label={`Open the conversation with ${partner.name ?? 'an erased partner'}`}
    >
      <MessagesSquare aria-hidden />
      Open
    </ButtonLink>
  );
}

function OpenReaddress({ message: { id, partner } }: { message: SendView }) {
  const [, open] = useOpenInUrl('message');
  return (
    <Button aria-label={`Fix address of ${partner.name ?? 'this partner'}`} onClick={() => open(id)}>
      <AtSign aria-hidden />
      Fix address
    </Button>
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
        “{message.subject}” goes to {name} at {nextAddress(message)} at once, without Undo. This approves its text.
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

function Review(props: { message: SendView }) {
  const { campaignId, id, partner } = props.message;
  return (
    <ButtonLink
      href={reviewHref(campaignId, id)}
      aria-label={`Review the message to ${partner.name ?? 'this partner'}`}
    >
      <Eye aria-hidden />
      Review
    </ButtonLink>
  );
}

function Failed(props: { message: SendView }) {
  const { campaignId, id, partner } = props.message;
  const name = partner.name ?? 'this partner';
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ButtonLink href={reviewHref(campaignId, id)} aria-label={`Edit the message to ${name}`}>
        <Pencil aria-hidden />
        Edit
      </ButtonLink>
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

function Restore({ message }: { message: SendView }) {
  const steer = useSteer();
  return (
    <Button
      pending={steer.isPending}
      aria-label={`Restore the email to ${message.partner.name ?? 'this partner'}`}
      onClick={() => steer.mutate({ act: 'restore', ids: [message.id] })}
    >
      {!steer.isPending && <RotateCcw aria-hidden />}
      Restore
    </Button>
  );
}
