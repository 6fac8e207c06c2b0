import type { ImproveRequest, MessageSave } from '../../../events/messages/messageInput.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure, messageEditFailure } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS } from '../../lib/liveKeys.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetch, useAction } from '../../lib/useAction.ts';
import { editMessage } from '../campaigns/messages.ts';
import type { MessageDraft } from './messageDraft.ts';

/** Changes and approves one text. `done`: what the notice says. */
export const useEditMessage = (done: string) =>
  useAction({
    call: ({ id, text }: { id: string; text: MessageSave }) => editMessage(id, text),
    failed: messageEditFailure,
    // the other text, or that it was sent, is to be seen at once
    onError: (error, _edit, _before, { client: queries }) =>
      hasStatus(error, 409) ? refetch(queries, CAMPAIGNS) : undefined,
    after: async ({ flaws }, _edit, queries) => {
      await refetch(queries, CAMPAIGNS);
      // last: after this nothing is unsaved, so closing asks nothing
      const text = flaws.length > 0 ? 'Your text is saved, but it was flagged. Read why before you approve it.' : done;
      showToast({ title: 'Message Updated', text });
    },
  });

/** The rewritten text; null while the AI still writes: then the message has it later. */
export const useImproveMessage = (id: string) =>
  useAction({
    call: async (json: ImproveRequest): Promise<MessageDraft | null> => {
      const improved = await unwrap(client.api['campaign-sends'][':id'].improve.$post({ param: { id }, json }));
      return isAccepted(improved) ? null : improved;
    },
    failed: failure('Not Improved', 'Failed to improve the text'),
    stale: CAMPAIGNS,
  });

/** Sends a text to the user's own address. It may need longer than the call. */
export const useSendCopy = (id: string) =>
  useAction({
    call: (text: MessageDraft) => {
      const requestId = crypto.getRandomValues(new Uint32Array(4)).join('-');
      return unwrap(client.api['campaign-sends'][':id'].copy.$post({ param: { id }, json: { ...text, requestId } }));
    },
    failed: failure('Not Sent', 'Failed to send the text to you'),
    done: (sent) => ({
      title: 'Sent to You',
      text: isAccepted(sent) || !sent.to ? 'It is on its way to your inbox.' : `Look into the inbox of ${sent.to}.`,
    }),
  });
