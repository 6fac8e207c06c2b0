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
  const title = 'Update Failed';
  if (!(error instanceof SomeFailed)) return { title, text: 'Failed to approve the messages. Please try again.' };
  const { length: done } = error.results;
  const all = counted(done + error.refused.length, 'message');
  return { title, text: `${done} of ${all} approved. Review the rest and try again.` };
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
