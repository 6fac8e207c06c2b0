import { createHash } from 'node:crypto';

/**
 * The advisory lock of an address within a tenant, by the HMAC that names its suppression stream. Each commit that names that stream takes it
 * (store.ts). So sending to the address, suppressing it and recording its reply exclude each other.
 */
export const addressLock = (tenant: string, addressHmac: string): bigint => lockOf(tenant, addressHmac);

/** The lock under which a tenant's send times are drawn, so that two campaigns see each other's. */
export const planLock = (tenant: string): bigint => lockOf(tenant, 'send plan');

/** The advisory lock of a dispatch to an address: each sees what the others sent there (campaignDistance.ts). It comes before all locks of a commit. */
export const recipientLock = (tenant: string, addressHmac: string): bigint =>
  lockOf(tenant, `recipient ${addressHmac}`);

/** The lock of a dispatch that may reach the workspace's limit of emails a day. It comes before the recipient's. */
export const sendDayLock = (tenant: string): bigint => lockOf(tenant, 'send day');

/** The advisory lock under which a sending account is connected, so that no address is connected twice. */
export const accountsLock = (tenant: string): bigint => lockOf(tenant, 'sending accounts');

/**
 * The advisory lock of a user as a sender. Each commit that names the user's stream takes it (store.ts), so also one that pauses or deletes the
 * account. A dispatch holds it shared, from its look at the account to the end of its commit. So no mail of theirs leaves once the account was
 * stopped. It is needed because accounts live in another tenant, which no commit of the sender's can check. A sign-in holds it shared, and ending
 * sessions takes it (sessions.ts). So no session is opened with a voided proof.
 */
export const senderLock = (userId: string): bigint => lockOf(userId, 'sender');

/** The lock of every admin change of an account. So two admins cannot take away the last one at once. */
export const adminsLock = (): bigint => lockOf('system', 'admins');

/** The lock under which an AI call starts while there are budgets, so that each sees the others' reservations. */
export const aiBudgetLock = (): bigint => lockOf('system', 'ai budget');

function lockOf(tenant: string, name: string): bigint {
  return createHash('sha256').update(`${tenant}|${name}`).digest().readBigInt64BE();
}
