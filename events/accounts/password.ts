/** Whose password it is to be: what others know of somebody is tried first. */
export type PasswordOwner = {
  email: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  username?: string | null | undefined;
};

/** Of 0 to 4: less than a million guesses is 1. */
const LEAST_SCORE = 2;

/** What zxcvbn warns of, in words. */
const WHY: Readonly<Record<string, string>> = {
  topTen: 'it is one of the most common passwords',
  topHundred: 'it is one of the most common passwords',
  common: 'it is a common password',
  similarToCommon: 'it is close to a common password',
  straightRow: 'its keys lie side by side',
  keyPattern: 'its keys lie side by side',
  simpleRepeat: 'it repeats itself',
  extendedRepeat: 'it repeats itself',
  sequences: 'it is a sequence',
  recentYears: 'it is little more than a year',
  dates: 'it is little more than a date',
  userInputs: 'it is little more than your name or address, or that of Partner Pilot',
};

/** The words that somebody who knows the owner tries first. */
export function wordsAbout({ email, firstName, lastName, username }: PasswordOwner): string[] {
  const names = [firstName, lastName, username].filter((name) => typeof name === 'string');
  const whole = [email, email.replace(/@.*/, ''), ...names, names.join(' '), 'Partner Pilot'];
  const parts = whole.flatMap((text) => [text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...whole, ...parts])].filter((word) => word.length > 2);
}

/** The field error for a password that is easily guessed; null: it is not. `score` and `warning` are those of zxcvbn. */
export function whyWeak({ score, warning }: { score: number; warning: string | null | undefined }): string | null {
  if (score >= LEAST_SCORE) return null;
  const why = WHY[warning ?? ''] ?? 'few tries are enough';
  return `This password is easy to guess: ${why}. Use several words that do not belong together.`;
}
