import { Sparkles, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { AnswerProblemView, SentMailView, ThreadMailView, ThreadView } from '../../../api/views.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { emptyVariable, variableIn } from '../../../events/shared/variables.ts';
import { Button } from '../../components/ui/Button.tsx';
import { RemovableChip } from '../../components/ui/Chip.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { outcomeUncertain } from '../../lib/apiError.ts';
import { isAccepted } from '../../lib/client.ts';
import { momentIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useSaveContact } from '../partners/api.ts';
import { useUserZone } from '../profile/api.ts';
import { FlawNotice } from '../review/FlawNotice.tsx';
import { InsertMenu } from '../texts/InsertMenu.tsx';
import { filledIn, useFill } from '../texts/useFill.ts';
import { AnswerFailure } from './AnswerFailure.tsx';
import { openFlawsOf, useAiDraft } from './aiDraft.ts';
import { type Recipients, useAnswerDraft } from './answerDraft.ts';
import { useSendAnswer } from './api.ts';

const MAC = /Mac|iP(hone|ad|od)/.test(navigator.platform);

const answerOf = (mails: readonly ThreadMailView[], step: string): SentMailView | undefined =>
  mails.find((mail): mail is SentMailView => mail.kind === 'sent' && mail.answer === step);

const WHOLE: Recipients = { to: null, without: [] };

/** Where the user answers a conversation. Typed text is kept until it is sent. */
export function AnswerForm(props: { thread: ThreadView; onSend?: (() => void) | undefined }) {
  const { id, answer, mails } = props.thread;
  const [draft, keep] = useAnswerDraft(id);
  const [missing, setMissing] = useState(false);
  const [unsure, setUnsure] = useState<string | null>(null);
  const send = useSendAnswer(props.thread);
  const ai = useAiDraft(props.thread);
  const [wish, setWish] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const [picked, choose] = useState<Recipients | null>(null);
  const chosen = picked ?? draft?.recipients ?? WHOLE;
  const to = answer.choices.find((one) => one === chosen.to) ?? answer.to;
  const copies = answer.copies.filter((copy) => copy !== to && !chosen.without.includes(copy));

  const body = draft?.body ?? '';
  const before = draft && answerOf(mails, draft.step);
  const arrived = before?.body === body.trim();
  useEffect(() => {
    // in the thread: sent, being sent, or there with the reason why not
    if (arrived) keep(() => null);
  }, [arrived, keep]);
  const answeredElsewhere = Boolean(before && body.trim() && !arrived);
  const sending = send.isPending && send.variables.step === draft?.step;
  const tooLong = body.trim().length > LONGEST.body;
  const fill = useFill(props.thread.partner);
  const empty = variableIn(body);
  const wrong = tooLong
    ? 'The answer is too long.'
    : empty
      ? `${emptyVariable(empty)}. Write it out.`
      : missing && 'Write an answer first.';
  // the person cannot be reached, whatever the account or day: a draft would be paid for and never sent
  const unreachable = answer.problem !== null && !answer.problem.until && !answer.problem.account;
  const flaws = draft ? openFlawsOf(draft) : [];

  const type = (text: string): void => {
    setMissing(false);
    keep((now) => {
      if (text === '' && !now?.awaits) return null;
      const step = now?.body.trim() ? now.step : answer.step;
      return { replaced: null, awaits: null, ...now, step, body: text };
    });
  };
  const submit = (): void => {
    if (send.isPending || answer.problem || answeredElsewhere || tooLong || empty) return;
    setMissing(!body.trim());
    if (draft && body.trim()) {
      props.onSend?.();
      send.mutate(
        { step: draft.step, body, to: to ?? undefined, copies },
        {
          onError: (error) => outcomeUncertain(error) && setUnsure(draft.step),
          onSuccess: (sent) => {
            // the key of its Undo would be typed into the field
            if (isAccepted(sent) || sent.undoUntil === null || document.activeElement !== field.current) return;
            document.querySelector<HTMLElement>('[data-screen-heading]')?.focus({ preventScroll: true });
          },
        },
      );
    } else field.current?.focus();
  };
  const askByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // the form around it sends the answer
    event.preventDefault();
    if (!ai.pending && !sending) ai.ask(wish);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape') field.current?.blur();
  };

  return (
    <form
      aria-label="Answer"
      className="flex flex-col gap-3 border-t bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p dir="auto" title={answer.subject} className="line-clamp-2 break-words font-medium">
            {answer.subject}
          </p>
          {to !== null && (
            <p className="break-words text-ink-3 text-note">
              {answer.from && `from ${answer.from} `}to{' '}
              {answer.choices.length > 1 ? (
                <Select
                  label="To"
                  value={to}
                  onChange={(value) => choose({ ...chosen, to: value })}
                  options={answer.choices.map((value) => ({ value, label: value }))}
                  className="w-auto max-w-full"
                />
              ) : (
                to
              )}
            </p>
          )}
          {copies.length > 0 && (
            <p className="flex flex-wrap items-center gap-1 text-ink-3 text-note">
              Cc{' '}
              {copies.map((copy) => (
                <RemovableChip
                  key={copy}
                  removeLabel={`No copy to ${copy}`}
                  onRemove={() => choose({ ...chosen, without: [...chosen.without, copy] })}
                >
                  {copy}
                </RemovableChip>
              ))}
            </p>
          )}
        </div>
        {draft?.replaced && !ai.pending && (
          <Button
            variant="ghost"
            onClick={() => keep((now) => now && { ...now, body: now.replaced ?? '', replaced: null, drafted: null })}
          >
            <Undo2 aria-hidden />
            Restore my text
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Field label="What should it say?" hideLabel className="min-w-0 flex-1 basis-48">
          {(control) => (
            <Input
              {...control}
              dir="auto"
              value={wish}
              disabled={unreachable}
              maxLength={LONGEST.wish}
              placeholder="What should it say? (optional)"
              onChange={(event) => setWish(event.target.value)}
              onKeyDown={askByKey}
            />
          )}
        </Field>
        <Button variant="ghost" pending={ai.pending} disabled={sending || unreachable} onClick={() => ai.ask(wish)}>
          {!ai.pending && <Sparkles aria-hidden />}
          {ai.pending ? 'Drafting…' : 'Draft with AI'}
        </Button>
      </div>
      <OtherAddress thread={props.thread} />
      {answer.problem && <Problem problem={answer.problem} />}
      {answeredElsewhere && (
        <Notice
          tone="warn"
          action={<Button onClick={() => keep((now) => now && { ...now, step: answer.step })}>Keep mine</Button>}
        >
          Another answer was sent while you wrote this one. Read it before you send yours.
        </Notice>
      )}
      {flaws.length > 0 && <FlawNotice flaws={flaws}>Read it before you send it.</FlawNotice>}
      <Field label="Your answer" error={wrong || undefined} limit={LONGEST.body}>
        {(control) => (
          <>
            <Textarea
              {...control}
              ref={field}
              data-answer
              dir="auto"
              rows={4}
              readOnly={sending}
              value={body}
              onChange={(event) => type(filledIn(event.target, fill))}
              onKeyDown={press}
              className="field-sizing-content max-h-[60dvh] min-h-24 resize-y"
            />
            <InsertMenu field={control.id} label="your answer" />
          </>
        )}
      </Field>
      {draft && send.variables?.step === draft.step && (
        <AnswerFailure error={send.error} press="Send" unsure={unsure === draft.step} />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {!body && !unreachable && <AiEstimate operation="replyDraft" what="One draft by AI" className="mr-auto" />}
        {body && (
          <p className="mr-auto text-ink-3 text-note max-sm:w-full">
            <span className="max-md:hidden">{MAC ? '⌘' : 'Ctrl'} + Enter sends it. </span>Your signature is added.
          </p>
        )}
        <div className="flex gap-2">
          {body && !sending && (
            <Button variant="ghost" onClick={() => keep((now) => (now?.awaits ? { ...now, body: '' } : null))}>
              Discard
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            pending={sending}
            disabled={answer.problem !== null || answeredElsewhere || tooLong || empty !== null}
          >
            Send
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The person wrote from another address than theirs, and an answer does not go to theirs. */
function OtherAddress({ thread: { partner, mails, answer } }: { thread: ThreadView }) {
  const save = useSaveContact();
  const newest = mails.findLast((mail) => mail.kind === 'received' && !mail.automatic);
  const from = newest?.kind === 'received' ? newest.from : null;
  const own = partner.contactInfo?.email;
  if (!from || !own || from === own.toLowerCase() || answer.to === own) return null;
  return (
    <Notice
      tone="info"
      action={
        <Button pending={save.isPending} onClick={() => save.mutate({ partner, email: from })}>
          Save as their address
        </Button>
      }
    >
      <span className="break-all">Their last email came from {from}.</span>
    </Notice>
  );
}

/** Why nothing can be sent now, until when, and where it can be fixed. */
function Problem(props: { problem: AnswerProblemView }) {
  const { text, until, where, account } = props.problem;
  const zone = useUserZone();
  const now = useNow();
  return (
    <Notice tone="warn">
      {text}{' '}
      {until && (
        <>
          No emails leave until <time dateTime={until}>{momentIn(zone, until, now)}</time>.{' '}
        </>
      )}
      {where && (
        <Link href={`/settings${account ? `?account=${account}` : ''}#${where}`} className="link whitespace-nowrap">
          Open settings
        </Link>
      )}
    </Notice>
  );
}
