import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { useChangeStatus } from './changeStatus.ts';
import { cancelledText, waitingMessagesQuery } from './waitingMessages.ts';

/** Takes a partner off the approved list: at once, or after a question that says which messages this cancels (`question`). */
export function useRejectApproved(partner: PartnerView) {
  const queries = useQueryClient();
  const [question, setQuestion] = useState<string | null>(null);
  const change = useChangeStatus(true);
  const reject = (): void => change.mutate({ partner, status: 'rejected' }, { onSuccess: () => setQuestion(null) });
  const look = useMutation({
    mutationFn: () => queries.fetchQuery(waitingMessagesQuery(partner.id)),
    meta: { failure: failure('Update Failed', 'Failed to update partner status. Please try again.') },
    onSuccess: (waiting) => {
      const text = cancelledText(waiting);
      if (text === null) reject();
      else setQuestion(text);
    },
  });
  return {
    question,
    pending: look.isPending || change.isPending,
    start: () => look.mutate(),
    confirm: reject,
    close: () => setQuestion(null),
  };
}
