/** The types of what the calls answer, for the browser: JSON shapes of product spec section 3. Times are ISO 8601 in UTC; rates are in percent. */
export type * from './schemas/accounts.ts';
export type * from './schemas/adminUsers.ts';
export type * from './schemas/aiUsage.ts';
export type * from './schemas/calls.ts';
export type * from './schemas/campaigns.ts';
export type * from './schemas/dashboard.ts';
export type * from './schemas/erasures.ts';
export type * from './schemas/health.ts';
export type * from './schemas/history.ts';
export type * from './schemas/inbox.ts';
export type * from './schemas/mail.ts';
export type * from './schemas/partners.ts';
export type * from './schemas/profile.ts';
export type * from './schemas/sends.ts';
export type * from './schemas/suppressions.ts';
