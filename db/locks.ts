import { createHash } from 'node:crypto';

/**
 * The advisory lock of an address within a tenant, by the HMAC that names its suppression stream. Every commit that names that stream
 * takes it (store.ts): sending to the address, suppressing it and recording its reply exclude each other.
 */
export const addressLock = (tenant: string, addressHmac: string): bigint => lockOf(tenant, addressHmac);

/** The advisory lock under which the send times of a tenant's mailbox are drawn, so that two campaigns see each other's. */
export const planLock = (tenant: string): bigint => lockOf(tenant, 'send plan');

function lockOf(tenant: string, name: string): bigint {
  return createHash('sha256').update(`${tenant}|${name}`).digest().readBigInt64BE();
}
