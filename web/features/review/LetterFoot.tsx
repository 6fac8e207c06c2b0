import { Check, Pencil } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Hint } from '../../components/ui/Hint.tsx';
import { Kbd } from '../../components/ui/Kbd.tsx';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { ariaKeys } from '../../lib/shortcuts.ts';
import { isEditable, READ_ONLY } from '../campaigns/messageState.ts';
import { ResendButton } from '../campaigns/ResendButton.tsx';
import { ImproveText } from './ImproveText.tsx';
import { type KeptDraft, type MessageDraft, sameText, savedText, textOf } from './messageDraft.ts';

/** At the foot of the window: what the AI should change, and what happens to the letter. */
export function LetterFoot(props: {
  message: SendView;
  shown: MessageDraft;
  draft: KeptDraft | undefined;
  editing: boolean;
  approve: RefObject<HTMLButtonElement | null>;
  isApprovable: boolean;
  isSaving: boolean;
  onEdit: () => void;
  onDiscard: () => void;
  onApprove: () => void;
  onNext: () => void;
  onImproved: (before: MessageDraft, after: MessageDraft) => void;
  actions?: ReactNode;
}) {
  const { message, shown, draft } = props;
  const editable = isEditable(message);
  const overOther = draft !== undefined && !props.isSaving && !sameText(draft.over, savedText(message));
  return (
    <footer
      data-foot
      className="sticky bottom-(--tab-bar) z-5 flex flex-wrap items-end gap-x-4 gap-y-2 border-t bg-surface px-4 py-2.5 sm:px-6"
    >
      {editable && shown.body.trim() !== '' && (
        <ImproveText message={message} shown={textOf(shown)} onImproved={props.onImproved} />
      )}
      <div className="ml-auto flex min-h-9 flex-wrap items-center justify-end gap-2">
        {!editable && <p className="mr-auto text-ink-3 text-small">{READ_ONLY[message.status] ?? ''}</p>}
        {draft && <p className="mr-auto text-ink-3 text-small">Saving approves it, unless it is flagged.</p>}
        {!draft && message.status !== 'unknown' && <ResendButton message={message} first={!message.needsAddress} />}
        {draft && (
          <Button variant="ghost" onClick={props.onDiscard}>
            Discard changes
          </Button>
        )}
        {editable && !props.editing && (
          <Tooltip text={<Hint text="Edit this message" of="edit" />}>
            <Button variant="ghost" aria-keyshortcuts={ariaKeys('edit')} onClick={props.onEdit}>
              <Pencil aria-hidden />
              Edit
            </Button>
          </Tooltip>
        )}
        {props.editing && (
          <Button type="submit" variant={draft ? 'primary' : 'outline'} disabled={!draft} pending={props.isSaving}>
            {overOther ? 'Save mine anyway' : 'Save Changes'}
          </Button>
        )}
        {props.actions}
        {!draft && !props.actions && (
          <Button variant="ghost" onClick={props.onNext}>
            {props.isApprovable ? 'Skip' : 'Next to review'}
          </Button>
        )}
        {props.isApprovable && (
          <Button
            ref={props.approve}
            data-first
            variant="primary"
            aria-keyshortcuts={ariaKeys('approveMessage')}
            // approving goes on elsewhere; a double click must not approve the next text unread
            pending={false}
            onClick={props.onApprove}
          >
            <Check aria-hidden />
            {message.flaws.length > 0 ? 'Approve anyway' : 'Approve & next'}
            {message.flaws.length === 0 && <Kbd of="approveMessage" on="accent" />}
          </Button>
        )}
      </div>
    </footer>
  );
}
