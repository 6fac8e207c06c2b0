import { wholeNumber } from '../shared/format.ts';

/** What one user may have and do. A busy agency does not meet the defaults; admins change them for everyone, or for one user. */
export const LIMITS = {
  /** Ten times a large list. Screens and counters are quick far beyond it. */
  partners: { usual: 100_000, least: 1, most: 1_000_000, label: 'Partners', setting: 'partners_per_user' },
  /** One mailbox sends few emails a day, so ten are enough for an agency. */
  accounts: { usual: 10, least: 1, most: 999, label: 'Sending accounts', setting: 'sending_accounts_per_user' },
  /** All that ten mailboxes may send. What is above waits for the next day. */
  emails: { usual: 2_000, least: 1, most: 1_000_000, label: 'Emails a day', setting: 'emails_per_user' },
  /** One runs at a time, and takes minutes. */
  searches: { usual: 200, least: 1, most: 100_000, label: 'Searches a day', setting: 'searches_per_user' },
  /** One runs at a time, of up to 5,000 rows. */
  imports: { usual: 200, least: 1, most: 100_000, label: 'Imports a day', setting: 'imports_per_user' },
  /** Attachments that came in, and the media kit, in megabytes of 1,000,000 bytes. */
  storage: { usual: 5_000, least: 1, most: 1_000_000, label: 'Storage (MB)', setting: 'storage_per_user' },
  /** A browser holds one for all its tabs. */
  feeds: { usual: 10, least: 1, most: 1_000, label: 'Live connections', setting: 'feeds_per_user' },
  /** Units in five minutes: a call costs one, a heavy one 10 or 20. A screen makes about ten calls. Fewer than the least would lock an admin out. */
  calls: { usual: 3_000, least: 300, most: 1_000_000, label: 'Requests in 5 minutes', setting: 'calls_per_user' },
} as const;
export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];
type LimitSetting = (typeof LIMITS)[LimitName]['setting'];

/** A value for each limit. */
export const ofLimits = <T>(value: (name: LimitName) => T): Record<LimitName, T> =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, value(name)])) as Record<LimitName, T>;

/** A value for the setting of each limit. */
export const ofLimitSettings = <T>(value: (name: LimitName) => T): Record<LimitSetting, T> =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [LIMITS[name].setting, value(name)])) as Record<LimitSetting, T>;

/** What admins see of those who are near: a limit, or the AI budget of the month in US dollars. */
export const NEAR_NAMES = [...LIMIT_NAMES, 'aiBudget'] as const;
export type NearName = (typeof NEAR_NAMES)[number];
export const nearLabel = (name: NearName): string => (name === 'aiBudget' ? 'AI budget (USD)' : LIMITS[name].label);

/** A limit of a day refills evenly. */
export const DAY_SECONDS = 86_400;
export const BYTES_A_MB = 1_000_000;

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
