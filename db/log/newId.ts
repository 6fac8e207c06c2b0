import { randomBytes } from 'node:crypto';

/** A random id of 20 hex characters for a stream that nothing else names, such as a campaign. */
export const newId = (): string => randomBytes(10).toString('hex');
