import { z } from 'zod';

/**
 * Limits of texts. zod runs all other checks of a text whose length is wrong, unless the length check aborts. Here it always does: an
 * expression that takes no time over 200 characters may take minutes over a megabyte.
 */
export const stop = (error?: string) => ({ error, abort: true });

/** A trimmed text of at most `length` characters. */
export const text = (length: number, tooLong?: string) => z.string().trim().max(length, stop(tooLong));

/** The same, not blank. A blank text is no reason to stop: what is wrong with the form as a whole is said, too. */
export const requiredText = (missing: string, length: number, tooLong?: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(length, stop(tooLong));

export const LONGEST_EMAIL = 254;

/** An email address, in lower case. */
export const emailText = (invalid: string, tooLong?: string, missing = invalid) =>
  z
    .string({ error: missing })
    .trim()
    .toLowerCase()
    .min(1, stop(missing))
    .max(LONGEST_EMAIL, stop(tooLong))
    .check(z.email(invalid));

/** An http(s) address. Other schemes, such as javascript:, would run where somebody follows the link. */
export const webAddress = (length: number, invalid: string, tooLong?: string) =>
  z
    .string({ error: invalid })
    .trim()
    .max(length, stop(tooLong))
    .check(z.url({ protocol: /^https?$/, error: invalid }));

/** Line ends of every kind and other control characters, but tabs: none has a place in a name or in the header of a mail. */
const NOT_IN_A_LINE = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u;
export const isOneLine = (value: string): boolean => !NOT_IN_A_LINE.test(value);

/** A mail merge would fill these in; here they would arrive unchanged. */
const PLACEHOLDER = /\{\{[^{}]*\}\}/;
export const hasNoPlaceholder = (value: string): boolean => !PLACEHOLDER.test(value);
export const filledInByNoOne = {
  error: ({ input }: { input?: unknown }) => `Write out ${PLACEHOLDER.exec(String(input))?.[0]}: nothing fills it in`,
};
