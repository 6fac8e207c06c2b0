import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The measurements of this process, as Prometheus takes them. Labels hold codes and route patterns, and name no tenant. */
const registry = new Registry();
const registers = [registry];
const SECONDS = [0.05, 0.2, 1, 5, 30];

export const commits = new Counter({ name: 'partner_pilot_commits_total', help: 'Commands committed.', registers });
export const conflicts = new Counter({
  name: 'partner_pilot_conflicts_total',
  help: 'Commands decided again, because a stream had moved.',
  registers,
});
export const requests = new Histogram({
  name: 'partner_pilot_request_seconds',
  help: 'Calls of the API.',
  labelNames: ['method', 'route', 'status'],
  buckets: SECONDS,
  registers,
});
export const sends = new Histogram({
  name: 'partner_pilot_send_seconds',
  help: 'Emails handed to a mail provider, and how long it took.',
  labelNames: ['provider', 'outcome'],
  buckets: SECONDS,
  registers,
});
export const providerCalls = new Histogram({
  name: 'partner_pilot_provider_seconds',
  help: 'Calls of other providers.',
  labelNames: ['provider', 'outcome'],
  buckets: SECONDS,
  registers,
});
export const clockOffset = new Gauge({
  name: 'partner_pilot_clock_offset_seconds',
  help: 'How far the clock of the process is ahead of the database.',
  registers,
});
export const diskFree = new Gauge({
  name: 'partner_pilot_disk_free_bytes',
  help: 'Free space where DATA_DIR is.',
  registers,
});
for (const gauge of [clockOffset, diskFree]) gauge.set(Number.NaN);
new Gauge({
  name: 'partner_pilot_memory_bytes',
  help: 'Resident memory.',
  registers,
  collect() {
    this.set(process.memoryUsage.rss());
  },
});

const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();
new Gauge({
  name: 'partner_pilot_event_loop_delay_seconds',
  help: 'The longest delay of the event loop since the last look.',
  registers,
  collect() {
    this.set(delay.max / 1e9);
    delay.reset();
  },
});

type Value = { value: number; labels: Record<string, string | number>; metricName?: string };
type Measured = { name: string; help: string; type: string; values: Value[] };

/** The measurements of this process. Those never made are left out. */
export async function measured(service: 'api' | 'worker'): Promise<Measured[]> {
  const own = { service, process: `${hostname()}/${process.pid}` };
  const all = (await registry.getMetricsAsJSON()) as unknown as Measured[];
  return all.map(({ name, help, type, values }) => {
    const made = values.filter(({ value }) => Number.isFinite(value));
    return { name, help, type, values: made.map((one) => ({ ...one, labels: { ...one.labels, ...own } })) };
  });
}

/** The text that Prometheus reads. A name comes once, with the values of all processes. */
export async function exposition(all: readonly Measured[]): Promise<string> {
  const page = new Registry();
  for (const name of new Set(all.map((metric) => metric.name))) {
    const same = all.filter((metric) => metric.name === name);
    const metric = { ...same[0], values: same.flatMap(({ values }) => values) };
    page.registerMetric({ ...metric, get: () => metric } as never);
  }
  return page.metrics();
}
