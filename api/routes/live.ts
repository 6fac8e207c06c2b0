import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { leavePlace, takePlace } from '../../db/accounts/allowances.ts';
import { settingValue } from '../../db/read/settingValue.ts';
import { idOf } from '../../db/store.ts';
import { LIMITS, limitOf } from '../../events/accounts/limits.ts';
import { kindOf } from '../../events/shared/event.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import type { StreamNotice } from '../views.ts';

const HEARTBEAT_MS = 15_000;
/** A session that was ended elsewhere gets nothing more after this long. */
const CHECK_MS = 1_000;
/** A place outlives some heartbeats: a feed of a killed process ends after this. */
const PLACE_SECONDS = 60;

/** The live feed of the signed-in tenant: names of changed streams, never their content. It ends with the session. */
export function liveRoutes(deps: Deps) {
  return new Hono<Env>().get('/events/stream', answers('text/event-stream'), async (c) => {
    const { tenant, userId, account } = c.get('user');
    const { store } = deps;
    const bucket = `feeds|${userId}`;
    const most = limitOf('feeds', account.limits, await settingValue(store, LIMITS.feeds.setting));
    const place = await takePlace(store.sql, bucket, { most, seconds: PLACE_SECONDS });
    if (place === null) throw new Refused({ code: 'feeds_full', most, retryAfterSeconds: PLACE_SECONDS });
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
      const beat = setInterval(() => wake(), deps.beatMs ?? HEARTBEAT_MS);
      let checkedAt = performance.now();
      let keptAt = checkedAt;
      const end = () => wake();
      deps.stopping.addEventListener('abort', end);
      stream.onAbort(end);
      try {
        await stream.writeSSE({ event: 'ready', data: '{}' });
        while (!stream.aborted && !deps.stopping.aborted) {
          if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
          if (stream.aborted || deps.stopping.aborted) break;
          if (waiting.length === 0 || performance.now() - checkedAt > CHECK_MS) {
            if (!(await c.get('stillSignedIn')())) break;
            if (performance.now() - keptAt > (1000 * PLACE_SECONDS) / 4) {
              await takePlace(store.sql, bucket, { most, seconds: PLACE_SECONDS, place });
              keptAt = performance.now();
            }
            checkedAt = performance.now();
          }
          const notices = waiting.splice(0);
          if (notices.length === 0) await stream.writeSSE({ event: 'beat', data: '{}' });
          for (const notice of notices) await stream.writeSSE({ data: JSON.stringify(notice) });
        }
      } finally {
        unsubscribe();
        clearInterval(beat);
        deps.stopping.removeEventListener('abort', end);
        // a process that stops closes its connections: such a place ends later
        await leavePlace(store.sql, bucket, place).catch(() => undefined);
      }
    });
  });
}
