import { MailCheck, Send } from 'lucide-react';
import { useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { inDoubt } from '../campaigns/inDoubt.ts';
import { nextAddress, useMarkReplied, useSendNow } from '../campaigns/sendMessage.ts';

/** Send Now for a pending message, Mark as Replied for a sent one that did not come back. */
export function MessageActions(props: { message: SendView }) {
  if (props.message.status === 'pending') return <SendNow message={props.message} />;
  const { status, delivery } = props.message;
  if (status === 'sent' && !delivery?.cameBack) return <MarkReplied message={props.message} />;
  return null;
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
        onOpenChange={setAsking}
        title="Send this email now?"
        confirmLabel="Send Now"
        pending={send.isPending}
        onConfirm={() => send.mutate(message, { onSettled: (_sent, error) => setAsking(inDoubt(error)) })}
      >
        “{message.subject}” goes to {name} at {nextAddress(message)} at once. This approves its text.
        {inDoubt(send.error) && (
          <Notice tone="bad" className="mt-3">
            No answer came: it may have been sent all the same. Press Send Now again once the server answers; it is
            never sent twice.
          </Notice>
        )}
      </ConfirmDialog>
    </>
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
