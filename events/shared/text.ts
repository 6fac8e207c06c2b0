import { z } from 'zod';
import { canonicalAddress, isAddress, LONGEST_EMAIL } from './emailAddress.ts';
import { withoutVariables } from './variables.ts';

/**
 * Limits of texts. zod runs all other checks of a text whose length is wrong, unless the length check aborts. Here it always does: an expression that
 * is quick over 200 characters may take minutes over a megabyte.
 */
export const stop = (error?: string) => ({ error, abort: true });

/** A trimmed text of at most `length` characters. */
export const text = (length: number, tooLong?: string) => z.string().trim().max(length, stop(tooLong));

/** The same, not blank. A blank text does not stop the check: errors of the form as a whole are shown, too. */
export const requiredText = (missing: string, length: number, tooLong?: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(length, stop(tooLong));

/** An email address in its canonical form. */
export const emailText = (invalid: string, tooLong?: string, missing = invalid) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, stop(missing))
    .max(LONGEST_EMAIL, stop(tooLong))
    .overwrite(canonicalAddress)
    .refine(isAddress, invalid);

/** Whether a date in ISO 8601 is from 1970 to 2999. Beyond, it has no days around it in every zone, or no place in the database. */
export const isUsualYear = (date: string): boolean => /^(19[7-9]|2\d\d)\d-/.test(date);

/** A day as `yyyy-mm-dd`. */
export const dayText = (invalid: string) => z.iso.date(stop(invalid)).refine(isUsualYear, invalid);

/** An http(s) address. Other schemes, such as javascript:, would run when a person follows the link. */
export const webAddress = (length: number, invalid: string, tooLong?: string) =>
  z
    .string({ error: invalid })
    .trim()
    .max(length, stop(tooLong))
    .check(z.url({ protocol: /^https?$/, error: invalid }));

/** Line ends and control characters except tabs. None belongs in a name or a mail header. */
const NOT_IN_A_LINE = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u;
export const isOneLine = (value: string): boolean => !NOT_IN_A_LINE.test(value);

/** A mail merge would fill these in; here they would arrive unchanged. */
const PLACEHOLDER = /\{\{[^{}]*\}\}/;
export const hasNoPlaceholder = (value: string): boolean => !PLACEHOLDER.test(value);
export const filledInByNoOne = {
  error: ({ input }: { input?: unknown }) => `Write out ${PLACEHOLDER.exec(String(input))?.[0]}: nothing fills it in`,
};

/** The same where variables are filled in. */
export const hasOnlyVariables = (value: string): boolean => hasNoPlaceholder(withoutVariables(value));
export const notAVariable = {
  error: ({ input }: { input?: unknown }) => filledInByNoOne.error({ input: withoutVariables(String(input)) }),
};
