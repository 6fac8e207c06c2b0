import { REPLY_LABELS, type ReplyLabel } from '../shared/options.ts';

export { REPLY_LABELS, type ReplyLabel };

type LabelFacts = {
  text: string;
  /** Of several labels of a mail the heaviest is its main one. */
  weight: number;
  /** A conversation with it waits until an answer is sent, or until it is done. One without a label waits, too. */
  wantsAnswer?: true;
  /** No person wrote it: such a mail is no reply, and stops nothing. */
  automatic?: true;
  /** Only rules give it. */
  byRules?: true;
};

const LABELS = {
  interested: { text: 'Interested', weight: 5, wantsAnswer: true },
  question: { text: 'Question', weight: 4, wantsAnswer: true },
  referral: { text: 'Referral', weight: 6, wantsAnswer: true },
  new_address: { text: 'New address', weight: 3, wantsAnswer: true },
  later: { text: 'Later', weight: 2, wantsAnswer: true },
  no: { text: 'No', weight: 1 },
  unsubscribe: { text: 'Unsubscribe', weight: 10 },
  legal_request: { text: 'Legal request', weight: 11, wantsAnswer: true },
  automatic: { text: 'Automatic reply', weight: 7, automatic: true },
  bounce: { text: 'Bounce', weight: 8, automatic: true },
  spam: { text: 'Reported as spam', weight: 9 },
  unconfirmed_report: { text: 'Unconfirmed report', weight: 0, automatic: true, byRules: true },
} as const satisfies Record<ReplyLabel, LabelFacts>;

const factsOf = (label: ReplyLabel): LabelFacts => LABELS[label];

/** The choices of people and the AI. */
export type ChosenLabel = Exclude<ReplyLabel, 'unconfirmed_report'>;
export const CHOSEN_LABELS = REPLY_LABELS.filter((label) => !factsOf(label).byRules) as [ChosenLabel, ...ChosenLabel[]];

export const LABEL_TEXTS = Object.fromEntries(REPLY_LABELS.map((label) => [label, LABELS[label].text])) as Readonly<
  Record<ReplyLabel, string>
>;

export const WANT_ANSWER = REPLY_LABELS.filter((label) => factsOf(label).wantsAnswer);

export const isAutomaticLabel = (label: ReplyLabel | null): boolean => label !== null && !!factsOf(label).automatic;

export const byWeight = (a: { label: ReplyLabel }, b: { label: ReplyLabel }): number =>
  LABELS[b.label].weight - LABELS[a.label].weight;
