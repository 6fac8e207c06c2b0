import { type ReactNode, type RefObject, useState } from 'react';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { versionText } from '../campaigns/messageState.ts';
import { useEditMessage } from './api.ts';
import { MessageEditor } from './MessageEditor.tsx';
import { savedText } from './messageDraft.ts';
import { useMessageDrafts } from './messageDrafts.ts';
import { ReviewAside } from './ReviewAside.tsx';
import { useMessageEvidence } from './useMessageEvidence.ts';

/** One text to read and approve, outside of its campaign's review. `onLeave`: it is about to be approved. */
export function ReviewOne(props: {
  place: RefObject<HTMLElement | null>;
  message: SendView;
  campaign: CampaignView | null;
  head: ReactNode;
  actions: ReactNode;
  onLeave: () => void;
}) {
  const { message, campaign, onLeave } = props;
  const { drafts, keep, improve, saved } = useMessageDrafts();
  const approve = useEditMessage('The text is approved.');
  const text = savedText(message);
  return (
    <Opened
      place={props.place}
      message={message}
      language={campaign?.language ?? null}
      version={campaign && versionText(campaign, message)}
      draft={drafts[message.id]}
      onDraft={(draft) => keep(message.id, draft)}
      onImproved={(before, after) => improve(message, before, after)}
      onSaved={(typed, stored) => saved(message.id, typed, stored)}
      onApprove={() => {
        // the list may have its news before the call has its answer, and this is gone by then
        onLeave();
        approve.mutate({ id: message.id, text: { ...text, seen: text, passed: message.flaws } });
      }}
      onNext={onLeave}
      head={props.head}
      actions={props.actions}
    />
  );
}

/** The letter and what it rests on; what is pointed at on one side is marked on the other. */
export function Opened(props: Omit<Parameters<typeof MessageEditor>[0], 'facts' | 'pointed' | 'onPoint'>) {
  const { message } = props;
  const evidence = useMessageEvidence(message);
  const [pointed, setPointed] = useState<readonly string[]>([]);
  return (
    <>
      <MessageEditor {...props} facts={evidence.used} pointed={pointed} onPoint={setPointed} />
      <ReviewAside message={message} draft={props.draft} evidence={evidence} pointed={pointed} onPoint={setPointed} />
    </>
  );
}
