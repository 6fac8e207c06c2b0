import { useState } from 'react';
import { Link } from 'wouter';
import type { ThreadMailView } from '../../../api/views.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { HtmlFrame } from '../../components/ui/HtmlFrame.tsx';
import { clockIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useUserZone } from '../profile/api.ts';
import { Files, Unparsed } from './Files.tsx';
import { LabelBadge } from './LabelBadge.tsx';
import { useDayText } from './LegalRequest.tsx';
import { ReceivedText } from './ReceivedText.tsx';

type Received = Extract<ThreadMailView, { kind: 'received' }>;

export function When(props: { at: string }) {
  const now = useNow();
  const zone = useUserZone();
  return (
    <time dateTime={props.at} className="text-ink-3 text-note tabular-nums">
      {clockIn(zone, props.at, now)}
    </time>
  );
}

const TOPICS = { price: 'price', terms: 'terms', other: null };

/** What the AI read in a mail, with the words that show it. */
function Wants(props: { mail: Received }) {
  const { wants, newPart } = props.mail;
  const dayText = useDayText();
  if (wants.length === 0) return null;
  return (
    <ul aria-label="Found by AI" className="flex flex-col gap-1 text-ink-2 text-note">
      {wants.map(({ label, topic, until, quote }) => (
        <li key={label} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <LabelBadge label={label} />
          {topic && TOPICS[topic]}
          {until && (
            <time dateTime={until}>
              {label === 'later' ? 'from' : 'until'} {dayText(until)}
            </time>
          )}
          {/* a short email is its own evidence */}
          {quote && quote !== newPart?.trim() && (
            <q dir="auto" className="min-w-0 break-words">
              {quote}
            </q>
          )}
        </li>
      ))}
    </ul>
  );
}

export function ReceivedMail(props: { mail: Received; name: string | null; conversationId: string }) {
  const { mail, conversationId } = props;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Avatar name={mail.fromName ?? props.name} src={null} className="size-7" />
        <div className="min-w-0 flex-1 basis-36">
          <h3 dir="auto" className="truncate text-left font-semibold">
            {mail.fromName ?? props.name ?? 'An erased person'}
          </h3>
          {mail.from && <p className="truncate text-ink-3 text-note">{mail.from}</p>}
        </div>
        {mail.automatic && <LabelBadge label={mail.label} />}
        <When at={mail.at} />
      </div>
      {mail.subject && (
        <p dir="auto" className="break-words text-ink-3 text-small">
          {mail.subject}
        </p>
      )}
      {mail.unparsed ? (
        <Unparsed inMailbox={mail.inMailbox} />
      ) : (
        <ReceivedText text={mail.text} newPart={mail.newPart} />
      )}
      {mail.html && (
        <HtmlMail html={mail.html} title={`Formatted email from ${mail.fromName ?? mail.from ?? 'the partner'}`} />
      )}
      <Wants mail={mail} />
      {mail.label === 'unconfirmed_report' && (
        <p className="text-ink-3 text-note">
          This report names no email that you sent, so it changed nothing. If it is true, add the address to{' '}
          <Link href="/settings#do-not-contact" className="link">
            Do not contact
          </Link>
          .
        </p>
      )}
      {mail.truncated && !mail.unparsed && (
        <p className="text-ink-3 text-note">
          The rest was too long to keep. {mail.inMailbox ? 'Open your mailbox to read it.' : 'Ask for a shorter email.'}
        </p>
      )}
      {mail.files.length > 0 && <Files conversationId={conversationId} mail={mail} />}
    </>
  );
}

/** A received mail's formatted form, on request. */
function HtmlMail(props: { html: string; title: string }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" className="link w-fit text-note" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide formatting' : 'Show formatting'}
      </button>
      {shown && <HtmlFrame {...props} className="h-80" />}
    </>
  );
}
