import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HoldView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';

/** Whether a hold is a pause for too many bounces or spam reports, which a person ends. */
export const isRatePause = ({ kind }: HoldView): boolean => kind === 'bounce_rate' || kind === 'complaint_rate';

/** Asks, and ends a pause for too many bounces or spam reports. POST /api/sending/resume */
export function ResumeSending(props: { hold: HoldView; className?: string }) {
  const { hold } = props;
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const resume = useMutation({
    mutationFn: () => unwrap(client.api.sending.resume.$post({ query: { account: hold.account } })),
    meta: { failure: failure('Error', 'Failed to resume sending') },
    onSuccess: () => {
      setAsking(false);
      showToast({ title: 'Sending Resumed', text: 'Planned emails leave again.' });
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <>
      <Button className={props.className} onClick={() => setAsking(true)}>
        Resume Sending
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Resume sending?"
        confirmLabel="Resume Sending"
        pending={resume.isPending}
        onConfirm={() => resume.mutate()}
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
