import { setTimeout as wait } from 'node:timers/promises';
import { accountAt } from '../../events/sending/connectedAccount.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { EMAIL_PROVIDERS } from '../../events/shared/options.ts';
import { readMailboxes } from '../read/mailboxes.ts';
import type { Store } from '../store.ts';

const PATIENCE_MS = 30_000;

/**
 * Waits until a worker has revoked the access to a tenant's Google accounts. Only workers speak to Google, and each revokes when it learns of the
 * erasure. It is given up when no worker runs, or Google is away.
 */
export async function awaitRevocation(store: Store, tenant: string, say: (line: string) => void): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await wait(250)) {
    const mailboxes = await readMailboxes(store, tenant);
    const revoked = EMAIL_PROVIDERS.filter((provider) => MAIL_PROVIDERS[provider].revokes);
    const accounts = mailboxes.flatMap(({ state }) => revoked.map((provider) => accountAt(state, provider)));
    if (accounts.every(({ account, leaving }) => !account && leaving.length === 0)) return;
  }
  say(
    'No worker could revoke the access to the Google account of this workspace. Its owner can remove it in that account.',
  );
}
