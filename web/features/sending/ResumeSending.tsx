import { useState } from 'react';
import type { HoldView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { useResumeSending } from './api.ts';

/** Whether a hold is a pause for too many bounces or spam reports, which a person ends. */
export const isRatePause = ({ kind }: HoldView): boolean => kind === 'bounce_rate' || kind === 'complaint_rate';

/** Asks, and ends a pause for too many bounces or spam reports. */
export function ResumeSending(props: { hold: HoldView; className?: string }) {
  const { hold } = props;
  const [asking, setAsking] = useState(false);
  const resume = useResumeSending(hold.account);
  return (
    <>
      <Button className={props.className} onClick={() => setAsking(true)}>
        Resume sending
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Resume sending?"
        confirmLabel="Resume sending"
        pending={resume.isPending}
        onConfirm={() => resume.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <p>{hold.reason}.</p>
        <p className="mt-2">
          Planned emails leave again. If the cause stays, more emails land in spam and sending pauses again.{' '}
          {hold.kind === 'bounce_rate'
            ? 'Have you removed or corrected the addresses that you are not sure of?'
            : 'Have you changed the text, and do you write only to people who may expect it?'}
        </p>
      </ConfirmDialog>
    </>
  );
}
