/** The content of a received mail, in one word. The people who answer see it, and so do the numbers. */
export const REPLY_LABELS = [
  'interested',
  'not_now',
  'no',
  'out_of_office',
  'wrong_person',
  'unsubscribe',
  'bounce',
  'spam_report',
  'unconfirmed_report',
] as const;
export type ReplyLabel = (typeof REPLY_LABELS)[number];

/** The choices of people and the AI. Only mail servers send reports. */
export const CHOSEN_LABELS = REPLY_LABELS.filter((label) => label !== 'spam_report' && label !== 'unconfirmed_report');
export type ChosenLabel = (typeof CHOSEN_LABELS)[number];

export const LABEL_TEXTS: Readonly<Record<ReplyLabel, string>> = {
  interested: 'Interested',
  not_now: 'Not now',
  no: 'No',
  out_of_office: 'Out of office',
  wrong_person: 'Wrong person',
  unsubscribe: 'Unsubscribe',
  bounce: 'Bounce',
  spam_report: 'Reported as spam',
  unconfirmed_report: 'Unconfirmed report',
};

/** Labels of conversations that wait for an answer until one is sent, or until they are done. A conversation without a label waits, too. */
export const WANT_ANSWER: readonly ReplyLabel[] = ['interested', 'not_now', 'wrong_person'];

/** Whether no person wrote it: such a mail is no reply, and stops nothing. */
export const isAutomaticLabel = (label: ReplyLabel | null): boolean => label !== null && AUTOMATIC.has(label);
const AUTOMATIC: ReadonlySet<ReplyLabel> = new Set(['out_of_office', 'bounce', 'spam_report', 'unconfirmed_report']);
