import type { SendGridRegion } from '../../events/shared/options.ts';

/** An API key goes only to the host of its region, so both are one secret of the vault. */
export type SendGridKey = { apiKey: string; region: SendGridRegion };

const EU = 'eu ';

/** No key has a blank in it. */
export const packSendGridKey = ({ apiKey, region }: SendGridKey): string => (region === 'eu' ? EU : '') + apiKey;

export const readSendGridKey = (secret: string): SendGridKey =>
  secret.startsWith(EU) ? { apiKey: secret.slice(EU.length), region: 'eu' } : { apiKey: secret, region: 'global' };
