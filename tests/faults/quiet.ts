import { setTimeout as wait } from 'node:timers/promises';
import { type FaultRun, sweepNow } from './faultRun.ts';

type Waiting = {
  message_id: string;
  status: string;
  scheduled_at: string | null;
  lease_until: string | null;
  /** Names the attempt that a worker is busy with. */
  under_way: string | null;
};

/** An attempt is given up 30 s after its lease. */
const GIVEN_UP_MS = 32_000;
/** A fault may strike so long before the harness sees its message on its way. */
const JUST_BEFORE_MS = 1_000;
/** So long nothing moves before the clock is put forward to what comes next. */
const STILL_MS = 900;
const IDLE_MS = 120;
/** Longer while an email without a fault is on its way or due: a busy machine must not let its lease or time run out. */
const SLOW_MS = 60_000;
/** A circle moves forever. It is given up after this many times the bound for what has stopped. */
const AT_MOST = 12;

/** Approved messages without a final or unknown outcome. `but`: ids that are left out. */
async function waiting(faultRun: FaultRun, but: readonly string[]): Promise<Waiting[]> {
  return faultRun.owner().sql<Waiting[]>`
    select substr(m.stream_id, 9) as message_id, m.status, coalesce(m.state->>'scheduledAt', m.state->>'notBefore') as scheduled_at,
      m.state->'claim'->>'leaseUntil' as lease_until,
      case m.status when 'dispatching' then m.state->'dispatch'->>'sendId'
        when 'claimed' then m.stream_id || ' until ' || (m.state->'claim'->>'leaseUntil') end as under_way
    from read.messages m
    where (m.status not in ('sent', 'failed', 'cancelled', 'abandoned', 'unknown', 'drafted', 'unfit')
        -- it is reconciled
        or (m.status = 'unknown' and m.state->'dispatch'->>'draftIn' is not null)
        -- its follow-up is about to begin
        or (m.status = 'sent' and not (m.state->>'replied')::boolean and not (m.state->>'erased')::boolean
          and coalesce(m.state->'delivery'->>'report', '') not in ('blocked', 'dropped', 'bounced')
          and exists (select from read.campaigns c where c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
            and c.status not in ('deleted', 'completed')
            and jsonb_array_length(c.state->'followUps') > coalesce((m.state->'followUp'->>'number')::int, 0))
          and not exists (select from read.messages n where n.tenant_id = m.tenant_id and n.campaign_id = m.campaign_id
            and n.partner_id = m.partner_id and n.step = (coalesce((m.state->'followUp'->>'number')::int, 0) + 2)::text)))
      and not substr(m.stream_id, 9) = any (${[...but]})
      -- what waits for a deleted account waits forever
      and not exists (select from log.events u where u.tenant_id = 'system' and u.stream_id = 'user-' || m.tenant_id || '-owner' and u.type = 'UserDeleted')
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

/**
 * When the next job is due (ms since 1970, by PostgreSQL's clock), and whether nothing is under way: no job, no event before the relay. A dead
 * worker's job is not under way, nor is one that was replaced while it ran or has no attempt left.
 */
async function queue(faultRun: FaultRun): Promise<Queue> {
  const living = faultRun.workers.filter((worker) => worker.alive()).map(({ pid }) => pid);
  const [row] = await faultRun.owner().sql<Queue[]>`
    select (extract(epoch from min(run_at) filter (where locked_at is null and run_at > now() and attempts < max_attempts)) * 1000)::text
        as next_at,
      count(*) filter (where case when locked_at is null then run_at <= now() and attempts < max_attempts
        else not exists (select from queue.workers w where w.worker_id = locked_by and w.pid <> all (${living})) end) = 0
        and not exists (
          select from log.checkpoints c cross join lateral log.tail(c.epoch, c.tx, c.position, 1) where c.name = 'relay') as idle
    from graphile_worker._private_jobs`;
  return row ?? { next_at: null, idle: false };
}

/** Passes the time of the run. If only waiting is left, it puts the clock forward to the next event. */
export type TimeLapse = {
  /** Looks once; answers whether every approved message but those has its fate. `over`: shorter waits than this (ms) are waited out. */
  step(over?: number, but?: readonly string[]): Promise<boolean>;
  /** Whether the last look found a mail on its way that no fault has met. */
  slow(): boolean;
  /** When the last look found something moved, or moved the clock (ms since 1970, real). */
  moved(): number;
};

export function timeLapse(faultRun: FaultRun): TimeLapse {
  let before = '';
  let since = Date.now();
  let slow = false;
  /** When each attempt was first seen on its way. */
  const seen = new Map<string, number>();
  const unmet = ({ under_way }: Waiting): boolean => {
    if (under_way === null) return false;
    const from = seen.get(under_way) ?? Date.now();
    seen.set(under_way, from);
    return !faultRun.incidents.some(({ at }) => at >= from - JUST_BEFORE_MS);
  };
  return {
    slow: () => slow,
    moved: () => since,
    async step(over = 0, but = []) {
      const rows = await waiting(faultRun, but);
      slow = rows.filter(unmet).length > 0;
      if (rows.length === 0) return true;
      const { next_at, idle } = await queue(faultRun);
      const now = JSON.stringify(rows);
      if (now !== before) {
        before = now;
        since = Date.now();
        return false;
      }
      const moves = nextMove(rows) ?? 0;
      // a due message waits for its job, and would be late if the clock went on before a busy machine gets to it
      const due = moves <= faultRun.now();
      const next = due ? Number(next_at ?? 0) : moves;
      const still = slow || (due && !idle) ? SLOW_MS : idle ? IDLE_MS : STILL_MS;
      if (Date.now() - since <= still || next <= faultRun.now() + over) {
        if (Date.now() - since > STILL_MS) await sweepNow(faultRun);
        return false;
      }
      faultRun.setAhead(next - Date.now() + 20);
      since = Date.now();
      await sweepNow(faultRun);
      return false;
    },
  };
}

/**
 * Waits until every approved message has its fate, and passes the time. Answers whether it came so far before nothing had moved for
 * `stillMs` (real): on a busy machine it takes longer.
 */
export async function quiet(faultRun: FaultRun, stillMs: number, but: readonly string[] = []): Promise<boolean> {
  const lapse = timeLapse(faultRun);
  const last = Date.now() + AT_MOST * stillMs;
  while (Date.now() < Math.min(last, lapse.moved() + stillMs + (lapse.slow() ? SLOW_MS : 0))) {
    if (await lapse.step(0, but)) return true;
    await wait(50);
  }
  return false;
}

/** The waiting messages, with their campaign, their mailbox's hold and the jobs about either. */
export async function stillWaiting(faultRun: FaultRun): Promise<string> {
  const ids = (await waiting(faultRun, [])).map(({ message_id }) => message_id);
  const rows = await faultRun.owner().sql<{ what: string }[]>`
    select substr(m.stream_id, 9) || ' is ' || m.status || ', its campaign ' || c.status || ', jobs: ' || coalesce((
        select string_agg(j.key || ' at ' || j.run_at || coalesce(' locked at ' || j.locked_at, '') || ' tries ' || j.attempts
          || coalesce(' ' || j.last_error, ''), '; ')
        from graphile_worker._private_jobs j where j.key like '%' || m.campaign_id || '%' or j.key like '%:' || m.tenant_id), 'none') as what
    from read.messages m
    left join read.campaigns c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
    where substr(m.stream_id, 9) = any (${ids})`;
  return rows.map(({ what }) => what).join(' | ');
}
