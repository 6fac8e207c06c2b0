import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { refetchCampaigns } from '../campaigns/refetchCampaigns.ts';
import { forEach, SomeFailed } from '../partners/forEach.ts';
import { editMessage } from './editMessage.ts';
import { savedText } from './messageDraft.ts';

function approveFailure(error: Error): ToastText {
  const text =
    error instanceof SomeFailed
      ? `${error.done} of ${counted(error.wanted, 'message')} approved. Review the rest and try again.`
      : 'Failed to approve the messages. Please try again.';
  return { title: 'Update Failed', text };
}

/** Approves these texts as they are, one call each: a text that was changed is refused and stays to review. `approved` counts while it runs. */
export function useApproveAll() {
  const queries = useQueryClient();
  const [approved, setApproved] = useState(0);
  const mutation = useMutation({
    mutationFn: (messages: readonly SendView[]) => {
      setApproved(0);
      const approve = (message: SendView) => {
        const text = savedText(message);
        return editMessage(message.id, { ...text, seen: text, passed: [] });
      };
      return forEach(messages, approve, setApproved);
    },
    meta: { failure: approveFailure },
    onSuccess: (_done, { length }) =>
      showToast({ title: 'Messages Approved', text: `${counted(length, 'message')} approved.` }),
    onSettled: () => refetchCampaigns(queries),
  });
  return { ...mutation, approved };
}
