import { Pencil, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { SentMailView, ThreadView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Kbd } from '../../components/ui/Kbd.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { outcomeUncertain } from '../../lib/apiError.ts';
import { ConnectionLost } from '../../lib/connection.ts';
import { ariaKeys, useShortcuts } from '../../lib/shortcuts.ts';
import { RESEND_UNCONFIRMED } from '../campaigns/messageState.ts';
import { AnswerFailure } from './AnswerFailure.tsx';
import { draftAgain, useAnswerDraft } from './answerDraft.ts';
import { useSendAnswer, useTakeBackAnswer } from './api.ts';

type Props = { mail: SentMailView; thread: ThreadView };

/** Whom the user chose the first time, as far as the thread still offers them. */
const recipientsOf = ({ mail, thread: { answer } }: Props) => ({
  to: answer.choices.find((one) => one === mail.recipientEmail),
  copies: answer.copies.filter((copy) => mail.copies.includes(copy)),
});

/** An answer that waits for its Undo. `undoKey`: Today has Z for another act, and takes back by its own key. */
export function Leaving({ mail, thread, undoKey }: Props & { undoKey: 'undoAnswer' | 'undoToday' }) {
  const takeBack = useTakeBackAnswer(thread.id);
  const { answer: step, body, recipientEmail, copies } = mail;
  const undo = (): void => {
    if (step === null || body === null || takeBack.isPending) return;
    takeBack.mutate({ step, body, to: recipientEmail ?? undefined, copies });
  };
  useShortcuts(undoKey === 'undoAnswer' ? { undoAnswer: undo } : {});
  return (
    <p className="flex items-center gap-2 text-ink-2 text-small">
      Sending…
      <Button aria-keyshortcuts={ariaKeys(undoKey)} pending={takeBack.isPending} onClick={undo}>
        {!takeBack.isPending && <Undo2 aria-hidden />}
        Undo
        <Kbd of={undoKey} />
      </Button>
    </p>
  );
}

/** An answer that did not leave, with the reason. The newest one can be sent again, or changed first. */
export function NotSent({ mail, thread }: Props) {
  const { step, problem } = thread.answer;
  const [draft, keep] = useAnswerDraft(thread.id);
  const send = useSendAnswer(thread);
  const { body } = mail;
  const recipients = recipientsOf({ mail, thread });
  const newest = thread.mails.findLast((one) => one.kind === 'sent' && one.answer !== null)?.id === mail.id;
  return (
    <Notice
      tone="bad"
      action={
        newest &&
        body !== null && (
          <span className="flex flex-wrap gap-2">
            {!problem && (
              <Button pending={send.isPending} onClick={() => send.mutate({ step, body, ...recipients })}>
                {!send.isPending && <Send aria-hidden />}
                Try again
              </Button>
            )}
            {!draft?.body && (
              <Button
                onClick={() => {
                  keep(() => draftAgain({ body, ...recipients }, thread.answer));
                  document.querySelector<HTMLElement>('[data-answer]')?.focus();
                }}
              >
                <Pencil aria-hidden />
                Edit
              </Button>
            )}
          </span>
        )
      }
    >
      <p className="font-semibold">This answer was not sent</p>
      <p>{mail.detail.replace(/\.?$/, '.')}</p>
      <AnswerFailure error={send.error} press="Try again" className="mt-2" />
    </Notice>
  );
}

/** Sends an answer once more of which nobody knows whether it left; it takes the place of that one. */
export function SendAnswerAgain({ mail, thread }: Props) {
  /** The step when it was asked for: pressed once more, it joins what the call before may have begun. */
  const [asked, setAsked] = useState<string | null>(null);
  const send = useSendAnswer(thread);
  const { step, problem } = thread.answer;
  const { body, answer } = mail;
  return (
    <>
      <Button pending={send.isPending} disabled={problem !== null || body === null} onClick={() => setAsked(step)}>
        {!send.isPending && <Send aria-hidden />}
        Send again
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={RESEND_UNCONFIRMED.title}
        confirmLabel="Send again"
        destructive
        pending={send.isPending}
        onConfirm={() => {
          if (body === null || answer === null || asked === null) return;
          send.mutate(
            { step: asked, body, replaces: answer, ...recipientsOf({ mail, thread }) },
            {
              onSettled: (_sent, error) => error instanceof ConnectionLost || outcomeUncertain(error) || setAsked(null),
            },
          );
        }}
      >
        {RESEND_UNCONFIRMED.warning(mail.recipientEmail ?? 'The recipient')}
        <AnswerFailure error={send.error} press="Send again" className="mt-3" />
      </ConfirmDialog>
    </>
  );
}
