import { Sparkles } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useImproveMessage } from './api.ts';
import { type MessageDraft, sameText } from './messageDraft.ts';

/** Has the AI rewrite the text that is shown, as the person asks. The result is a change that is not saved yet. */
export function ImproveText(props: {
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
