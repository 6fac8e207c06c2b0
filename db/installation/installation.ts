import { ref, type Store } from '../store.ts';
import { CannotStart, providerKeysIn, SettingsError } from './settings.ts';

/** The one stream about the installation itself. */
export const INSTALLATION = ref('installation', 'main');

/**
 * Holds a process that was started alone to the decision. It must not send real emails to the sandbox, or spend credits on sample people. Throws
 * CannotStart.
 */
export async function assertInstallation(
  store: Store,
  sandbox: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const { state } = await store.load('system', INSTALLATION);
  if (state.sandbox === null) {
    throw new CannotStart('This installation is not settled yet. Run the migration first: npm run migrate.');
  }
  if (state.sandbox !== sandbox) {
    const [is, wants] = state.sandbox ? ['a sandbox', 'off'] : ['a real one', 'on'];
    throw new SettingsError(`SANDBOX_MODE is ${wants}, but this installation is ${is}. Correct SANDBOX_MODE.`);
  }
  const keys = providerKeysIn(env);
  if (sandbox && keys.length > 0) {
    throw new SettingsError(`${keys.join(', ')} is set, but this installation is a sandbox. Unset it.`);
  }
}
