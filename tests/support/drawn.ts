import type { SchedulingRules } from '../../events/messages/messageEvents.ts';
import { DEFAULT_RULES } from '../../events/sending/sendingInput.ts';

/** The rules of a send time if no one has set anything, in UTC. */
export const drawnByDefault: SchedulingRules & { mailbox: string; gapSeconds: null } = {
  mailbox: 'm1',
  zone: 'UTC',
  dailyLimit: 5,
  hours: DEFAULT_RULES.window,
  mailboxCap: DEFAULT_RULES.mailboxDailyCap,
  rampUp: DEFAULT_RULES.rampUp,
  gapSeconds: null,
};
