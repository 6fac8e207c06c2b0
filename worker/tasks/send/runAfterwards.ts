import { setTimeout as wait } from 'node:timers/promises';
import { logOf } from '../../../db/process/logger.ts';
import { ref } from '../../../db/store.ts';
import type { SendingAccount } from '../../../events/sending/mailProviders/provider.ts';
import { recordSentCopy } from '../../../events/sending/reading.ts';
import type { AccountTrouble } from '../../../events/shared/accountWords.ts';
import { type JobPayload, type Needs, scopeOf } from '../../context.ts';
import { AccountError } from '../../providers/accountError.ts';
import type { Sent } from '../../providers/mailProvider.ts';
import { ProviderError } from '../../providers/providerError.ts';

const log = logOf('worker');

const PAUSES_MS = [2_000, 5_000];
/** The next email of the mailbox waits until then. */
const LAST_TRY_MS = 60_000;

/**
 * Does what remains once the outcome of a mail is recorded, such as the copy in the Sent folder. It is tried again. A failure changes nothing about
 * the mail, which left. It is shown, because its owner misses the copy.
 */
export async function runAfterwards(
  { store }: Needs<'store'>,
  job: JobPayload,
  { mailbox, account }: { mailbox: string; account: SendingAccount },
  { afterwards }: Pick<Sent, 'afterwards'>,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<void> {
  if (!afterwards) return;
  const trouble = await tried(job.id, afterwards, pausesMs);
  await store.decide(scopeOf('send-message', job), ref('mailbox', mailbox), (now) =>
    recordSentCopy(now, account, trouble),
  );
}

/** Why it failed; null: it is done. */
async function tried(
  messageId: string,
  work: () => Promise<unknown>,
  pausesMs: readonly number[],
): Promise<AccountTrouble | null> {
  const began = performance.now();
  for (const pauseMs of [...pausesMs, null]) {
    try {
      await work();
      return null;
    } catch (error) {
      if (pauseMs !== null && performance.now() - began < LAST_TRY_MS) {
        await wait(pauseMs);
        continue;
      }
      const code = error instanceof ProviderError ? error.code : 'unknown';
      log.warn({ messageId, code }, 'a sent email could not be copied to the Sent folder');
      return error instanceof AccountError ? error.trouble : 'our_side';
    }
  }
  return null;
}
