import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { SentMailView, ThreadView } from '../../../api/views.ts';
import {
  CHOSEN_LABELS,
  type ChosenLabel,
  LABEL_TEXTS,
  REPLY_LABELS,
  type ReplyLabel,
} from '../../../events/messages/replyLabels.ts';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Hinted } from '../../components/ui/Hint.tsx';
import { Segments } from '../../components/ui/Segments.tsx';
import { classes } from '../../lib/classes.ts';
import { counted } from '../../lib/numbers.ts';
import { hasLeft } from '../campaigns/messageState.ts';
import { DeliveryBadge, DeliveryText, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { UnknownNotice } from '../campaigns/UnknownNotice.tsx';
import { PartnerLink } from '../partners/PartnerLink.tsx';
import { ZoneNote } from '../profile/ZoneNote.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { Leaving, NotSent, SendAnswerAgain } from './AnswerOutcome.tsx';
import { useChangeConversation, useLabelConversation } from './api.ts';
import { LabelIcon } from './LabelBadge.tsx';
import { LegalRequest } from './LegalRequest.tsx';
import { Offers } from './Offers.tsx';
import { Question } from './Question.tsx';
import { ReceivedMail, When } from './ReceivedMail.tsx';

/** Of a long thread, the newest mails are shown first. */
const SHOWN = 4;

/**
 * Both sides of a conversation, and what its user makes of it. Opening it marks it as read. `framed`: it is a pane with a head of its own, without
 * the buttons of the inbox.
 */
export function Thread(
  props: { thread: ThreadView } & (
    | { framed: true; onSend: () => void }
    | { framed?: never; onSend?: never; toggleDone: () => void; finishing: boolean }
  ),
) {
  const { thread } = props;
  const { id, partner, campaign, unread } = thread;
  const change = useChangeConversation(id);
  // once for each opening: who marks it as unread keeps it so
  const opened = useRef<string | null>(null);
  const { mutate } = change;
  useEffect(() => {
    if (opened.current === id) return;
    opened.current = id;
    if (unread) mutate('read');
  }, [id, unread, mutate]);
  const [whole, setWhole] = useState<string | null>(null);
  const newest = thread.mails.findLast(({ kind }) => kind === 'received');
  const newestItem = useOpenedInView(id);
  const heading = useFocusFromShell();
  const toHeading = useCallback(() => heading.current?.focus({ preventScroll: true }), [heading]);
  const hidden = whole === id || thread.mails.length <= SHOWN + 1 ? 0 : thread.mails.length - SHOWN;
  return (
    <section
      aria-label="Conversation"
      className={classes('flex min-w-0 flex-col', props.framed ? 'divide-y' : 'panel overflow-clip')}
    >
      {!props.framed && (
        <header className="flex flex-col gap-3 border-b bg-surface px-4 py-3 md:sticky md:top-0 md:z-10">
          <div className="sm:hidden">
            <BackLink href={`/inbox${window.location.search}`} to="Inbox" />
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <div className="min-w-0 flex-1 basis-40">
              <h2
                ref={heading}
                data-screen-heading
                tabIndex={-1}
                className="w-fit max-w-full break-words rounded-control font-semibold text-lead"
              >
                <PartnerLink partner={partner} />
              </h2>
              <Link href={`/campaigns/${campaign.id}`} className="link inline-block break-words text-note leading-6">
                {campaign.name ?? 'Campaign'}
              </Link>
            </div>
            <div className="flex gap-2">
              <Hinted by="unread">
                <Button variant="ghost" onClick={() => change.mutate('unread')} disabled={unread}>
                  Mark unread
                </Button>
              </Hinted>
              <Hinted by="done">
                <Button pending={props.finishing} onClick={props.toggleDone}>
                  {thread.done ? 'Reopen' : 'Done'}
                </Button>
              </Hinted>
            </div>
          </div>
        </header>
      )}
      <Question key={id} thread={thread} onGone={toHeading} />
      <LegalRequest key={`legal-${id}`} thread={thread} onGone={toHeading} />
      <Offers key={`offers-${id}`} thread={thread} onGone={toHeading} />
      <div className="border-b px-4 py-3">
        {/* a question that is open is about this conversation */}
        <Label key={id} thread={thread} />
      </div>
      {/* a phone shows no list beside it, which says so */}
      <ZoneNote className="border-b px-4 py-1.5 sm:hidden" />
      {hidden > 0 && (
        <button type="button" className="link border-b p-3 text-center text-small" onClick={() => setWhole(id)}>
          Show {counted(hidden, 'earlier email')}
        </button>
      )}
      <ol aria-label="Emails" className="flex flex-col divide-y">
        {thread.mails.slice(hidden).map((mail) => (
          <li
            key={`${mail.kind}-${mail.id}`}
            ref={mail === newest ? newestItem : undefined}
            className="flex scroll-mt-14 flex-col gap-2 p-4 md:scroll-mt-18"
          >
            {mail.kind === 'sent' ? (
              <SentMail mail={mail} thread={thread} framed={props.framed} />
            ) : (
              <ReceivedMail mail={mail} name={partner.name} conversationId={id} />
            )}
          </li>
        ))}
      </ol>
      {/* what is written, asked for or sent belongs to one conversation */}
      <AnswerForm key={id} thread={thread} onSend={props.onSend} />
    </section>
  );
}

/** Brings an item of what was opened into view, once for each opening: what comes in later moves nothing. */
function useOpenedInView(id: string) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // a new screen first goes to its top
    const frame = requestAnimationFrame(() => {
      const isBelow = (item.current?.getBoundingClientRect().bottom ?? 0) > window.innerHeight;
      if (id && isBelow) item.current?.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
  return item;
}

/** A thread that comes after the change of the address takes the focus from the beginning of the screen. */
function useFocusFromShell() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.matches('main')) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

const isChosen = (label: ReplyLabel): boolean => CHOSEN_LABELS.includes(label as ChosenLabel);

const STOPPING: ReadonlySet<string> = new Set<ChosenLabel>(['unsubscribe', 'spam']);

const BY = { ai: 'Suggested by AI', rules: 'Found automatically', user: 'Set by you' };

function Label(props: { thread: ThreadView }) {
  const { id, label, labeledBy, partner } = props.thread;
  const set = useLabelConversation(id);
  const [asking, setAsking] = useState<ChosenLabel | null>(null);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Segments
        label="Label"
        value={label}
        options={REPLY_LABELS.filter((value) => value === label || isChosen(value)).map((value) => ({
          value,
          label: LABEL_TEXTS[value],
          icon: <LabelIcon label={value} />,
        }))}
        onChange={(value) => (STOPPING.has(value) ? setAsking(value as ChosenLabel) : set.mutate(value as ChosenLabel))}
      />
      <span className="text-ink-3 text-note">{labeledBy ? BY[labeledBy] : 'Needs label'}</span>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title="Stop all emails to this person?"
        confirmLabel="Stop emails"
        destructive
        pending={set.isPending}
        onConfirm={() => asking && set.mutate(asking, { onSuccess: () => setAsking(null) })}
      >
        <bdi className="break-words">{partner.name ?? 'This person'}</bdi> gets no more emails from you. Another label
        undoes it.
      </ConfirmDialog>
    </div>
  );
}

function SentMail({ framed, ...props }: { mail: SentMailView; thread: ThreadView; framed: true | undefined }) {
  const { mail, thread } = props;
  const left = hasLeft(mail);
  const whom = left ? mail.recipientEmail : null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="font-medium">You</h3>
        <span className="min-w-0 flex-1 basis-24 truncate text-ink-3 text-small">
          to <bdi title={whom ?? undefined}>{thread.partner.name ?? 'an erased person'}</bdi>
        </span>
        {!left && mail.undoUntil === null && <SendStatusBadge status={mail.status} />}
        <DeliveryBadge delivery={mail.delivery} />
        <When at={mail.at} />
      </div>
      {mail.copies.length > 0 && <p className="break-words text-ink-3 text-note">Cc {mail.copies.join(', ')}</p>}
      {mail.subject && (
        <p dir="auto" className="break-words text-ink-3 text-small">
          {mail.subject}
        </p>
      )}
      <p dir="auto" className="whitespace-pre-line break-words text-ink-2">
        {mail.body ?? 'Erased'}
      </p>
      {mail.signature && <Signature text={mail.signature} />}
      {mail.delivery && (
        <p className="break-words text-ink-3 text-note">
          <DeliveryText delivery={mail.delivery} />
        </p>
      )}
      {mail.undoUntil !== null ? (
        <Leaving {...props} undoKey={framed ? 'undoToday' : 'undoAnswer'} />
      ) : mail.status === 'unknown' ? (
        <UnknownNotice message={mail} {...(mail.answer && { otherChoice: <SendAnswerAgain {...props} /> })} />
      ) : mail.answer && (mail.status === 'failed' || mail.status === 'cancelled') ? (
        <NotSent {...props} />
      ) : (
        !left && <p className="text-ink-3 text-note">{mail.detail}</p>
      )}
    </>
  );
}

/** The same below every mail, so only on request. */
function Signature(props: { text: string }) {
  return (
    <details className="text-ink-3 text-note">
      <summary className="w-fit list-inside rounded-control py-1">
        <span className="group-open:hidden">Show signature</span>
      </summary>
      <p className="mt-1 whitespace-pre-line break-words border-l-2 pl-3">{props.text}</p>
    </details>
  );
}
