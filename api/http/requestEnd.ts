import { type Ref, streamIdOf } from '../../db/store.ts';
import type { Deps } from '../context.ts';
import { waitFor } from './waitFor.ts';

type Request = { id: string; status: 'open' | 'done' | 'failed' };

/**
 * Waits for the end of a request that a job answers, such as a test email. `done`: null: another one took its place. null: it is still running, and
 * the work goes on.
 */
export async function requestEnd<R extends Request>(
  deps: Deps,
  tenant: string,
  { stream, requestId, signal }: { stream: Ref; requestId: string; signal: AbortSignal },
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
