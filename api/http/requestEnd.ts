import { type Ref, streamIdOf } from '../../db/store.ts';
import type { Deps } from '../context.ts';
import { waitFor } from './waitFor.ts';

type Request = { id: string; status: 'open' | 'done' | 'failed' };

/**
 * How a request that a job answers ended, such as a test email. `done`: null: another one took its place. null: it is still under way, and the
 * work goes on all the same.
 */
export async function requestEnd<R extends Request>(
  deps: Deps,
  tenant: string,
  { stream, requestId, signal }: { stream: Ref<'mailbox'>; requestId: string; signal: AbortSignal },
  read: () => Promise<R | null>,
): Promise<{ done: R | null } | null> {
  return waitFor(
    deps,
    tenant,
    [streamIdOf(stream)],
    async () => {
      const request = await read();
      if (request?.id !== requestId) return { done: null };
      return request.status === 'open' ? null : { done: request };
    },
    signal,
  );
}
