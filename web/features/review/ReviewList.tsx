import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  Flag,
  type LucideIcon,
  PencilLine,
  Send,
} from 'lucide-react';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { ScrollRows } from '../../components/ui/ScrollRows.tsx';
import { classes } from '../../lib/classes.ts';
import { clockIn } from '../../lib/dates.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { STATUS, stepText, versionText } from '../campaigns/messageState.ts';
import { useUserZone } from '../profile/api.ts';
import { ZoneNote } from '../profile/ZoneNote.tsx';

const ROW_PX = 61;

export function ReviewList(props: {
  campaign: CampaignView;
  messages: readonly SendView[];
  /** Of the campaign: those that are not there yet, too. */
  total: number;
  waiting: number;
  onNearEnd: () => void;
  current: string | null;
  isChanged: (message: SendView) => boolean;
  onOpen: (id: string) => void;
}) {
  const { messages, total, waiting } = props;
  return (
    <section aria-label="All messages" className="flex min-h-0 flex-1 flex-col">
      <p role="status" className="border-b px-4 py-2 text-ink-3 text-small tabular-nums">
        {waiting > 0
          ? `${wholeNumber(waiting)} of ${counted(total, 'message')} to review`
          : `${counted(total, 'message')}, nothing to review`}
      </p>
      <ZoneNote className="border-b px-4 py-1" />
      <ScrollRows
        label="Messages"
        items={messages}
        rowPx={ROW_PX}
        reveal={props.current}
        onNearEnd={props.onNearEnd}
        className="flex-1"
        row={(message) => (
          <ReviewRow
            message={message}
            version={versionText(props.campaign, message)}
            current={message.id === props.current}
            changed={props.isChanged(message)}
            onOpen={() => props.onOpen(message.id)}
          />
        )}
      />
    </section>
  );
}

type Standing = { text: string; Icon: LucideIcon; tone: string };

/** Where a message is, as a word and a sign. */
function standingOf(message: SendView, zone: string): Standing {
  const { status, delivery, flaws, sentAt, detail } = message;
  if (delivery?.cameBack || status === 'failed')
    return { text: delivery?.text ?? STATUS.failed.label, Icon: CircleAlert, tone: 'text-bad' };
  if (status === 'unknown') return { text: 'Unconfirmed', Icon: CircleHelp, tone: 'text-signal' };
  if (status === 'unfit') return { text: detail, Icon: CircleSlash, tone: 'text-signal' };
  if (flaws.length > 0) return { text: 'Flagged', Icon: Flag, tone: 'text-signal' };
  if (sentAt) {
    const at = clockIn(zone, sentAt, Date.now());
    const what =
      status === 'replied' || !(delivery || message.sentAgain)
        ? STATUS[status].label
        : (delivery?.text ?? 'Sent again');
    return { text: `${what}, ${at}`, Icon: Send, tone: 'text-ink-3' };
  }
  const text = status === 'pending' && message.edited ? `${detail}, edited` : detail;
  return message.approved
    ? { text, Icon: CircleCheck, tone: 'text-good' }
    : { text, Icon: CircleDashed, tone: 'text-ink-3' };
}

/** One message in the list: to whom, about what, and where it is. */
function ReviewRow(props: {
  message: SendView;
  /** Of an A/B test. */
  version: string | null;
  current: boolean;
  changed: boolean;
  onOpen: () => void;
}) {
  const { message } = props;
  const standing = standingOf(message, useUserZone());
  const { Icon, tone, text } = props.changed ? { Icon: PencilLine, tone: 'text-signal', text: 'Not saved' } : standing;
  const part = [stepText(message), props.version].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      aria-current={props.current ? 'true' : undefined}
      onClick={props.onOpen}
      className={classes(
        'flex w-full items-start gap-2.5 px-4 py-2.5 text-left -outline-offset-2 hover:bg-surface',
        props.current && 'bg-surface shadow-mark',
      )}
    >
      <Avatar name={message.partner.name} src={message.partner.avatar} className="mt-0.5 size-7" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <bdi className="min-w-0 flex-1 truncate font-semibold">{message.partner.name ?? 'Erased'}</bdi>
          <Icon aria-hidden className={classes('size-4 shrink-0', tone)} />
        </span>
        <span dir="auto" className="block truncate text-left text-ink-2 text-small">
          {message.subject ?? (message.status === 'unfit' ? 'No email' : 'Not written yet')}
        </span>
        <span
          title={text}
          className={classes('block truncate text-note', props.current || tone !== 'text-ink-3' ? tone : 'text-ink-3')}
        >
          {[part, text].filter(Boolean).join(' · ')}
        </span>
      </span>
    </button>
  );
}
