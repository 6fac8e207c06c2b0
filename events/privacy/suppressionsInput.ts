import { z } from 'zod';
import { emailAddress } from '../partners/partnersInput.ts';
import { SUPPRESSION_REASONS } from '../shared/doNotContact.ts';
import { asciiHost, isHost } from '../shared/emailAddress.ts';
import { ownDomainOf } from '../shared/ownDomain.ts';
import { dayText, emailText } from '../shared/text.ts';
import { SUPPRESSION_SOURCES } from './suppression.ts';

/** The reasons that a person may give; an erasure is recorded by the program alone. */
export const GIVEN_REASONS = ['user', 'unsubscribed', 'bounced', 'complained'] as const;
export type GivenReason = (typeof GIVEN_REASONS)[number];

const day = dayText('Write the day as YYYY-MM-DD');
const reason = z.enum(GIVEN_REASONS, { error: `reason must be one of: ${GIVEN_REASONS.join(', ')}` }).default('user');

/** Whether a text is a whole domain as the list writes it, such as "@company.com"; a handle has no dot. */
export const isWholeDomain = (text: string): boolean => text.startsWith('@') && isHost(asciiHost(text.slice(1)));

/** An entry of the list: an address as `address` reads it, or a domain as "@company.com". `bare`: a domain may also be written without the @. */
const listEntry = (address: z.ZodType<string>, { bare }: { bare: boolean }) =>
  z.unknown().transform((value, context): string => {
    const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
    const host = bare && !text.includes('@') ? text : text.replace(/^@/, '');
    const entry = text === host && !bare ? text : `@${asciiHost(host)}`;
    const read = address.safeParse(value);
    if (read.success) return read.data;
    const isDomain = isWholeDomain(entry);
    if (isDomain && ownDomainOf(entry) !== null) return entry;
    const message = isDomain
      ? `Millions of people have an address at ${entry.slice(1)}: add single addresses`
      : (read.error.issues[0]?.message ?? '');
    context.issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  });

/** The message for a text that is neither. */
export const INVALID_EMAIL = 'Invalid email';
const typedEntry = listEntry(emailAddress, { bare: true });

/** GET /api/suppressions and /api/suppressions/export; `from` and `to` are days in UTC, both included. */
export const suppressionQuery = z.object({
  email: typedEntry.optional(),
  reason: z.enum(SUPPRESSION_REASONS).optional(),
  source: z.enum(SUPPRESSION_SOURCES).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Where the page before ended: its `next`. */
  after: z
    .string()
    .regex(/^[\d:.TZ-]{20,30}~[0-9a-f]{64}$/, 'after must be the next of the page before')
    .optional(),
  limit: z.coerce.number().int().min(1).max(500, 'limit must be at most 500').default(100),
});
export type SuppressionFilter = Omit<z.infer<typeof suppressionQuery>, 'after' | 'limit'>;

/** POST /api/suppressions; a whole domain is there by the user's own choice. */
export const newSuppression = z
  .object({ email: typedEntry, reason })
  .refine(({ email, reason: why }) => !email.startsWith('@') || why === 'user', {
    error: 'A whole domain can only have the reason user',
    path: ['reason'],
  });

/** DELETE /api/suppressions/{id}; `confirm`: the person had asked not to be written to, and the user knows it. */
export const liftRequest = z.object({ confirm: z.boolean().default(false) });

/** One line of an imported list. */
export const suppressionRow = z.object({
  line: z.int().min(1),
  // without the @ it may be anything
  email: listEntry(
    emailText('this is not an email address', 'the address is longer than 254 characters', 'the address is missing'),
    { bare: false },
  ),
});

export const MOST_SUPPRESSIONS = 10_000;

/** POST /api/suppressions/import. Each row is checked by suppressionRow, so that every bad line is named. */
export const suppressionImport = z.object({
  reason,
  /** Whether nothing is added if a row is wrong. */
  allOrNothing: z.boolean().default(false),
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, 'The list has no rows')
    .max(MOST_SUPPRESSIONS, `A list may have at most ${MOST_SUPPRESSIONS} rows`),
});
