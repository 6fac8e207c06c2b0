import { useMemo, useState } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Dialog } from '../../components/ui/Dialog.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { ScrollRows } from '../../components/ui/ScrollRows.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { counted } from '../../lib/numbers.ts';
import { useUnsavedGuard } from '../../lib/unsavedGuard.ts';
import { GenerationProgress } from './GenerationProgress.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { MessageTab } from './MessageTab.tsx';
import { isEditable, type KeptDraft, type MessageDraft, sameText, savedText } from './messageDraft.ts';
import { firstToOpen, orderMessages, waitsForReview } from './messageOrder.ts';
import { useSends } from './sends.ts';
import { versionText } from './versionText.ts';

const TAB_PX = 57;

/** Every message of a campaign, to read, edit and approve; sent ones can be sent once more. */
export function PreviewDialog(props: {
  campaign: CampaignView;
  /** The message to open, instead of the first to review. */
  messageId?: string;
  onClose: () => void;
}) {
  const sends = useSends(props.campaign.id);
  const [openedId, setOpenedId] = useState<string | null>(props.messageId ?? null);
  // What was typed stays while one looks at another message.
  const [drafts, setDrafts] = useState<Record<string, KeptDraft>>({});
  const [leaving, setLeaving] = useState(false);
  const messages = useMemo(
    () => orderMessages((sends.data ?? []).filter(({ answer }) => answer === null)),
    [sends.data],
  );
  const opened = messages.find(({ id }) => id === openedId) ?? firstToOpen(messages);
  // stays open when it is approved, or another one comes to be reviewed
  if (opened && opened.id !== openedId) setOpenedId(opened.id);
  const unsaved = messages.filter((message) => message.id in drafts && isEditable(message)).length;
  useUnsavedGuard(unsaved > 0, () => setLeaving(true));
  const toReview = messages.filter(waitsForReview).length;
  const keep = (id: string, draft: KeptDraft | null): void =>
    setDrafts((before) => {
      const { [id]: _gone, ...others } = before;
      return draft ? { ...others, [id]: draft } : others;
    });
  /** Takes the place of the text that was improved; of one that was changed since, it does not. */
  const improved = (id: string, before: MessageDraft, after: MessageDraft): void =>
    setDrafts((drafts) => {
      const message = messages.find((one) => one.id === id);
      if (!message) return drafts;
      const now = drafts[id] ?? savedText(message);
      const over = drafts[id]?.over ?? savedText(message);
      return sameText(now, before) ? { ...drafts, [id]: { ...after, over, before } } : drafts;
    });
  const drop = (id: string, typed: MessageDraft, stored: MessageDraft): void =>
    setDrafts((before) => {
      const { [id]: kept, ...others } = before;
      if (!kept) return before;
      return sameText(kept, typed) ? others : { ...others, [id]: { ...kept, over: stored } };
    });
  const openNext = (after: string): void => {
    const place = messages.findIndex(({ id }) => id === after);
    const others = [...messages.slice(place + 1), ...messages.slice(0, place)];
    const next = others.find(waitsForReview);
    if (next) setOpenedId(next.id);
  };
  return (
    <Dialog
      wide
      onClose={() => (unsaved > 0 ? setLeaving(true) : props.onClose())}
      title="Preview & Edit"
      description={`${props.campaign.name ?? 'Campaign'}: ${
        toReview > 0
          ? `${toReview} of ${counted(messages.length, 'message')} to approve.`
          : 'nothing waits for approval.'
      } Saving a text approves it, too.`}
    >
      {sends.isError && (
        <LoadFailed again={sends} className="m-5">
          The messages could not be loaded.
        </LoadFailed>
      )}
      {sends.isPending && (
        <div role="status" aria-label="Loading messages" className="flex min-h-96 flex-col gap-3 p-5">
          <Skeleton className="h-10" />
          <Skeleton className="h-64" />
        </div>
      )}
      {props.campaign.generation && (
        <div className="border-b px-5 pb-3">
          <GenerationProgress campaign={props.campaign} />
        </div>
      )}
      {opened && (
        <div className="flex min-h-0 flex-1 flex-col sm:grid sm:min-h-96 sm:grid-cols-[15rem_minmax(0,1fr)] sm:grid-rows-[minmax(0,1fr)]">
          <ScrollRows
            label="Messages"
            items={messages}
            rowPx={TAB_PX}
            className="border-line bg-sunken max-sm:max-h-36 max-sm:shrink-0 max-sm:border-b sm:border-r"
            row={(message) => (
              <MessageTab
                message={message}
                version={versionText(props.campaign, message)}
                current={message.id === opened.id}
                changed={message.id in drafts && isEditable(message)}
                onOpen={() => setOpenedId(message.id)}
              />
            )}
          />
          <MessageEditor
            key={opened.id}
            message={opened}
            draft={drafts[opened.id]}
            onDraft={(draft) => keep(opened.id, draft)}
            onImproved={(before, after) => improved(opened.id, before, after)}
            onSaved={(typed, stored) => drop(opened.id, typed, stored)}
            onApproved={() => openNext(opened.id)}
          />
        </div>
      )}
      {sends.data && messages.length === 0 && (
        <p className="px-5 py-8 text-center text-ink-2">This campaign has no messages yet.</p>
      )}
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title="Close without saving?"
        confirmLabel="Discard changes"
        destructive
        onConfirm={props.onClose}
      >
        {counted(unsaved, 'message')} {unsaved === 1 ? 'has' : 'have'} changes that are not saved.
      </ConfirmDialog>
    </Dialog>
  );
}
