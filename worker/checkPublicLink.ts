import { setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '../db/connection/withDeadline.ts';
import { INSTALLATION } from '../db/installation/installation.ts';
import { selfTestLink, selfTestProof } from '../db/vault/unsubscribeLink.ts';
import { recordLinkCheck } from '../events/accounts/installation.ts';
import { unfitPublicUrl } from '../events/sending/realSending.ts';
import type { Needs } from './context.ts';

type LinkDeps = Needs<'store' | 'sandbox' | 'publicUrl' | 'fetchPage'>;

const ANSWER_MS = 10_000;
const PAUSE_MS = 3_000;
/** The API, or the proxy before it, may come up after the worker, or be restarted just now. */
export const TRIES = 5;

/**
 * Opens a link like a recipient of our mails, and records whether it led here. No real mail leaves before that. A sandbox, and a PUBLIC_URL that is
 * unfit anyway, are not asked. A failure counts after this many `tries`.
 */
export async function checkPublicLink(deps: LinkDeps, tries = 1, stopping?: AbortSignal): Promise<void> {
  const { store, sandbox, publicUrl } = deps;
  if (sandbox || unfitPublicUrl(publicUrl)) return;
  let works = await leadsHere(deps, stopping);
  for (let left = tries - 1; !works && left > 0 && !stopping?.aborted; left -= 1) {
    await wait(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
    works = await leadsHere(deps, stopping);
  }
  if (stopping?.aborted) return;
  await store.decide(
    {
      tenant: 'system',
      cause: { actor: 'worker:check-public-link', correlationId: 'check-public-link', causationId: null },
    },
    INSTALLATION,
    (installation) => recordLinkCheck(installation, { publicUrl, works }),
  );
}

/**
 * Called every minute. Repeats a failed check, or one of another PUBLIC_URL. A working link is checked once an hour, because a certificate expires
 * and a name moves.
 */
export async function recheckPublicLink(deps: LinkDeps): Promise<void> {
  if (deps.sandbox) return;
  const { linkCheck } = (await deps.store.load('system', INSTALLATION)).state;
  const worked = linkCheck?.works && linkCheck.publicUrl === deps.publicUrl;
  if (!worked) await checkPublicLink(deps);
  else if (deps.store.now().getUTCMinutes() === 0) await checkPublicLink(deps, TRIES);
}

async function leadsHere({ store, publicUrl, fetchPage }: LinkDeps, stopping?: AbortSignal): Promise<boolean> {
  try {
    return await withDeadline(ANSWER_MS, [stopping], async (signal) => {
      // a mail program follows no redirect either (RFC 8058)
      const answer = await fetchPage(selfTestLink(publicUrl), { redirect: 'manual', signal });
      return answer.ok && (await answer.text()) === selfTestProof(store.pseudonyms);
    });
  } catch {
    return false;
  }
}
