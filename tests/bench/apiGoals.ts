import type { Figures } from './apiMeasure.ts';
import { rounded } from './database.ts';

/** `grows`: CPU of API and PostgreSQL against a tenth of the size; null: the tenth gave no answer. */
export type Measured = Figures & { name: string; grows: number | null };

const GOALS = {
  p50Ms: 100,
  p99Ms: 300,
  unchangedMs: 20,
  stallMs: 100,
  grows: 1.5,
  apiMb: 400,
  asOfCpuMs: 1_000,
  asOfMb: 100,
};
/** Less CPU than this counts as this much: Linux counts in ticks of 10 ms. */
const LEAST_CPU_MS = 10;

const cpu = ({ one }: Figures): number => Math.max(LEAST_CPU_MS, one.apiCpu + one.postgresCpu);
const isExport = (name: string) => name.includes('/export');
const isPast = (name: string) => /\/as-of|\?at$/.test(name);

export const judged = (name: string, large: Figures, tenth: Figures | null | undefined): Measured => ({
  ...{ name, ...large },
  grows: tenth ? rounded(cpu(large) / cpu(tenth), 1) : null,
});

/** What one call does beyond its goals. An export answers with everything, and the past has goals of its own. */
function missedBy({ name, one, unchanged, stall, peakMb, grows }: Measured, startMb: number): string[] {
  const over = (what: string, figure: number, goal: number) =>
    figure > goal ? [`${name}: ${what} ${figure} > ${goal}`] : [];
  const stalls = over('stall ms', stall.cpuMs, GOALS.stallMs);
  const memory = over('API MB', peakMb, GOALS.apiMb);
  if (isExport(name)) return [...stalls, ...memory];
  const growth = over('growth', grows ?? Number.POSITIVE_INFINITY, GOALS.grows);
  if (isPast(name))
    return [
      ...over('CPU ms', rounded(one.apiCpu + one.postgresCpu, 0), GOALS.asOfCpuMs),
      ...over('API MB more', rounded(peakMb - startMb, 0), GOALS.asOfMb),
      ...stalls,
      ...growth,
    ];
  return [
    ...over('p50 ms', one.p50, GOALS.p50Ms),
    ...over('p99 ms', one.p99, GOALS.p99Ms),
    // it has no ETag, or is too slow
    ...over(unchanged ? '304 p50 ms' : 'without 304, p50 ms', (unchanged?.one ?? one).p50, GOALS.unchangedMs),
    ...stalls,
    ...memory,
    ...growth,
  ];
}

export const missedGoals = (measured: readonly Measured[], startMb: number): string[] =>
  measured.flatMap((one) => missedBy(one, startMb));

const HEAD = '| GET | p50 / p99 ms | CPU API + PG ms | 304 ms | 8 clients p50 / p99 | kB | stall ms | MB | grows |';

/** The same as a table, slowest calls first. */
export function tableOf(measured: readonly Measured[]): string {
  const lines = [...measured]
    .sort((left, right) => cpu(right) - cpu(left))
    .map(({ name, one, eight, unchanged, kb, stall, peakMb, grows }) =>
      [
        ...['', name.replaceAll('|', '/'), `${one.p50} / ${one.p99}`, `${one.apiCpu} + ${one.postgresCpu}`],
        ...[
          unchanged?.one.p50 ?? '–',
          eight ? `${eight.p50} / ${eight.p99}` : '–',
          kb,
          stall.cpuMs,
          peakMb,
          `×${grows ?? '?'}`,
          '',
        ],
      ].join(' | '),
    );
  return [HEAD, `|${'---|'.repeat(9)}`, ...lines.map((line) => line.trim())].join('\n');
}
