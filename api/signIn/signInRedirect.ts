import { isLoopback } from '../../db/connection/loopback.ts';
import type { Deps } from '../context.ts';

/**
 * The address to which a provider returns a sign-in window. A page opened under another name of this machine gets its answer there. Otherwise
 * providers redirect only to registered addresses.
 */
export function signInRedirect({ sandbox, publicUrl }: Deps, requestUrl: string, path: string): string {
  const { hostname, origin } = new URL(requestUrl);
  return `${sandbox && isLoopback(hostname) ? origin : publicUrl}${path}`;
}
