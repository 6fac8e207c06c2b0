import { randomBytes } from 'node:crypto';

/** A random id of 20 hex characters, for a stream that nothing names by itself: an account, a campaign, a request for a way in. */
export const newId = (): string => randomBytes(10).toString('hex');
