import { wholeNumber } from '../shared/format.ts';

/** What one user may have and do. A busy agency does not meet the defaults; admins change them for everyone, or for one user. */
export const LIMITS = {
  /** Ten times a large list. Screens and counters are quick far beyond it. */
  partners: { usual: 100_000, least: 1, most: 1_000_000, label: 'Partners', setting: 'partners_per_user' },
  /** One mailbox sends few emails a day, so ten are enough for an agency. They also limit the emails of a day. */
  accounts: { usual: 10, least: 1, most: 999, label: 'Sending accounts', setting: 'sending_accounts_per_user' },
  /** A browser holds one for all its tabs. */
  feeds: { usual: 10, least: 1, most: 1_000, label: 'Live connections', setting: 'feeds_per_user' },
  /** Units in five minutes: a call costs one, a heavy one 10 or 20. A screen makes about ten calls. Fewer than the least would lock an admin out. */
  calls: { usual: 3_000, least: 300, most: 1_000_000, label: 'Requests in 5 minutes', setting: 'calls_per_user' },
} as const;
export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** From this share of a limit on, admins see the user in the list of those who are near. */
export const NEAR = 0.8;

/** In words, for forms. */
export const limitProblem = (name: LimitName): string =>
  `Enter a whole number from ${wholeNumber(LIMITS[name].least)} to ${wholeNumber(LIMITS[name].most)}`;

/** A user's own limits go before those of everyone. */
export type OwnLimits = Partial<Record<LimitName, number>>;

/** `everyone`: the admin's setting for all users. */
export const limitOf = (name: LimitName, own: OwnLimits | undefined, everyone: string | null): number =>
  own?.[name] ?? (Number(everyone) || LIMITS[name].usual);
