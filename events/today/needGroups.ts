/** What waits for a person, in groups: the words that log, lists and screens share. */
import { WANT_ANSWER } from '../messages/replyLabels.ts';

/** What a need is about, by its id: `<campaign>.<partner>` is a conversation, a third part makes it a message, and an account has one part. */
export const subjectOf = (id: string): 'mailbox' | 'conversation' | 'message' =>
  (['mailbox', 'conversation', 'message'] as const)[id.split('.').length - 1] ?? 'message';

/** In the order of the screen. */
export const NEED_GROUPS = ['answer', 'read', 'fix', 'look'] as const;
export type NeedGroup = (typeof NEED_GROUPS)[number];
/** `later`: what was put off, whatever its group is, and the emails on hold. */
export const TODAY_GROUPS = [...NEED_GROUPS, 'later'] as const;
export type TodayGroup = (typeof TODAY_GROUPS)[number];

/**
 * `unlabeled`: a mail whose label is not known yet. `asked`: a weak sign in a mail, which a person must confirm. `held`: an email
 * that the user holds.
 */
export const NEED_REASONS = [
  ...WANT_ANSWER,
  ...(['unlabeled', 'flagged', 'text', 'bounced', 'failed', 'unknown', 'complained', 'asked', 'held'] as const),
] as const;
export type NeedReason = (typeof NEED_REASONS)[number];

/** Done settles none of these: they wait for a decision of their own (web decision 0007). */
const OWN_DECISION: ReadonlySet<string> = new Set([
  ...['flagged', 'text', 'unknown', 'asked', 'legal_request', 'account', 'held'],
]);
export const isSettledByDone = (reason: string): boolean => !OWN_DECISION.has(reason);
