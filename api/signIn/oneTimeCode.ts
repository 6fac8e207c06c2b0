import { generateHOTP } from 'oslo/otp';
import { sameText } from '../http/sameText.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks of phones are off by a little: the code before and the one after count too. */
const OFF = [0, -1, 1];

/** A code as a person types it, with blanks in it; null: no 6 digits. */
export function sixDigits(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** The time step (30 s each since 1970) of a code of an authenticator app (RFC 6238). null: it is wrong now. */
export async function stepOfCode(key: Uint8Array, code: string, now: Date): Promise<number | null> {
  const current = Math.floor(now.getTime() / STEP_MS);
  for (const off of OFF) {
    const expected = await generateHOTP(key, current + off, DIGITS);
    if (sameText(expected, code)) return current + off;
  }
  return null;
}
