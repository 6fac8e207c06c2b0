import { logOf } from '../../../db/process/logger.ts';
import type { Sent } from '../../providers/mailProvider.ts';
import { ProviderError } from '../../providers/providerError.ts';

const log = logOf('worker');

/**
 * Does what remains once the outcome of a mail is recorded, such as the copy in the Sent folder. A failure changes nothing about the mail, which
 * left. It is logged, because its owner misses the copy.
 */
export async function runAfterwards(messageId: string, { afterwards }: Pick<Sent, 'afterwards'>): Promise<void> {
  try {
    await afterwards?.();
  } catch (error) {
    const code = error instanceof ProviderError ? error.code : 'unknown';
    log.warn({ messageId, code }, 'a sent email could not be copied to the Sent folder');
  }
}
