/** What a received mail says, in one word. The people who answer see it, and so do the numbers. */
export const REPLY_LABELS = [
  'interested',
  'not_now',
  'no',
  'out_of_office',
  'wrong_person',
  'unsubscribe',
  'bounce',
  'spam_report',
] as const;
export type ReplyLabel = (typeof REPLY_LABELS)[number];

/** What people and the AI choose from: a report as spam comes from a mailbox provider alone. */
export const CHOSEN_LABELS = REPLY_LABELS.filter((label) => label !== 'spam_report');
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
};

/** Whether no person wrote it: such a mail is no reply, and stops nothing. */
export const isAutomaticLabel = (label: ReplyLabel | null): boolean =>
  label === 'out_of_office' || label === 'bounce' || label === 'spam_report';
