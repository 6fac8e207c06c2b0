import { useEffect } from 'react';
import type { ConversationView, ThreadView } from '../../../api/views.ts';
import { QUESTION_TEXTS } from '../../../events/conversations/question.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { useAnswerQuestion } from './api.ts';

type Asked = NonNullable<ConversationView['question']>;

const CHOICES: Readonly<Record<Asked['sign'], { yes: string; no: string }>> = {
  legal_request: { yes: 'Yes, a legal request', no: 'No, go on' },
  unsubscribe: { yes: 'Yes, stop', no: 'No, go on' },
  bounce: { yes: 'Yes, stop writing to it', no: 'No, go on' },
  automatic: { yes: 'Yes, automatic', no: 'No, they replied' },
};

/** A weak sign's question, above its emails. `onGone`: it was answered, and took the focus along. */
export function Question(props: { thread: ThreadView; onGone: () => void }) {
  const { onGone } = props;
  const { id, question } = props.thread;
  const answer = useAnswerQuestion(id);
  const gone = !question && !answer.isIdle;
  useEffect(() => {
    if (gone && document.activeElement === document.body) onGone();
  }, [gone, onGone]);
  if (!question) return null;
  const { sign, receivedId } = question;
  const words = CHOICES[sign];
  return (
    <section aria-labelledby="question" className="flex flex-col gap-2 border-b bg-signal-soft px-4 py-3">
      <h3 id="question" className="font-semibold">
        {QUESTION_TEXTS[sign]}
      </h3>
      <p className="text-small">
        {question.unproved && 'This email answers none of yours, so someone else may have sent it. '}
        Emails to this person are held until you answer.
      </p>
      <div className="flex flex-wrap gap-2">
        {(['yes', 'no'] as const).map((choice) => {
          const chosen = answer.variables?.answer === choice;
          return (
            <Button
              key={choice}
              pending={answer.isPending && chosen}
              disabled={answer.isPending && !chosen}
              onClick={() => answer.mutate({ answer: choice, sign, receivedId })}
            >
              {words[choice]}
            </Button>
          );
        })}
      </div>
    </section>
  );
}

/** In the list: what waits for the user's answer. */
export function QuestionBadge(props: { question: ConversationView['question'] }) {
  if (!props.question) return null;
  return <Badge tone="warn">Held</Badge>;
}
