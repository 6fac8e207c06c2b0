import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { SentMailView, ThreadMailView, ThreadView } from '../../../api/views.ts';
import { LABEL_TEXTS, REPLY_LABELS, type ReplyLabel } from '../../../events/conversations/labels.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { momentIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { DeliveryBadge, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { UnknownNotice } from '../campaigns/UnknownNotice.tsx';
import { useUserZone } from '../profile/userZone.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { NotSent, SendAnswerAgain } from './AnswerOutcome.tsx';
import { HtmlMail } from './HtmlMail.tsx';
import { useChangeConversation, useLabelConversation } from './inbox.ts';
import { LabelBadge } from './LabelBadge.tsx';

/** Both sides of a conversation, and what its user makes of it. Opening it marks it as read. */
export function Thread(props: { thread: ThreadView }) {
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
  const act = thread.done ? 'reopen' : 'done';
  return (
    <section aria-label="Conversation" className="panel flex min-w-0 flex-col overflow-hidden">
      <header className="flex flex-col gap-3 border-b p-4">
        <div className="lg:hidden">
          <BackLink href={`/inbox${window.location.search}`} to="Inbox" />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1 basis-40">
            <h2 className="break-words font-semibold text-lead">
              <bdi>{partner.name ?? 'An erased person'}</bdi>
            </h2>
            <Link href={`/campaigns/${campaign.id}`} className="link break-words text-note">
              {campaign.name ?? 'Campaign'}
            </Link>
          </div>
          <Button variant="ghost" onClick={() => change.mutate('unread')} disabled={unread}>
            Mark Unread
          </Button>
          <Button pending={change.isPending && change.variables === act} onClick={() => change.mutate(act)}>
            {thread.done ? 'Reopen' : 'Done'}
          </Button>
        </div>
        <Label thread={thread} />
      </header>
      <ol aria-label="Emails" className="flex flex-col divide-y">
        {thread.mails.map((mail) => (
          <li key={`${mail.kind}-${mail.id}`} className="flex flex-col gap-2 p-4">
            {mail.kind === 'sent' ? (
              <SentMail mail={mail} thread={thread} />
            ) : (
              <ReceivedMail mail={mail} name={partner.name} />
            )}
          </li>
        ))}
      </ol>
      <AnswerForm thread={thread} />
    </section>
  );
}

const BY = { ai: 'Suggested by AI', rules: 'Found automatically', user: 'Set by you' };

function Label(props: { thread: ThreadView }) {
  const { id, label, labeledBy } = props.thread;
  const set = useLabelConversation(id);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <LabelBadge label={label} />
      <Select
        label="Label"
        value={label ?? ''}
        placeholder="Choose a label"
        options={REPLY_LABELS.map((value) => ({ value, label: LABEL_TEXTS[value] }))}
        onChange={(value) => set.mutate(value as ReplyLabel)}
        className="w-40"
      />
      {labeledBy && <span className="text-ink-3 text-note">{BY[labeledBy]}</span>}
    </div>
  );
}

function When(props: { at: string }) {
  const now = useNow();
  const { zone, suffix } = useUserZone();
  return (
    <time dateTime={props.at} className="text-ink-3 text-note tabular-nums">
      {momentIn(zone, props.at, now)}
      {suffix}
    </time>
  );
}

type Received = Extract<ThreadMailView, { kind: 'received' }>;

function SentMail(props: { mail: SentMailView; thread: ThreadView }) {
  const { mail, thread } = props;
  const left = mail.status === 'sent' || mail.status === 'replied';
  const whom = left ? mail.recipientEmail : null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="font-medium">You</h3>
        <span className="min-w-0 flex-1 truncate text-ink-3 text-small">
          to <bdi title={whom ?? undefined}>{thread.partner.name ?? 'an erased person'}</bdi>
        </span>
        {!left && <SendStatusBadge status={mail.status} />}
        <DeliveryBadge delivery={mail.delivery} />
        <When at={mail.at} />
      </div>
      {mail.subject && (
        <p dir="auto" className="break-words text-ink-3 text-small">
          {mail.subject}
        </p>
      )}
      <p dir="auto" className="whitespace-pre-line break-words text-ink-2">
        {mail.body ?? 'Erased'}
      </p>
      {mail.signature && <Signature text={mail.signature} />}
      {mail.delivery && <p className="break-words text-ink-3 text-note">{mail.delivery.text}</p>}
      {mail.status === 'unknown' ? (
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
      <summary className="w-fit list-inside rounded-control">
        <span className="group-open:hidden">Show signature</span>
      </summary>
      <p className="mt-1 whitespace-pre-line break-words border-l-2 pl-3">{props.text}</p>
    </details>
  );
}

function ReceivedMail(props: { mail: Received; name: string | null }) {
  const { mail } = props;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Avatar name={mail.fromName ?? props.name} src={null} className="size-7" />
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-semibold">
            <bdi>{mail.fromName ?? mail.from ?? 'An erased person'}</bdi>
          </h3>
          {mail.fromName && mail.from && <p className="truncate text-ink-3 text-note">{mail.from}</p>}
        </div>
        {mail.automatic && <LabelBadge label={mail.label} />}
        <When at={mail.at} />
      </div>
      {mail.subject && (
        <p dir="auto" className="break-words text-ink-3 text-small">
          {mail.subject}
        </p>
      )}
      <p dir="auto" className="whitespace-pre-line break-words">
        {mail.text ?? 'Erased'}
      </p>
      {mail.html && (
        <HtmlMail html={mail.html} title={`Formatted email from ${mail.fromName ?? mail.from ?? 'the partner'}`} />
      )}
      {mail.truncated && (
        <p className="text-ink-3 text-note">The rest was too long to keep. Open your mailbox to read it.</p>
      )}
      {mail.attachments > 0 && (
        <p className="text-ink-3 text-note">
          {counted(mail.attachments, 'attachment')} not kept. Open your mailbox to see{' '}
          {mail.attachments === 1 ? 'it' : 'them'}.
        </p>
      )}
    </>
  );
}
