import { Send } from 'lucide-react';
import { useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { outcomeUncertain } from '../../lib/apiError.ts';
import { RESEND } from './messageState.ts';
import { nextAddress, useResend } from './messages.ts';

/** Sends a message again that was sent or may have been, with a warning. A failed one is retried. */
export function ResendButton(props: { message: SendView; label?: string; first?: boolean }) {
  const [asking, setAsking] = useState(false);
  const resend = useResend();
  const { message } = props;
  const next = nextAddress(message);
  const question = RESEND[message.delivery?.cameBack ? 'failed' : message.status];
  if (!question) return null;
  return (
    <>
      <Button
        data-first={props.first}
        pending={resend.isPending}
        aria-label={props.label}
        onClick={() => setAsking(true)}
      >
        {!resend.isPending && <Send aria-hidden />}
        Send again
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={question.title}
        confirmLabel="Send again"
        destructive={question !== RESEND.failed}
        pending={resend.isPending}
        onConfirm={() =>
          resend.mutate(message, {
            onSettled: (_sent, error) => setAsking(outcomeUncertain(error)),
          })
        }
      >
        {question.warning(message.recipientEmail ?? 'The recipient')}
        {next && next !== message.recipientEmail && ` The address has changed since: this time it goes to ${next}.`}
        {outcomeUncertain(resend.error) && (
          <Notice tone="bad" className="mt-3">
            The server did not answer, so it may have been sent. Check the campaign’s messages before you try again.
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
