import type { Cause } from '../../db/log/commit.ts';
import { logOf } from '../../db/process/logger.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { ref } from '../../db/store.ts';
import { endAccount } from '../../events/sending/connectedAccount.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { EMAIL_PROVIDERS } from '../../events/shared/options.ts';
import type { Needs } from '../context.ts';
import { ProviderError } from '../providers/providerError.ts';
import { endUnusedAccess } from './endAccess.ts';

const log = logOf('worker');

/** How long an erasure waits for Google. */
const PATIENCE_MS = 3_600_000;

/**
 * Revokes what a tenant's Google accounts allow, before the erasure destroys the tokens. While Google is away it throws, and the erasure is
 * tried again. After an hour, when Google will never do it, or when Gmail is no longer set up, the erasure goes on without.
 */
export const revokeForErasure =
  (deps: Needs<'store' | 'signIns'>, cause: Cause) =>
  async (tenant: string, requestedAt: string): Promise<void> => {
    const { store } = deps;
    try {
      for (const { id } of await readMailboxes(store, tenant)) {
        for (const provider of EMAIL_PROVIDERS.filter((one) => MAIL_PROVIDERS[one].revokes)) {
          await store.decide({ tenant, cause }, ref('mailbox', id), (mailbox) => endAccount(mailbox, provider));
          await endUnusedAccess(deps, { tenant, mailboxId: id, provider }, cause);
        }
      }
    } catch (error) {
      const isOver = Date.parse(requestedAt) + PATIENCE_MS < store.now().getTime();
      const isFinal = error instanceof ProviderError && !error.retryable;
      if (!isOver && !isFinal) throw error;
      log.warn(
        `workspace ${tenant} is erased, but the access to its Google account was not revoked. The owner can remove it in that account.`,
      );
    }
  };
