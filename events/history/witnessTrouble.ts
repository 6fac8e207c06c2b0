/** Why a witness has not cosigned. `ahead`: it saw a longer log than the database has. `differs`: it saw another log. */
export const WITNESS_TROUBLES = ['silent', 'refused', 'ahead', 'differs', 'unproved'] as const;
export type WitnessTrouble = (typeof WITNESS_TROUBLES)[number];

const CHECK = 'Run “npm run audit -- verify” on this installation.';

export const WITNESS_TROUBLE_TEXTS: Readonly<Record<WitnessTrouble, string>> = {
  silent: 'It does not answer. Check its address in WITNESSES.',
  refused: 'It refuses this log. Add the key of this installation to its WITNESSED_LOGS.',
  ahead: `It saw a longer log than this database has, so the database may be an older copy. ${CHECK}`,
  differs: `It saw another log than this one, so the log may have been rewritten. ${CHECK}`,
  unproved: 'Its signature does not hold. Check its key in WITNESSES.',
};
