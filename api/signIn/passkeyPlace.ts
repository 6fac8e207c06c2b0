import type { Deps } from '../context.ts';
import { signInRedirect } from './signInRedirect.ts';

/** The origin and the relying party of passkeys: our public address, or in a sandbox the name of this machine that the page was opened with. */
export function passkeyPlace(deps: Deps, requestUrl: string): { origin: string; rpID: string } {
  const { origin, hostname } = new URL(signInRedirect(deps, requestUrl, ''));
  return { origin, rpID: hostname };
}
