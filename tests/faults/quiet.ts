import { setTimeout as wait } from 'node:timers/promises';
import { type Stage, sweepNow } from './stage.ts';

type Waiting = { message_id: string; status: string; scheduled_at: string | null; lease_until: string | null };

/** An attempt is given up 30 s after its lease. */
const GIVEN_UP_MS = 32_000;
/** So long nothing moves before the clock is put forward to what comes next. */
const STILL_MS = 900;
const IDLE_MS = 120;

/** Messages that were approved and have neither a final fate nor an unknown one; `but`: the ids of those that are left out. */
async function waiting(stage: Stage, but: readonly string[]): Promise<Waiting[]> {
  return stage.owner().sql<Waiting[]>`
    select substr(m.stream_id, 9) as message_id, m.status, m.state->>'scheduledAt' as scheduled_at,
      m.state->'claim'->>'leaseUntil' as lease_until
    from read.messages m
    where m.status not in ('sent', 'failed', 'cancelled', 'abandoned', 'unknown', 'drafted') and not substr(m.stream_id, 9) = any (${[...but]})
    order by m.stream_id`;
}

/** When (ms since 1970) the next of them can move by itself. */
function nextMove(rows: readonly Waiting[]): number | null {
  const times = rows.flatMap(({ status, scheduled_at, lease_until }) => {
    if ((status === 'claimed' || status === 'dispatching') && lease_until)
      return [Date.parse(lease_until) + GIVEN_UP_MS];
    return scheduled_at ? [Date.parse(scheduled_at)] : [];
  });
  return times.length > 0 ? Math.min(...times) : null;
}

type Queue = { next_at: string | null; idle: boolean };

/** When (ms since 1970, by PostgreSQL's clock) the next job is due, and whether nothing at all is under way: no job, no event before the relay. */
async function queue(stage: Stage): Promise<Queue> {
  const [row] = await stage.owner().sql<Queue[]>`
    select (extract(epoch from min(run_at) filter (where locked_at is null and run_at > now() and attempts < max_attempts)) * 1000)::text
        as next_at,
      count(*) filter (where locked_at is not null or run_at <= now()) = 0 and not exists (
        select from log.checkpoints c cross join lateral log.tail(c.epoch, c.tx, c.position, 1) where c.name = 'relay') as idle
    from graphile_worker._private_jobs`;
  return row ?? { next_at: null, idle: false };
}

/**
 * Waits until every approved message has its fate, and puts the clock forward whenever nothing is left to do but to wait. Answers whether
 * it came so far within `boundMs` (real).
 */
export async function quiet(stage: Stage, boundMs: number, but: readonly string[] = []): Promise<boolean> {
  const end = Date.now() + boundMs;
  let before = '';
  let since = Date.now();
  while (Date.now() < end) {
    const rows = await waiting(stage, but);
    if (rows.length === 0) return true;
    const { next_at, idle } = await queue(stage);
    const now = JSON.stringify(rows);
    if (now !== before) {
      before = now;
      since = Date.now();
    } else if (Date.now() - since > (idle ? IDLE_MS : STILL_MS)) {
      const moves = nextMove(rows) ?? 0;
      // a message whose time has come waits for its job
      const next = moves > stage.now() ? moves : Number(next_at ?? 0);
      if (next > stage.now()) stage.setAhead(next - Date.now() + 20);
      since = Date.now();
      await sweepNow(stage);
    }
    await wait(50);
  }
  return false;
}
