import { noteIssuer } from '../db/accounts/issuers.ts';
import { logOf } from '../db/process/logger.ts';
import type { Needs } from './context.ts';
import { discoverIssuer } from './providers/openIdConnect/client.ts';

const log = logOf('worker');

const AGAIN_MS = 3_600_000;
/** An issuer that does not answer may be restarting, or come up after us. */
const AFTER_TROUBLE_MS = 30_000;

/**
 * Looks the issuer up at once, then every hour, and sooner after trouble. It records the result, so that the API can lead there. It logs each trouble
 * once.
 */
export function watchIssuer(deps: Needs<'store' | 'issuer'>, afterTroubleMs = AFTER_TROUBLE_MS): { stop(): void } {
  const { store, issuer } = deps;
  if (!issuer) return { stop: () => undefined };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let last: string | null = null;
  const look = async (): Promise<void> => {
    const found = await discoverIssuer(issuer).then(
      (config) => ({ authorizationEndpoint: config.serverMetadata().authorization_endpoint ?? null, trouble: null }),
      (error: Error) => ({ authorizationEndpoint: null, trouble: error.message }),
    );
    if (found.trouble !== null && found.trouble !== last) {
      log.error(`no one can sign in through OIDC_ISSUER ${issuer.url}: ${found.trouble}`);
    }
    last = found.trouble;
    // after a database outage it asks again soon, too
    const noted = await noteIssuer(store.sql, issuer.url, found).then(
      () => true,
      () => false,
    );
    if (!stopped) timer = setTimeout(look, noted && found.trouble === null ? AGAIN_MS : afterTroubleMs).unref();
  };
  void look();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
