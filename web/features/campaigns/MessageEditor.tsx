import { Check } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { momentIn } from '../../lib/dates.ts';
import { useUserZone } from '../profile/userZone.ts';
import { DeliveryText, noticeTone } from './DeliveryText.tsx';
import { useEditMessage } from './editMessage.ts';
import { FlawNotice } from './FlawNotice.tsx';
import { ImproveText } from './ImproveText.tsx';
import { MailSignature } from './MailSignature.tsx';
import {
  draftProblems,
  isEditable,
  type KeptDraft,
  type MessageDraft,
  sameText,
  savedText,
  textOf,
} from './messageDraft.ts';
import { ResendButton } from './ResendButton.tsx';
import { UnknownNotice } from './UnknownNotice.tsx';

/** One message: its text to edit and to approve while it is not sent, and the signature that goes below it. */
export function MessageEditor(props: {
  message: SendView;
  draft: KeptDraft | undefined;
  onDraft: (draft: KeptDraft | null) => void;
  onImproved: (before: MessageDraft, after: MessageDraft) => void;
  /** This text was saved; the person may have typed more since, or look at another message. */
  onSaved: (typed: MessageDraft, stored: MessageDraft) => void;
  /** The present text was approved. */
  onApproved: () => void;
}) {
  const { message } = props;
  const editable = isEditable(message);
  const saved = savedText(message);
  const draft = editable ? props.draft : undefined;
  const shown = draft ?? saved;
  const [problems, setProblems] = useState<Partial<MessageDraft>>({});
  const { zone, suffix } = useUserZone();
  const form = useRef<HTMLFormElement>(null);
  const save = useEditMessage('Your text is saved and approved.');
  const approve = useEditMessage('The text is approved.');
  const changedElsewhere = draft && !save.isPending && !sameText(draft.over, saved) ? saved : null;
  const written = message.subject !== null || message.body !== null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!draft) return;
    const { over, subject, body } = draft;
    const found = draftProblems(draft);
    setProblems(found);
    const first = found.subject ? 'subject' : found.body ? 'body' : null;
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    // not by a callback of mutate, which is never called once another message is looked at; a failure is said by the query client
    else
      save.mutateAsync({ id: message.id, text: { subject, body, seen: changedElsewhere ?? over } }).then(
        (stored) => props.onSaved(draft, savedText(stored)),
        () => undefined,
      );
  };
  const type = (part: Partial<MessageDraft>): void => {
    setProblems({});
    props.onDraft({ ...shown, over: draft?.over ?? saved, ...part });
  };

  const keepOld = ({ before, over }: KeptDraft): void =>
    props.onDraft(before && !sameText(before, saved) ? { ...before, over } : null);

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Message" className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-5 max-sm:p-4">
        <p className="break-words text-ink-2 text-small">
          To {message.partner.name ?? 'an erased partner'} · {message.recipientEmail ?? 'no address'}
          {message.sentAt && (
            <>
              {' '}
              · sent{' '}
              <time dateTime={message.sentAt}>
                {momentIn(zone, message.sentAt, Date.now())}
                {suffix}
              </time>
            </>
          )}
        </p>
        {message.status === 'unknown' && <UnknownNotice message={message} />}
        {message.status !== 'unknown' && message.errorMessage && <Notice tone="bad">{message.errorMessage}</Notice>}
        {message.delivery && (
          <Notice tone={noticeTone(message.delivery)}>
            <DeliveryText delivery={message.delivery} />
          </Notice>
        )}
        {message.markedSent && <Notice tone="info">{message.detail}</Notice>}
        {editable && message.flaws.length > 0 && <FlawNotice flaws={message.flaws} />}
        {editable && message.similarTo !== null && (
          <Notice tone="info">This text is nearly the same as the one to {message.similarTo}.</Notice>
        )}
        {changedElsewhere && <ChangedElsewhere text={changedElsewhere} />}
        {editable && !written && !draft && (
          <Notice tone="info">This message is not written yet. Generate it, or write it here yourself.</Notice>
        )}
        {draft?.before && <ImprovedByAi before={draft.before} onKeepOld={() => keepOld(draft)} />}
        <Field label="Subject" error={problems.subject}>
          {(control) => (
            <Input
              {...control}
              name="subject"
              readOnly={!editable}
              className={editable ? undefined : 'bg-sunken'}
              value={shown.subject}
              onChange={(event) => type({ subject: event.target.value })}
            />
          )}
        </Field>
        <Field label="Message" error={problems.body}>
          {(control) => (
            <Textarea
              {...control}
              name="body"
              rows={10}
              readOnly={!editable}
              className={editable ? undefined : 'bg-sunken'}
              value={shown.body}
              onChange={(event) => type({ body: event.target.value })}
            />
          )}
        </Field>
        {editable && shown.body.trim() !== '' && (
          <ImproveText message={message} shown={textOf(shown)} onImproved={props.onImproved} />
        )}
        {message.basedOn.length > 0 && <BasedOn facts={message.basedOn} />}
        <MailSignature />
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3 max-sm:px-4">
        {!editable && <p className="mr-auto text-ink-3 text-small">{READ_ONLY[message.status] ?? ''}</p>}
        {editable && message.status === 'pending' && message.approved && !draft && (
          <p className="mr-auto flex items-center gap-1.5 text-good text-small">
            <Check aria-hidden className="size-4" />
            Approved
          </p>
        )}
        {draft && (
          <Button variant="ghost" onClick={() => props.onDraft(null)}>
            Discard changes
          </Button>
        )}
        {editable && (
          <Button type="submit" variant={draft ? 'primary' : 'outline'} disabled={!draft} pending={save.isPending}>
            {changedElsewhere ? 'Save mine anyway' : 'Save Changes'}
          </Button>
        )}
        {message.status === 'pending' && written && !message.approved && !draft && (
          <Button
            variant="primary"
            pending={approve.isPending}
            onClick={() =>
              approve.mutate(
                { id: message.id, text: { ...saved, seen: saved, passed: message.flaws } },
                { onSuccess: props.onApproved },
              )
            }
          >
            {!approve.isPending && <Check aria-hidden />}
            {message.flaws.length > 0 ? 'Approve anyway' : 'Approve'}
          </Button>
        )}
        {!draft && message.status !== 'unknown' && <ResendButton message={message} />}
      </footer>
    </form>
  );
}

/** The text in the fields is the AI's, and not saved. */
function ImprovedByAi(props: { before: MessageDraft; onKeepOld: () => void }) {
  return (
    <Notice tone="info">
      The AI changed this text. Read it and save it, or{' '}
      <button type="button" className="link" onClick={props.onKeepOld}>
        keep the old one
      </button>
      .
      <details className="mt-1">
        <summary className="w-fit cursor-pointer font-medium">Show the old text</summary>
        <p className="mt-1 break-words font-medium">{props.before.subject}</p>
        <p className="whitespace-pre-line break-words">{props.before.body}</p>
      </details>
    </Notice>
  );
}

/** What of the profile the text rests on, by the AI's own word. */
function BasedOn(props: { facts: SendView['basedOn'] }) {
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer text-ink-2">Based on the profile</summary>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {props.facts.map(({ text, url }) => (
          <li key={text} className="break-words">
            {text}{' '}
            {url && (
              <a href={url} target="_blank" rel="noreferrer" className="link">
                Source
              </a>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Somebody saved another text, in another window or by a new generation, while this one was being typed. */
function ChangedElsewhere(props: { text: MessageDraft }) {
  return (
    <Notice tone="warn">
      This text was changed elsewhere while you typed. Save your version over it, or discard your changes.
      <details className="mt-1">
        <summary className="w-fit cursor-pointer font-medium">Show the other</summary>
        <p className="mt-1 break-words font-medium">{props.text.subject}</p>
        <p className="whitespace-pre-line break-words">{props.text.body}</p>
      </details>
    </Notice>
  );
}

const READ_ONLY: Partial<Record<SendView['status'], string>> = {
  sending: 'It is being sent right now.',
  sent: 'Sent messages cannot be edited.',
  replied: 'Sent messages cannot be edited.',
  unknown: 'It may have been sent, so it cannot be edited.',
  cancelled: 'It was cancelled and is not sent.',
};
