import { settle } from '../../events/accounts/installation.ts';
import { Refused } from '../../events/shared/refused.ts';
import { openStore } from '../connection/open.ts';
import { INSTALLATION } from './installation.ts';
import { SettingsError } from './settings.ts';

/**
 * Decides at the first start whether this installation is a sandbox, records it, and holds every later start to it.
 * `providerKeysPresent`: names of the provider settings that are set. `inSilence`: without any setting it becomes a sandbox. Throws CannotStart when
 * they contradict what was decided.
 */
export async function settleInstallation(options: {
  ownerUrl: string;
  secretKey: string;
  wanted: 'auto' | 'on' | 'off';
  providerKeysPresent: string[];
  inSilence?: boolean;
}): Promise<{ sandbox: boolean }> {
  const store = await openStore({
    url: options.ownerUrl,
    secretKey: options.secretKey,
    role: 'owner',
    name: 'start',
    max: 2,
  });
  try {
    const cause = { actor: 'system:start', correlationId: 'start', causationId: null };
    const { state } = await store.decide({ tenant: 'system', cause }, INSTALLATION, (installation) => {
      const { wanted, providerKeysPresent, inSilence = true } = options;
      if (!inSilence && installation.sandbox === null && wanted === 'auto' && providerKeysPresent.length === 0)
        throw new SettingsError(
          'What this installation is stays so forever. Set SANDBOX=on for a sandbox with fictional people. Set a provider key, such as OPENAI_API_KEY, or SANDBOX=off for a real one. Then run it again.',
        );
      return settle(installation, wanted, providerKeysPresent);
    });
    return { sandbox: state.sandbox === true };
  } catch (error) {
    throw error instanceof Refused ? new SettingsError(error.message) : error;
  } finally {
    await store.sql.end({ timeout: 5 });
  }
}
