import { useCallback } from 'react';
import type { SendView } from '../../../api/views.ts';
import { keptDrafts } from '../../lib/keptDrafts.ts';
import { useCurrentUser } from '../session/api.ts';
import { type KeptDraft, type MessageDraft, sameText, savedText } from './messageDraft.ts';

const useDrafts = keptDrafts<KeptDraft>('messages');

/** Unsaved texts of messages, and their three possible fates. */
export function useMessageDrafts() {
  const [drafts, change] = useDrafts(useCurrentUser().data?.id ?? '');
  const keep = useCallback((id: string, draft: KeptDraft | null) => change(id, () => draft), [change]);
  /** Takes the place of the text that was improved; of one that was changed since, it does not. */
  const improve = useCallback(
    (message: SendView, before: MessageDraft, after: MessageDraft) =>
      change(message.id, (draft) => {
        const over = draft?.over ?? savedText(message);
        return sameText(draft ?? over, before) ? { ...after, over, before } : draft;
      }),
    [change],
  );
  /** `typed` was saved; what was typed since stays. */
  const saved = useCallback(
    (id: string, typed: MessageDraft, stored: MessageDraft) =>
      change(id, (draft) => (draft && !sameText(draft, typed) ? { ...draft, over: stored } : null)),
    [change],
  );
  return { drafts, keep, improve, saved };
}
