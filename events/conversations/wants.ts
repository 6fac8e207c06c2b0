/** What the writer of a mail wants, as the AI says with its evidence. Words that the mail does not hold prove nothing. */
import { z } from 'zod';
import { byWeight, CHOSEN_LABELS, REPLY_LABELS } from '../messages/replyLabels.ts';
import { LEGAL_RIGHTS } from '../privacy/legalRequest.ts';

export const QUESTION_TOPICS = ['price', 'terms', 'other'] as const;

const details = {
  /** Of a question. */
  topic: z.enum(QUESTION_TOPICS).nullable(),
  /** Of a legal request. */
  right: z.enum(LEGAL_RIGHTS).nullable(),
  /** The day (`YYYY-MM-DD`) from which they can be asked again, or are back. */
  until: z.string().nullable(),
};

/** `quote`: of the mail. `name` and `email`: of a referral; `email`: of a new address. */
const said = z.object({ quote: z.string(), name: z.string().nullable(), email: z.string().nullable() });

export const wantData = z.object({ label: z.enum(REPLY_LABELS), ...details });
export const wantPersonal = z.object({ said: z.array(said) });

/** `quote` is null once it is erased. */
export type Want = z.infer<typeof wantData> & { [K in keyof z.infer<typeof said>]: string | null };

/** The AI's answer. Strict JSON schemas know no optional fields. */
export const wantsAnswer = z.object({
  labels: z.array(z.object({ label: z.enum(CHOSEN_LABELS), ...details, ...said.shape })),
});

/** A longer quote is none. */
const LONGEST_QUOTE = 500;
const FARTHEST_DAYS = 2 * 366;
const DAY_MS = 86_400_000;

/** Models write other quotes, dashes and spaces than the mail. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const addresses = (text: string): string[] => text.match(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g) ?? [];
const isAddress = (email: string): boolean => email.length <= 254 && z.email().safeParse(email).success;

/** A day after the mail, and not too far away. */
function dayAfter(day: string | null, receivedAt: string): string | null {
  if (day === null || !z.iso.date().safeParse(day).success) return null;
  const days = (Date.parse(day) - Date.parse(receivedAt.slice(0, 10))) / DAY_MS;
  return days > 0 && days <= FARTHEST_DAYS ? day : null;
}

/**
 * Keeps what the mail proves, each label once, the heaviest first. The mail must hold names and addresses, too. A mail with a subject alone is read
 * by that.
 */
export function provedWants(
  labels: z.infer<typeof wantsAnswer>['labels'],
  mail: { newPart: string; subject: string },
  receivedAt: string,
): Want[] {
  const text = plain(mail.newPart || mail.subject);
  const holds = (part: string): boolean =>
    part.length <= LONGEST_QUOTE && plain(part) !== '' && text.includes(plain(part));
  const written = new Set(addresses(text).map((one) => one.replace(/[.!?]+$/, '')));
  const proved = labels
    .filter(({ quote }) => holds(quote))
    .map(({ label, topic, right, until, quote, name, email }): Want => {
      const address = email?.trim().toLowerCase() ?? '';
      return {
        label,
        topic: label === 'question' ? (topic ?? 'other') : null,
        right: label === 'legal_request' ? right : null,
        until: label === 'later' || label === 'automatic' ? dayAfter(until, receivedAt) : null,
        quote: quote.trim(),
        name: label === 'referral' && name !== null && holds(name) ? name.trim() : null,
        email:
          (label === 'referral' || label === 'new_address') && written.has(address) && isAddress(address)
            ? address
            : null,
      };
    })
    .sort(byWeight);
  return proved.filter(({ label }, at) => proved.findIndex((one) => one.label === label) === at);
}
