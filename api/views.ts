/**
 * The answers of the calls: JSON shapes of product spec section 3. Times are ISO 8601 in UTC; rates are in percent. The browser takes their types
 * alone.
 */
export * from './schemas/accounts.ts';
export * from './schemas/adminUsers.ts';
export * from './schemas/aiUsage.ts';
export * from './schemas/calls.ts';
export * from './schemas/campaigns.ts';
export * from './schemas/dashboard.ts';
export * from './schemas/erasures.ts';
export * from './schemas/health.ts';
export * from './schemas/history.ts';
export * from './schemas/inbox.ts';
export * from './schemas/ingest.ts';
export * from './schemas/mail.ts';
export * from './schemas/namedItems.ts';
export * from './schemas/notifications.ts';
export * from './schemas/partners.ts';
export * from './schemas/partnerTimeline.ts';
export * from './schemas/profile.ts';
export * from './schemas/sends.ts';
export * from './schemas/suppressions.ts';
export * from './schemas/today.ts';
export * from './schemas/webhooks.ts';
