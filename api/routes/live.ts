import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { idOf } from '../../db/store.ts';
import { kindOf } from '../../events/event.ts';
import type { Deps, Env } from '../context.ts';
import type { StreamNotice } from '../views.ts';

const HEARTBEAT_MS = 15_000;

/** The live feed of the signed-in tenant: which streams moved, never what is in them. */
export function liveRoutes(deps: Deps) {
  return new Hono<Env>().get('/events/stream', (c) => {
    const tenant = c.get('user').userId;
    // proxies must hand each notice on at once
    c.header('X-Accel-Buffering', 'no');
    return streamSSE(c, async (stream) => {
      const waiting: StreamNotice[] = [];
      let wake: () => void = () => undefined;
      const unsubscribe = deps.tail.subscribe((head) => {
        if (head.tenant !== tenant) return;
        waiting.push({ kind: kindOf(head.streamId), id: idOf(head.streamId), type: head.type, version: head.version });
        wake();
      });
      const beat = setInterval(() => wake(), HEARTBEAT_MS);
      const end = () => wake();
      deps.stopping.addEventListener('abort', end);
      stream.onAbort(end);
      try {
        await stream.writeSSE({ event: 'ready', data: '{}' });
        while (!stream.aborted && !deps.stopping.aborted) {
          if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
          if (stream.aborted || deps.stopping.aborted) break;
          const notices = waiting.splice(0);
          if (notices.length === 0) await stream.writeSSE({ event: 'beat', data: '{}' });
          for (const notice of notices) await stream.writeSSE({ data: JSON.stringify(notice) });
        }
      } finally {
        unsubscribe();
        clearInterval(beat);
        deps.stopping.removeEventListener('abort', end);
      }
    });
  });
}
