import { useState } from 'react';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { Dialog } from '../../components/ui/Dialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { classes } from '../../lib/classes.ts';
import { GenerationProgress } from './GenerationProgress.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import type { MessageDraft } from './messageDraft.ts';
import { SendStatusBadge } from './SendStatusBadge.tsx';
import { useSends } from './sends.ts';

/** Every message of a campaign, to read, edit and approve; sent ones can be sent once more. */
export function PreviewDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const sends = useSends(props.campaign.id);
  const [openedId, setOpenedId] = useState<string | null>(null);
  // What was typed stays while one looks at another message.
  const [drafts, setDrafts] = useState<Record<string, MessageDraft>>({});
  const messages = sends.data ?? [];
  const opened = messages.find((message) => message.id === openedId) ?? messages[0];
  const keep = (id: string, draft: MessageDraft | null): void =>
    setDrafts((before) => {
      const { [id]: _gone, ...others } = before;
      return draft ? { ...others, [id]: draft } : others;
    });
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title="Preview & Edit"
      description={`${props.campaign.name ?? 'Campaign'}: saving a text approves it; Start approves the rest.`}
    >
      {sends.isError && (
        <Notice tone="bad" className="m-5">
          The messages could not be loaded. Close this and try again.
        </Notice>
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
        <div className="flex min-h-0 flex-1 flex-col sm:grid sm:min-h-96 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <ul
            aria-label="Messages"
            className="min-h-0 divide-y overflow-y-auto border-line bg-sunken max-sm:max-h-40 max-sm:shrink-0 max-sm:border-b sm:border-r"
          >
            {messages.map((message) => (
              <li key={message.id}>
                <MessageTab
                  message={message}
                  current={message.id === opened.id}
                  changed={message.id in drafts}
                  onOpen={() => setOpenedId(message.id)}
                />
              </li>
            ))}
          </ul>
          <MessageEditor
            key={opened.id}
            message={opened}
            draft={drafts[opened.id]}
            onDraft={(draft) => keep(opened.id, draft)}
          />
        </div>
      )}
      {sends.data && messages.length === 0 && (
        <p className="px-5 py-8 text-center text-ink-2">This campaign has no messages yet.</p>
      )}
    </Dialog>
  );
}

function MessageTab(props: { message: SendView; current: boolean; changed: boolean; onOpen: () => void }) {
  const { message } = props;
  return (
    <button
      type="button"
      aria-current={props.current ? 'true' : undefined}
      onClick={props.onOpen}
      className={classes(
        'flex w-full items-center gap-2 px-4 py-2.5 text-left hover:bg-surface',
        props.current && 'bg-surface shadow-[inset_3px_0_0_var(--color-accent)]',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{message.partner.name ?? 'Erased'}</span>
        <span className="block truncate text-ink-3 text-note">
          {props.changed ? 'not saved' : message.edited ? `${message.detail}, edited` : message.detail}
        </span>
      </span>
      <SendStatusBadge status={message.status} />
    </button>
  );
}
