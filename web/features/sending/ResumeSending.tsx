import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/ui/Button.tsx';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';

/** Ends a pause for too many bounces or spam reports. POST /api/sending/resume */
export function ResumeSending(props: { account: string | undefined }) {
  const queries = useQueryClient();
  const resume = useMutation({
    mutationFn: () => unwrap(client.api.sending.resume.$post({ query: { account: props.account } })),
    meta: { failure: failure('Error', 'Failed to resume sending') },
    onSuccess: () => showToast({ title: 'Sending Resumed', text: 'Planned emails leave again.' }),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Button className="mt-2" pending={resume.isPending} onClick={() => resume.mutate()}>
      Resume Sending
    </Button>
  );
}
