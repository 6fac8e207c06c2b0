import { Check, MailCheck } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { LINK_OF_THEIR_OWN, renderMailEnd, senderName } from '../../../events/messages/signature.ts';
import type { Language } from '../../../events/shared/languages.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { clockIn } from '../../lib/dates.ts';
import { useHere } from '../../lib/here.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { isEditable, stepText, waitsForReview } from '../campaigns/messageState.ts';
import { DeliveryBadge, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { PartnerLink } from '../partners/PartnerLink.tsx';
import { useBusinessProfile, useUserZone } from '../profile/api.ts';
import { useCurrentUser } from '../session/api.ts';
import { useEditMessage, useSendCopy } from './api.ts';
import { Letter } from './Letter.tsx';
import { LetterFields } from './LetterFields.tsx';
import { LetterFoot } from './LetterFoot.tsx';
import { LetterNotices } from './LetterNotices.tsx';
import { draftProblems, type KeptDraft, type MessageDraft, sameText, savedText, textOf } from './messageDraft.ts';
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

/** Sends the text that is shown, saved or not, to the user's own address. */
function SendCopy({ message, shown }: { message: SendView; shown: MessageDraft }) {
  const { mutate, isPending } = useSendCopy(message.id);
  const send = () => {
    if (!isPending) mutate(textOf(shown));
  };
  useHere([{ id: 'copy', text: 'Send this text to me', run: send }]);
  return (
    <Button variant="ghost" size="small" className="self-start" pending={isPending} onClick={send}>
      {!isPending && <MailCheck aria-hidden />}
      Send this text to me
    </Button>
  );
}

/** The lines below a sent message; they are no part of the edited text. `language`: of the campaign. */
function MailSignature(props: { body: string; language: Language | null }) {
  const profile = useBusinessProfile().data;
  const account = useCurrentUser().data;
  if (!profile) return null;
  return (
    <section aria-label="Signature, added when the email is sent" className="border-t border-dashed pt-4">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-3 text-small">
        {renderMailEnd(
          {
            ...{ ...props, answer: false },
            sender: { ...profile, userFullName: senderName(profile.userFullName, account ?? null) },
          },
          LINK_OF_THEIR_OWN,
        )}
      </p>
    </section>
  );
}

/** To whom it goes, which one of its sequence and of an A/B test it is, and where it is. */
function LetterHead(props: { message: SendView; version: string | null }) {
  const { message, version } = props;
  const zone = useUserZone();
  const step = stepText(message);
  const approved = message.status === 'pending' && message.approved;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <p className="wrap-anywhere min-w-0 flex-1 basis-56 text-ink-3 text-small">
        To <PartnerLink partner={message.partner} className="font-semibold text-ink hover:underline" /> ·{' '}
        {message.recipientEmail ?? 'no address'}
        {message.sentAt && (
          <>
            {' '}
            · sent <time dateTime={message.sentAt}>{clockIn(zone, message.sentAt, Date.now())}</time>
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-1.5">
        {step && <Badge tone="outline">{step}</Badge>}
        {version && <Badge tone="outline">{version}</Badge>}
        {approved ? (
          <Badge tone="good">
            <Check aria-hidden />
            Approved
          </Badge>
        ) : (
          message.status !== 'pending' && <SendStatusBadge status={message.status} />
        )}
        <DeliveryBadge delivery={message.delivery} />
      </p>
    </div>
  );
}
