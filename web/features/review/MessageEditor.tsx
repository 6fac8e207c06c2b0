import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import type { Language } from '../../../events/shared/languages.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { isEditable, waitsForReview } from '../campaigns/messageState.ts';
import { useEditMessage } from './api.ts';
import { Letter } from './Letter.tsx';
import { LetterFields } from './LetterFields.tsx';
import { LetterFoot } from './LetterFoot.tsx';
import { LetterHead } from './LetterHead.tsx';
import { LetterNotices } from './LetterNotices.tsx';
import { MailSignature } from './MailSignature.tsx';
import { draftProblems, type KeptDraft, type MessageDraft, sameText, savedText } from './messageDraft.ts';
import { SendCopy } from './SendCopy.tsx';
import type { UsedFact } from './useMessageEvidence.ts';

const MediaKitLine = onDemand(() => import('../campaigns/MediaKitLine.tsx').then((module) => module.MediaKitLine));

type Props = {
  place: RefObject<HTMLElement | null>;
  message: SendView;
  /** The campaign's language. */
  language: Language | null;
  /** Of an A/B test. */
  version: string | null;
  draft: KeptDraft | undefined;
  facts: readonly UsedFact[];
  /** The facts that are pointed at, here or beside the letter. */
  pointed: readonly string[];
  onPoint: (ids: readonly string[]) => void;
  onDraft: (draft: KeptDraft | null) => void;
  onImproved: (before: MessageDraft, after: MessageDraft) => void;
  /** This text was saved; the person may have typed more since, or look at another message. */
  onSaved: (typed: MessageDraft, stored: MessageDraft) => void;
  onApprove: () => void;
  onNext: () => void;
  /** In the queue of the day: its head, and its actions before those of the letter. */
  head?: ReactNode;
  actions?: ReactNode;
};

/** One message as the partner gets it, with the signature. It can be edited until it is sent. */
export function MessageEditor(props: Props) {
  const { message, place, onDraft } = props;
  const editable = isEditable(message);
  const stored = savedText(message);
  const draft = editable ? props.draft : undefined;
  const shown = draft ?? stored;
  const written = message.subject !== null || message.body !== null;
  const [wantsEdit, setWantsEdit] = useState(false);
  const editing = editable && (wantsEdit || draft !== undefined || (!written && message.status !== 'unfit'));
  const { problems, save, isSaving, forget } = useSave(props, draft);
  const form = useRef<HTMLFormElement>(null);
  const approve = useRef<HTMLButtonElement>(null);
  const approvable = waitsForReview(message) && !draft;

  const seeWhyFlagged = (): void => {
    // another message may be looked at since
    if (!form.current) return;
    window.scrollTo(0, 0);
    place.current?.focus({ preventScroll: true });
  };
  const submit = (then?: Partial<Record<'saved' | 'flagged', () => void>>): void => {
    save?.().then(
      (done) => {
        if (done === 'saved' || done === 'flagged') then?.[done]?.();
        else form.current?.querySelector<HTMLElement>(`[name=${done}]`)?.focus();
      },
      // said by the query client
      () => undefined,
    );
  };
  const edit = (): void => {
    if (!editable) return;
    setWantsEdit(true);
    form.current?.querySelector<HTMLElement>('[name=body]')?.focus();
  };
  useShortcuts({
    [props.actions ? 'editText' : 'edit']: edit,
    approveMessage: () => {
      if (draft) submit({ saved: props.onNext, flagged: seeWhyFlagged });
      // a flagged one is let pass by its button alone
      else if (approvable && message.flaws.length > 0) approve.current?.focus();
      else if (approvable) props.onApprove();
      else props.onNext();
    },
  });
  const leaveFields = (event: KeyboardEvent): void => {
    const inField = event.target instanceof Element && event.target.matches('[name=subject], [name=body]');
    if (event.key !== 'Escape' || event.defaultPrevented || !inField) return;
    if (!draft) setWantsEdit(false);
    place.current?.focus({ preventScroll: true });
  };
  return (
    <article
      ref={place}
      tabIndex={-1}
      aria-label={`Message to ${message.partner.name ?? 'an erased partner'}`}
      className="flex min-w-0 flex-col bg-surface outline-none"
    >
      {props.head}
      <form
        ref={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={leaveFields}
        noValidate
        aria-label="Message"
        className="flex flex-1 flex-col"
      >
        <div className="mx-auto flex w-full max-w-prose flex-1 flex-col gap-4 px-4 py-5 sm:px-6 lg:px-8">
          <LetterHead message={message} version={props.version} />
          <LetterNotices
            message={message}
            draft={draft}
            late={!editable && props.draft && !sameText(props.draft, stored) ? props.draft : null}
            changedElsewhere={draft && !isSaving && !sameText(draft.over, stored) ? stored : null}
            onDraft={onDraft}
          />
          {editing ? (
            <LetterFields
              partner={message.partner}
              shown={shown}
              problems={problems}
              focus={wantsEdit}
              onType={(part) => {
                forget();
                onDraft({ ...shown, over: draft?.over ?? stored, ...part });
              }}
            />
          ) : (
            written && (
              <Letter
                text={stored}
                parts={message.parts}
                facts={props.facts}
                pointed={props.pointed}
                onPoint={props.onPoint}
              />
            )
          )}
          {(editing || written) && <MailSignature body={shown.body} language={props.language} />}
          <FetchedPart onLost={() => undefined}>
            <MediaKitLine message={message} />
          </FetchedPart>
          {shown.body.trim() !== '' && <SendCopy message={message} shown={shown} />}
        </div>
        <LetterFoot
          message={message}
          shown={shown}
          draft={draft}
          editing={editing}
          approve={approve}
          isApprovable={approvable}
          isSaving={isSaving}
          onEdit={edit}
          onDiscard={() => {
            setWantsEdit(false);
            onDraft(null);
          }}
          onApprove={props.onApprove}
          onNext={props.onNext}
          onImproved={props.onImproved}
          actions={props.actions}
        />
      </form>
    </article>
  );
}

/** Saves what was typed, which approves it unless it is flagged. `save` answers the first field that is wrong. */
function useSave(props: Props, draft: KeptDraft | undefined) {
  const { message, onSaved } = props;
  const [problems, setProblems] = useState<Partial<MessageDraft>>({});
  const { mutateAsync, isPending } = useEditMessage('Your text is saved and approved.');
  const stored = savedText(message);
  const save = async (typed: KeptDraft): Promise<'subject' | 'body' | 'saved' | 'flagged'> => {
    // where the rules cannot be fetched, the server's are enough
    const found = await draftProblems(typed).catch(() => ({}) as Partial<MessageDraft>);
    setProblems(found);
    if (found.subject) return 'subject';
    if (found.body) return 'body';
    const { over, subject, body } = typed;
    // over another text that was saved: the person has seen it
    const seen = sameText(over, stored) ? over : stored;
    // not by a callback of mutate, which is never called once another message is looked at
    const answer = await mutateAsync({ id: message.id, text: { subject, body, seen } });
    onSaved(typed, savedText(answer));
    return answer.flaws.length > 0 ? 'flagged' : 'saved';
  };
  return {
    problems,
    save: draft && !isPending ? () => save(draft) : null,
    isSaving: isPending,
    forget: () => setProblems({}),
  };
}
