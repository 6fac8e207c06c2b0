import { Send } from 'lucide-react';
import { useState } from 'react';
import type { SendStatus, SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { outcomeUncertain } from '../../lib/apiError.ts';
import { nextAddress, useResend } from './messages.ts';

const again = 'Send this email again?';
const twice = (who: string) => `${who} already got this email and will get it a second time.`;

/** What is asked before a message of this status is sent once more; the others cannot be. */
const QUESTIONS: Partial<Record<SendStatus, { title: string; warning: (who: string) => string }>> = {
  sent: { title: again, warning: twice },
  replied: { title: again, warning: twice },
  unknown: {
    title: again,
    warning: (who) => `${who} may already have this email, and would then get it a second time.`,
  },
  failed: {
    title: 'Try this email again?',
    warning: (who) => `${who} did not get it. It is sent immediately, without changes.`,
  },
};

/** Sends a message once more that was sent, or may have been, with a warning; a failed one is tried again. */
export function ResendButton(props: { message: SendView; label?: string }) {
  const [asking, setAsking] = useState(false);
  const resend = useResend();
  const { message } = props;
  const next = nextAddress(message);
  const question = QUESTIONS[message.delivery?.cameBack ? 'failed' : message.status];
  if (!question) return null;
  return (
    <>
      <Button pending={resend.isPending} aria-label={props.label} onClick={() => setAsking(true)}>
        {!resend.isPending && <Send aria-hidden />}
        Send again
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={question.title}
        confirmLabel="Send again"
        destructive={question !== QUESTIONS.failed}
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
