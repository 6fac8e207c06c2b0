import { settle } from '../../events/accounts/installation.ts';
import { Refused } from '../../events/shared/refused.ts';
import { openStore } from '../connection/open.ts';
import { INSTALLATION } from './installation.ts';
import { CannotStart } from './settings.ts';

/**
 * Decides at the first start whether this installation is a sandbox, records it, and holds every later start to it.
 * `providerKeysPresent`: names of the provider settings that are set. Throws CannotStart when they contradict what was decided.
 */
export async function settleInstallation(options: {
  ownerUrl: string;
  secretKey: string;
  wanted: 'auto' | 'on' | 'off';
  providerKeysPresent: string[];
}): Promise<{ sandbox: boolean }> {
  const store = await openStore({
    url: options.ownerUrl,
    secretKey: options.secretKey,
    role: 'owner',
    name: 'start',
    max: 2,
  });
  try {
    const { states } = await store.run({
      tenant: 'system',
      cause: { actor: 'system:start', correlationId: 'start', causationId: null },
      streams: { installation: INSTALLATION },
      decide: ({ installation }) => ({
        installation: settle(installation, options.wanted, options.providerKeysPresent),
      }),
    });
    return { sandbox: states.installation.sandbox === true };
  } catch (error) {
    throw error instanceof Refused ? new CannotStart(error.message) : error;
  } finally {
    await store.sql.end({ timeout: 5 });
  }
}
