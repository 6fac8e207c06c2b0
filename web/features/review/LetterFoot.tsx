import { Check, Pencil, Sparkles } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Hint } from '../../components/ui/Hint.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Kbd } from '../../components/ui/Kbd.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { ariaKeys } from '../../lib/shortcuts.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { isEditable, READ_ONLY } from '../campaigns/messageState.ts';
import { ResendButton } from '../campaigns/ResendButton.tsx';
import { useImproveMessage } from './api.ts';
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

/** Has the AI rewrite the text that is shown, as the person asks. The result is a change that is not saved yet. */
function ImproveText(props: {
  message: SendView;
  shown: MessageDraft;
  /** The AI's text for `before`. */
  onImproved: (before: MessageDraft, after: MessageDraft) => void;
}) {
  const { message, shown } = props;
  const { subject, body } = shown;
  const [instruction, setInstruction] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const improve = useImproveMessage(message.id);
  const { revision } = message;
  const pending = improve.isPending || revision?.status === 'open';
  const later =
    revision?.status === 'done' && revision.body !== null
      ? { subject: revision.subject ?? '', body: revision.body }
      : null;
  const ask = (): void => {
    if (pending) return;
    const missing = instruction.trim() === '';
    setProblem(missing ? 'Say what the AI should change' : undefined);
    if (missing) return;
    // not by a callback of mutate, which is never called once another message is looked at
    improve.mutateAsync({ instruction, subject, body }).then(
      (after) => after && props.onImproved({ subject, body }, after),
      () => undefined,
    );
  };
  const askByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // the form around it saves the text
    event.preventDefault();
    ask();
  };
  return (
    <div className="min-w-0 flex-1 basis-72">
      {later && !pending && !sameText(later, shown) && (
        <Notice tone="info" className="mb-2">
          The AI has improved this text.{' '}
          <button type="button" className="link" onClick={() => props.onImproved(shown, later)}>
            Show it
          </button>
        </Notice>
      )}
      {revision?.status === 'failed' && !pending && (
        <Notice tone="warn" className="mb-2">
          The AI could not improve this text. {revision.reason}
        </Notice>
      )}
      <div className="flex items-start gap-2">
        <div className="relative min-w-0 flex-1">
          <Sparkles
            aria-hidden
            className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-3 max-md:top-3"
          />
          <Field label="What should change?" hideLabel error={problem}>
            {(control) => (
              <Input
                {...control}
                value={instruction}
                maxLength={1000}
                placeholder="Rewrite: shorter, warmer…"
                className="pl-8"
                onChange={(event) => setInstruction(event.target.value)}
                onKeyDown={askByKey}
              />
            )}
          </Field>
        </div>
        <Button pending={pending} className="h-9! max-md:h-10!" onClick={ask}>
          Improve
        </Button>
      </div>
      {instruction !== '' && <AiEstimate operation="messageGeneration" what="One text" className="mt-1" />}
    </div>
  );
}
