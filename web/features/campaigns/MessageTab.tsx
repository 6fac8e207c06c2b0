import type { SendView } from '../../../api/views.ts';
import { classes } from '../../lib/classes.ts';
import { timeOrDate } from '../../lib/dates.ts';
import { SendStatusBadge } from './SendStatusBadge.tsx';
import { isSentAgain } from './sentAgain.ts';

function standing(message: SendView): string {
  if (message.status === 'sent' && message.sentAt)
    return `${isSentAgain(message) ? 'Again, ' : ''}${timeOrDate(message.sentAt)}`;
  return message.status === 'pending' && message.edited ? `${message.detail}, edited` : message.detail;
}

/** One message in the list beside the editor. */
export function MessageTab(props: { message: SendView; current: boolean; changed: boolean; onOpen: () => void }) {
  const { message } = props;
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
        <span className="block truncate font-semibold">{message.partner.name ?? 'Erased'}</span>
        <span className="block truncate text-ink-3 text-note">{props.changed ? 'Not saved' : standing(message)}</span>
      </span>
      <SendStatusBadge status={message.status} />
    </button>
  );
}
