import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcceptedView, SendView } from '../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure, fixedFailure } from '../../lib/errorCatalogue.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** To whom a message would go if it left now. */
export const nextAddress = ({ partner }: Pick<SendView, 'partner'>): string | null => partner.contactInfo.email;

export type Sent = Pick<SendView, 'id' | 'partner'>;

/** The server sends to the address that was shown, or not at all. */
const shownTo = (message: Sent) => {
  const to = nextAddress(message);
  return to === null ? {} : { to };
};

/** Approves and sends one message at once; 409 when its address has changed. POST /api/campaign-sends/{id}/send-now */
export function sendNow(message: Sent) {
  return unwrap(
    client.api['campaign-sends'][':id']['send-now'].$post({ param: { id: message.id }, json: shownTo(message) }),
  );
}

/** Sends a message once more, whatever became of the one before. POST /api/campaign-sends/{id}/resend */
export function resend(message: Sent) {
  return unwrap(
    client.api['campaign-sends'][':id'].resend.$post({ param: { id: message.id }, json: shownTo(message) }),
  );
}

/** Says that a message of unknown fate was sent. POST /api/campaign-sends/{id}/mark-sent */
export function markSent(id: string) {
  return unwrap(client.api['campaign-sends'][':id']['mark-sent'].$post({ param: { id } }));
}

/** Lets a message of a deleted campaign rest, its fate unknown. POST /api/campaign-sends/{id}/set-aside */
export function setAside(id: string) {
  return unwrap(client.api['campaign-sends'][':id']['set-aside'].$post({ param: { id } }));
}

/** Ends a follow-up that waits, so that no further one comes. POST /api/campaign-sends/{id}/stop-follow-ups */
export function stopFollowUps(id: string) {
  return unwrap(client.api['campaign-sends'][':id']['stop-follow-ups'].$post({ param: { id } }));
}

/** PATCH /api/campaign-sends/{id}/status */
export function markReplied(id: string) {
  return unwrap(client.api['campaign-sends'][':id'].status.$patch({ param: { id }, json: { status: 'replied' } }));
}

function sentText(result: SendView | AcceptedView, to: string | null): ToastText {
  const whom = to ?? 'the partner';
  if (isAccepted(result)) return { title: 'Sending', text: `The email to ${whom} is on its way.` };
  return { title: 'Email Sent', text: `Sent to ${whom}.` };
}

function useSending(send: (message: Sent) => Promise<SendView | AcceptedView>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { failure: failure('Send Failed', 'Failed to send email') },
    onSuccess: (result, message) => showToast(sentText(result, nextAddress(message))),
    onSettled: () => refetchCampaigns(queries),
  });
}

export function useSendNow() {
  return useSending(sendNow);
}

export function useResend() {
  return useSending(resend);
}

export function useMarkReplied() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (message: Pick<SendView, 'id'>) => markReplied(message.id),
    meta: { failure: fixedFailure('Error', 'Failed to update message status. Please try again.') },
    onSuccess: async () => {
      showToast({ title: 'Status Updated', text: 'The message is marked as replied.' });
      await refetchCampaigns(queries);
    },
  });
}

export function useStopFollowUps() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (message: Pick<SendView, 'id'>) => stopFollowUps(message.id),
    meta: { failure: failure('Error', 'Failed to stop the follow-ups. Please try again.') },
    onSuccess: () => showToast({ title: 'Follow-ups Stopped', text: 'This partner gets no further follow-up.' }),
    onSettled: () => refetchCampaigns(queries),
  });
}

export function useMarkSent() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (message: Pick<SendView, 'id'>) => markSent(message.id),
    meta: { failure: failure('Error', 'Failed to update message status. Please try again.') },
    onSuccess: () => showToast({ title: 'Status Updated', text: 'The message counts as sent.' }),
    onSettled: () => refetchCampaigns(queries),
  });
}

export function useSetAside() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (message: Pick<SendView, 'id'>) => setAside(message.id),
    meta: { failure: failure('Error', 'Failed to update message status. Please try again.') },
    onSuccess: () => showToast({ title: 'Status Updated', text: 'The message is dismissed.' }),
    onSettled: () => refetchCampaigns(queries),
  });
}
