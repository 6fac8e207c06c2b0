import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { sendingFrozen } from '../../db/installation/freeze.ts';
import { exposition, measured } from '../../db/process/processMetrics.ts';
import { logStanding, queueDepth, recordStanding, workerMetrics, workerProcesses } from '../../db/read/health.ts';
import type { Store } from '../../db/store.ts';
import type { Deps, Env } from '../context.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const secondsSince = (at: Date | null, now: Date): number => (at ? (now.getTime() - at.getTime()) / 1000 : 0);

/** The state of the installation, which all processes share. */
async function installation(store: Store) {
  const [queue, log, workers, frozen, record, [database]] = await Promise.all([
    queueDepth(store),
    logStanding(store),
    workerProcesses(store),
    sendingFrozen(store.sql),
    recordStanding(store),
    store.sql<{ size: number; now: Date }[]>`
      select pg_database_size(current_database())::double precision as size, clock_timestamp() as now`,
  ]);
  const { size = 0, now = store.now() } = database ?? {};
  const gauge = (name: string, help: string, values: { value: number; labels?: Record<string, string> }[]) => ({
    ...{ name: `partner_pilot_${name}`, help, type: 'gauge' },
    values: values.map(({ value, labels = {} }) => ({ value, labels })),
  });
  const { waiting, scheduled, running, failed } = queue;
  const jobs = Object.entries({ waiting, scheduled, running, failed });
  return [
    gauge(
      'jobs',
      'Jobs of the queue by state.',
      jobs.map(([state, value]) => ({ value, labels: { state } })),
    ),
    gauge('oldest_job_seconds', 'How long the oldest waiting job is due.', [
      { value: secondsSince(queue.oldestRunAt, now) },
    ]),
    gauge('relay_lag_events', 'Events without their jobs, at most 10,000.', [{ value: log.relayLag }]),
    gauge('unread_seconds', 'The age of the oldest event without its jobs.', [{ value: log.unreadAge }]),
    gauge('unsealed_events', 'Events that no seal covers, at most 10,000.', [{ value: log.unsealed }]),
    gauge('seal_age_seconds', 'The age of the newest seal.', [{ value: secondsSince(log.sealedAt, now) }]),
    gauge('record_wrong', 'Places of the log that were found wrong since the last whole verification.', [
      { value: record.wrong },
    ]),
    gauge('record_behind_seconds', 'Since the newest events were verified; none: no worker follows.', [
      ...(record.behindMs === null ? [] : [{ value: record.behindMs / 1000 }]),
    ]),
    gauge('sending_frozen', '1 while no email leaves.', [{ value: frozen ? 1 : 0 }]),
    gauge('workers', 'Worker processes that are alive.', [{ value: workers.filter(({ alive }) => alive).length }]),
    gauge('database_bytes', 'The size of the database.', [{ value: size }]),
  ];
}

/** GET /metrics for Prometheus, by METRICS_TOKEN. The workers leave their measurements in the database, so that they need no port. */
export function metricsRoutes(deps: Deps): Hono<Env> {
  const expected = deps.metricsToken === undefined ? null : digest(`Bearer ${deps.metricsToken}`);
  return new Hono<Env>()
    .get('/metrics', async (c) => {
      if (!expected) return c.text('METRICS_TOKEN is not set, so there are no metrics.', 404);
      if (!timingSafeEqual(digest(c.req.header('Authorization') ?? ''), expected)) {
        return c.text('This needs the token of METRICS_TOKEN.', 401, { 'WWW-Authenticate': 'Bearer' });
      }
      const all = await Promise.all([installation(deps.store), measured('api'), workerMetrics(deps.store)]);
      return c.text(await exposition(all.flat()), 200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        'Cache-Control': 'no-store',
      });
    })
    .all('/metrics/*', (c) => c.text('There is no such page. The metrics are at /metrics.', 404))
    .all('/metrics', (c) => c.text('Metrics are read by GET.', 405, { Allow: 'GET' }));
}
