import type { AccountTrouble } from './accountWords.ts';
import type { EmailProvider } from './options.ts';

/** Where a person signs in to connect an account: whose account it is, and what is wrong where this installation is not set up for it. */
export const SIGN_INS = {
  google: { provider: 'gmail', notSet: 'not_set' },
  microsoft: { provider: 'smtp', notSet: 'microsoft_not_set' },
} as const satisfies Readonly<Record<string, { provider: EmailProvider; notSet: AccountTrouble }>>;
export type SignInAt = keyof typeof SIGN_INS;
export const SIGN_IN_ATS = Object.keys(SIGN_INS) as [SignInAt, ...SignInAt[]];
