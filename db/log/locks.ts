import { createHash } from 'node:crypto';

/**
 * The advisory lock of an address within a tenant, by the HMAC that names its suppression stream. Every commit that names that stream
 * takes it (store.ts): sending to the address, suppressing it and recording its reply exclude each other.
 */
export const addressLock = (tenant: string, addressHmac: string): bigint => lockOf(tenant, addressHmac);

/** The advisory lock under which the send times of a tenant's mailbox are drawn, so that two campaigns see each other's. */
export const planLock = (tenant: string): bigint => lockOf(tenant, 'send plan');

/** The advisory lock of a dispatch to an address: each sees what the others sent there (campaignDistance.ts). It comes before all locks of a commit. */
export const recipientLock = (tenant: string, addressHmac: string): bigint =>
  lockOf(tenant, `recipient ${addressHmac}`);

/** The advisory lock under which a sending account is connected, so that no address is connected twice. */
export const accountsLock = (tenant: string): bigint => lockOf(tenant, 'sending accounts');

/**
 * The advisory lock of a user as a sender. Every commit that names the user's stream takes it (store.ts), so also the one that
 * pauses or deletes the account; a dispatch holds it shared from before it looks at the account to the end of its own commit. So no mail of
 * theirs leaves once the account was stopped. It is needed because accounts live in another tenant, which no commit of the sender's can check.
 * A sign-in holds it shared, and ending sessions takes it, in the same way (sessions.ts): no session is opened by what has just been voided.
 */
export const senderLock = (userId: string): bigint => lockOf(userId, 'sender');

/** The advisory lock of every change that an admin makes to an account: so at no moment do two of them take away the last admin. */
export const adminsLock = (): bigint => lockOf('system', 'admins');

/** The advisory lock under which an AI call is started while there are budgets, so that each sees what the others have reserved. */
export const aiBudgetLock = (): bigint => lockOf('system', 'ai budget');

function lockOf(tenant: string, name: string): bigint {
  return createHash('sha256').update(`${tenant}|${name}`).digest().readBigInt64BE();
}
