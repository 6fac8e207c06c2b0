import type { Context } from 'hono';
import { withDeadline } from '../../db/connection/withDeadline.ts';
import type { Deps } from '../context.ts';

/**
 * Waits until `check` answers something. It checks again when a named stream of the tenant changes. It returns null after the configured time, or
 * when the browser disconnects. The work itself goes on.
 */
export function waitFor<T>(
  deps: Deps,
  tenant: string,
  streamIds: readonly string[],
  check: () => Promise<T | null>,
  signal: AbortSignal,
): Promise<T | null> {
  const watched = new Set(streamIds);
  return withDeadline(deps.waitMs, [signal, deps.stopping], async (ended) => {
    let wake: () => void = () => undefined;
    let moved = false;
    const notify = () => {
      moved = true;
      wake();
    };
    const unsubscribe = deps.tail.subscribe((head) => {
      if (head.tenant === tenant && watched.has(head.streamId)) notify();
    });
    ended.addEventListener('abort', notify);
    try {
      for (;;) {
        moved = false;
        const answer = await check();
        if (answer !== null || ended.aborted) return answer;
        if (!moved) await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      unsubscribe();
    }
  });
}

/** The answer of a call that gave up waiting. The work goes on, and the screen follows it by server-sent events. */
export const accepted = (c: Context, id: string) => c.json({ accepted: true as const, id }, 202);
