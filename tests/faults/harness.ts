import { INVARIANTS, type Invariant } from './check/invariants.ts';
import type { RunWish } from './choose.ts';
import { startDatabasePool } from './databasePool.ts';
import { type RunResult, run } from './run.ts';
import { startFaultServer } from './server.ts';

/** A server and spare workers for runs one after the other. */
export type Harness = { run(wish: RunWish): Promise<RunResult>; close(): Promise<void> };

/** `say` takes the lines about what goes on. */
export async function openHarness(say: (line: string) => void): Promise<Harness> {
  const databasePool = startDatabasePool();
  const server = await startFaultServer();
  return {
    run: (wish) => run(server, databasePool, wish, say),
    async close() {
      databasePool.end();
      await server.stop();
    },
  };
}

/** The results of many runs; `violations` by invariant. `couldNotStrike`: how many runs lack a fault that was to strike; all others struck. */
export type Summary = {
  runs: number;
  couldNotStrike: number;
  kills: number;
  messages: number;
  accepted: number;
  duplicates: number;
  lost: number;
  unknown: number;
  violations: Record<Invariant, number>;
  seconds: number;
};

/** `unstruck`: how many runs had no fault at all, and so no result. */
export function summary(results: readonly RunResult[], unstruck: number): Summary {
  const total = (of: (result: RunResult) => number) => results.reduce((sum, result) => sum + of(result), 0);
  const names = Object.keys(INVARIANTS) as Invariant[];
  const violated = (name: Invariant) =>
    total(({ violations }) => violations.filter(({ invariant }) => invariant === name).length);
  const violations = Object.fromEntries(names.map((name) => [name, violated(name)])) as Record<Invariant, number>;
  return {
    runs: results.length,
    couldNotStrike: unstruck + results.filter(({ missed }) => missed.length > 0).length,
    kills: total(({ kills }) => kills),
    messages: total(({ messages }) => messages),
    accepted: total(({ accepted }) => accepted),
    duplicates: violations.I1,
    lost: violations.I2,
    unknown: total(({ unknown }) => unknown),
    violations,
    seconds: Math.round(total(({ seconds }) => seconds)),
  };
}
