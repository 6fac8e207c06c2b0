import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Whose password it is to be: what others know of somebody is tried first. */
export type Owner = {
  email: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  username?: string | null | undefined;
};

/** Of 0 to 4: less than a million guesses is 1. */
const LEAST_SCORE = 2;
// what comes later makes no password worse, and a long one could be made to take seconds
const LOOKED_AT = { maxLength: 32, l33tMaxSubstitutions: 20 };

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

let loaded: Promise<ZxcvbnFactory> | undefined;

// a tenth of a second and its lists of words: not at the start of the process, but when somebody first chooses a password
async function load(): Promise<ZxcvbnFactory> {
  const [core, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...LOOKED_AT });
}

function wordsOf({ email, firstName, lastName, username }: Owner): string[] {
  const names = [firstName, lastName, username].filter((name) => typeof name === 'string');
  const whole = [email, email.replace(/@.*/, ''), ...names, names.join(' '), 'Partner Pilot'];
  const parts = whole.flatMap((text) => [text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...whole, ...parts])].filter((word) => word.length > 2);
}

/** What stands at the field of a password that is easily guessed; null: it is not. */
export async function easyToGuess(password: string, owner: Owner): Promise<string | null> {
  loaded ??= load();
  const { score, feedback } = (await loaded).check(password, wordsOf(owner));
  if (score >= LEAST_SCORE) return null;
  const why = WHY[feedback.warning ?? ''] ?? 'few tries are enough';
  return `This password is easy to guess: ${why}. Use several words that do not belong together.`;
}
