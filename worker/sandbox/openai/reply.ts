import type { DraftInput, ReplyInput } from './inputs.ts';
import { firstNameOf } from './prose.ts';

const LABELS: readonly [string, RegExp][] = [
  ['unsubscribe', /\b(unsubscribe|no more (e-?)?mails|remove me|stop (writing|e?mailing))\b/i],
  ['out_of_office', /\b(out of (the )?office|on (vacation|holiday|leave)|am away|back on)\b/i],
  ['wrong_person', /\b(wrong person|not the right person|no longer work|left the company|ask my colleague)\b/i],
  ['not_now', /\b(not (right )?now|later|next (month|quarter|year|season)|busy|in a few weeks)\b/i],
  ['no', /\b(not interested|no,? thanks?|no thank you|decline|not for me|pass on this)\b/i],
];

/** What a reply says, by its words. */
export const labelReply = ({ reply }: ReplyInput): { label: string } => ({
  label: LABELS.find(([, words]) => words.test(`${reply.subject}\n${reply.text}`))?.[0] ?? 'interested',
});

/** An answer in a few sentences that takes up the last question. */
export const draftReply = ({ business, partner, thread }: DraftInput): { body: string } => {
  const first = firstNameOf(partner.name);
  const theirs = thread.findLast(({ by }) => by === 'partner')?.text ?? '';
  const question = /[^.!?\n]{3,160}\?/.exec(theirs)?.[0].trim();
  const about = question
    ? `You asked: “${question}” I will look that up and come back to you with the details.`
    : 'I am glad that this sounds interesting to you.';
  const next = `Would you have 15 minutes this week for a short call with ${business.businessName || 'us'}?`;
  return { body: `Hi ${first || 'there'},\n\nthank you for your reply! ${about}\n\n${next}` };
};
