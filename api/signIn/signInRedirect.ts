import { isLoopback } from '../../db/connection/loopback.ts';
import type { Deps } from '../context.ts';

/**
 * Where a provider leads a sign-in window back to. The page that was opened by another name of this machine gets its answer there; anywhere else
 * providers lead only to what is registered.
 */
export function signInRedirect({ sandbox, publicUrl }: Deps, requestUrl: string, path: string): string {
  const { hostname, origin } = new URL(requestUrl);
  return `${sandbox && isLoopback(hostname) ? origin : publicUrl}${path}`;
}
