import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { type PasswordOwner, plainWord, whyWeak, wordsAbout } from '../../events/accounts/password.ts';

// what comes later makes no password worse, and a long one could be made to take seconds
const LOOKED_AT = { maxLength: 32, l33tMaxSubstitutions: 20 };

let loaded: Promise<ZxcvbnFactory> | undefined;

// its word lists take a tenth of a second to load: wait until someone first chooses a password
async function load(): Promise<ZxcvbnFactory> {
  const [core, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...LOOKED_AT });
}

/** The field error for a password that is easily guessed; null: it is not. */
export async function easyToGuess(password: string, owner: PasswordOwner): Promise<string | null> {
  const about = wordsAbout(owner);
  const word = plainWord(password, about);
  if (word) return whyWeak({ score: 0, warning: word });
  loaded ??= load();
  const { score, feedback } = (await loaded).check(password, about);
  return whyWeak({ score, warning: feedback.warning });
}
