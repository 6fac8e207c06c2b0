import { Link } from 'wouter';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { campaignHref } from '../campaign/campaignUrl.ts';
import { isEditable } from '../campaigns/messageState.ts';
import { MessageTrouble } from '../campaigns/SendStatusBadge.tsx';
import { UnfitNotice } from '../campaigns/UnfitNotice.tsx';
import { UnknownNotice } from '../campaigns/UnknownNotice.tsx';
import { FlawNotice } from './FlawNotice.tsx';
import { flawsLeft, type KeptDraft, type MessageDraft, sameText, savedText } from './messageDraft.ts';

export function LetterNotices(props: {
  message: SendView;
  draft: KeptDraft | undefined;
  /** Text that was typed too late to be saved. */
  late: MessageDraft | null;
  changedElsewhere: MessageDraft | null;
  onDraft: (draft: KeptDraft | null) => void;
}) {
  const { message, draft, changedElsewhere } = props;
  const editable = isEditable(message);
  const flaws = flawsLeft(message, draft);
  const written = message.subject !== null || message.body !== null;
  const keepOld = ({ before, over }: KeptDraft): void =>
    props.onDraft(before && !sameText(before, savedText(message)) ? { ...before, over } : null);
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {message.status === 'unknown' && <UnknownNotice message={message} />}
      <MessageTrouble message={message} />
      {message.needsAddress && (
        <Notice tone="warn">
          It needs another address.{' '}
          <Link
            href={`${campaignHref(message.campaignId, { tab: 'messages' })}&message=${message.id}`}
            className="link"
          >
            Find one, or enter it
          </Link>
          .
        </Notice>
      )}
      {message.status === 'unfit' && !draft && <UnfitNotice message={message} />}
      {message.markedSent && <Notice tone="info">{message.detail}</Notice>}
      {editable && flaws.length > 0 && (
        <FlawNotice flaws={flaws}>It is not sent before you correct it or approve it anyway.</FlawNotice>
      )}
      {editable && !draft && message.similarTo !== null && (
        <Notice tone="info">This text is nearly the same as the one to {message.similarTo}.</Notice>
      )}
      {props.late && <TooLate text={props.late} onDiscard={() => props.onDraft(null)} />}
      {changedElsewhere && <ChangedElsewhere text={changedElsewhere} />}
      {editable && !written && !draft && message.status !== 'unfit' && (
        <Notice tone="info">This message is not written yet. Generate it, or write it here yourself.</Notice>
      )}
      {draft?.before && <ImprovedByAi before={draft.before} onKeepOld={() => keepOld(draft)} />}
    </div>
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
      <OtherText summary="Show the old text" text={props.before} />
    </Notice>
  );
}

/** Somebody saved another text, in another window or by a new generation, while this one was being typed. */
function ChangedElsewhere(props: { text: MessageDraft }) {
  return (
    <Notice tone="warn">
      This text was changed elsewhere while you typed. Save your version over it, or discard your changes.
      <OtherText summary="Show the other" text={props.text} />
    </Notice>
  );
}

/** The message left, or was cancelled, while its text was being changed. */
function TooLate(props: { text: MessageDraft; onDiscard: () => void }) {
  return (
    <Notice tone="warn" action={<Button onClick={props.onDiscard}>Discard</Button>}>
      Your changes were not saved in time. The text below is without them.
      <OtherText summary="Show what you typed" text={props.text} />
    </Notice>
  );
}

function OtherText(props: { summary: string; text: MessageDraft }) {
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-pointer font-medium">{props.summary}</summary>
      <p className="mt-1 break-words font-medium">{props.text.subject}</p>
      <p className="whitespace-pre-line break-words">{props.text.body}</p>
    </details>
  );
}
