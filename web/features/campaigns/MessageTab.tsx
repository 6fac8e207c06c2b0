import type { SendView } from '../../../api/views.ts';
import { classes } from '../../lib/classes.ts';
import { momentIn } from '../../lib/dates.ts';
import { useUserZone } from '../profile/userZone.ts';
import { stepText } from './followUpText.ts';
import { DeliveryBadge, SendStatusBadge } from './SendStatusBadge.tsx';

/** `suffix`: how the zone is named beside a time. */
function standing(message: SendView, { zone, suffix }: { zone: string; suffix: string }): string {
  if (message.delivery) return message.delivery.text;
  if (message.flaws.length > 0) return 'Flagged';
  if (message.status === 'sent' && message.sentAt)
    return `${message.sentAgain ? 'Again, ' : ''}${momentIn(zone, message.sentAt, Date.now())}${suffix}`;
  return message.status === 'pending' && message.edited ? `${message.detail}, edited` : message.detail;
}

/** One message in the list beside the editor. */
export function MessageTab(props: {
  message: SendView;
  /** Of an A/B test. */
  version: string | null;
  current: boolean;
  changed: boolean;
  onOpen: () => void;
}) {
  const { message } = props;
  const step = stepText(message);
  const state = standing(message, useUserZone());
  const text = props.version ? `${props.version} · ${state}` : state;
  return (
    <button
      type="button"
      aria-current={props.current ? 'true' : undefined}
      onClick={props.onOpen}
      className={classes(
        'flex w-full items-center gap-2 px-4 py-2.5 text-left -outline-offset-2 hover:bg-surface',
        props.current && 'bg-surface shadow-[inset_3px_0_0_var(--color-accent)]',
      )}
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left font-semibold">
          {message.partner.name ?? 'Erased'}
          {step && <span className="font-normal text-ink-3"> · {step}</span>}
        </span>
        <span title={text} className="block truncate text-ink-3 text-note">
          {props.changed ? 'Not saved' : text}
        </span>
      </span>
      {message.delivery ? <DeliveryBadge delivery={message.delivery} /> : <SendStatusBadge status={message.status} />}
    </button>
  );
}
