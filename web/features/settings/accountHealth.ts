import { CircleAlert, CircleCheck, CircleDashed, CirclePause } from 'lucide-react';
import type { SendingAccountView } from '../../../api/views.ts';
import { timeAgo } from '../../lib/dates.ts';
import { CHECK_NAMES } from './domainTexts.ts';

/** The state of an account in words. `toDo`: if its hold does not say so. */
export const HEALTH = {
  connected: { tone: 'good', word: 'Connected', Icon: CircleCheck, toDo: null },
  full: {
    tone: 'mute',
    word: 'Limit reached',
    Icon: CirclePause,
    toDo: 'The other emails leave on the next sending day. You can raise the limit under Schedule & limits.',
  },
  held: { tone: 'warn', word: 'On hold', Icon: CirclePause, toDo: null },
  paused: { tone: 'warn', word: 'Paused', Icon: CirclePause, toDo: null },
  lost: { tone: 'warn', word: 'Sign in again', Icon: CircleAlert, toDo: null },
  not_connected: {
    tone: 'mute',
    word: 'Not Connected',
    Icon: CircleDashed,
    toDo: 'Connect it again to send from it.',
  },
} as const satisfies Readonly<Record<SendingAccountView['health'], object>>;

/** How replies to an account are found, and how old the last reading is. */
export function replyWords({ replyPath, readAt }: SendingAccountView, now: number): string | null {
  if (replyPath === 'address') return 'Replies are found';
  if (replyPath === 'hand') return 'Mark replies by hand';
  if (replyPath === null) return null;
  return readAt ? `Read ${timeAgo(readAt, now)}` : 'Not read yet';
}

/** The state of an account's domain. null: it was not checked. */
export function domainWords(domain: SendingAccountView['domain']): { text: string; isTrouble: boolean } | null {
  if (!domain) return null;
  const names = (level: 'fail' | 'warn') =>
    domain.checks.flatMap((one) => (one.level === level ? [CHECK_NAMES[one.check]] : [])).join(', ');
  const [failing, weak] = [names('fail'), names('warn')];
  if (failing) return { text: `Fix ${failing}`, isTrouble: true };
  if (weak) return { text: `Weak ${weak}`, isTrouble: true };
  const isKnown = domain.checks.every(({ level }) => level === 'pass');
  return { text: isKnown ? 'Domain OK' : 'Domain partly checked', isTrouble: false };
}
