import { Send } from 'lucide-react';
import { useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { inDoubt } from './inDoubt.ts';
import { useResend } from './sendMessage.ts';

/** Sends a sent message once more, with a warning; a failed one is tried again. */
export function ResendButton(props: { message: SendView }) {
  const [asking, setAsking] = useState(false);
  const resend = useResend();
  const { message } = props;
  const failed = message.status === 'failed';
  if (!failed && message.status !== 'sent' && message.status !== 'replied') return null;
  const who = message.recipientEmail ?? 'The recipient';
  return (
    <>
      <Button pending={resend.isPending} onClick={() => setAsking(true)}>
        {!resend.isPending && <Send aria-hidden />}
        Send again
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={failed ? 'Try this email again?' : 'Send this email again?'}
        confirmLabel="Send again"
        destructive={!failed}
        pending={resend.isPending}
        onConfirm={() =>
          resend.mutate(message, {
            onSettled: (_sent, error) => setAsking(inDoubt(error)),
          })
        }
      >
        {failed
          ? `${who} did not get it. It is sent at once, as it stands.`
          : `${who} already got this email and will get it a second time.`}
        {inDoubt(resend.error) && (
          <Notice tone="bad" className="mt-3">
            No answer came: it may have been sent all the same. Look at the messages of the campaign before you try once
            more.
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
