import type { Cause } from '../../db/log/commit.ts';
import { logOf } from '../../db/process/logger.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { ref } from '../../db/store.ts';
import { endGmail } from '../../events/sending/gmail.ts';
import type { Needs } from '../context.ts';
import { ProviderError } from '../providers/providerError.ts';
import { revokeLeaving } from './revokeGmail.ts';

const log = logOf('worker');

/** How long an erasure waits for Google. */
const PATIENCE_MS = 3_600_000;

/**
 * Revokes what a tenant's Google accounts allow, before the erasure destroys the tokens. While Google is away it throws, and the erasure is
 * tried again. After an hour, when Google will never do it, or when Gmail is no longer set up, the erasure goes on without.
 */
export const revokeForErasure =
  (deps: Needs<'store' | 'gmail'>, cause: Cause) =>
  async (tenant: string, requestedAt: string): Promise<void> => {
    const { store } = deps;
    try {
      for (const { id } of await readMailboxes(store, tenant)) {
        await store.decide({ tenant, cause }, ref('mailbox', id), (mailbox) => endGmail(mailbox.gmail));
        await revokeLeaving(deps, { tenant, mailboxId: id }, cause);
      }
    } catch (error) {
      const isOver = Date.parse(requestedAt) + PATIENCE_MS < store.now().getTime();
      const isFinal = error instanceof ProviderError && (!error.retryable || !deps.gmail);
      if (!isOver && !isFinal) throw error;
      log.warn(
        `workspace ${tenant} is erased, but the access to its Google account was not revoked. The owner can remove it in that account.`,
      );
    }
  };
