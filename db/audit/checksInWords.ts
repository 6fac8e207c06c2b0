import type { Output } from '../process/command.ts';
import type { Check } from '../verify/verifyLog.ts';

const WHAT: Record<Check['check'], string> = {
  chains: 'hash chains',
  seals: 'seals',
  outside: 'checkpoint outside',
  sends: 'account of the sends',
  keys: 'keys and erasures',
  address: 'address key',
  rows: 'rows',
};

/** Says what each part of a verification looked at, and what is wrong there; answers the first wrong position. */
export function tellChecks(checks: readonly Check[], { print }: Output): Check['wrong'] {
  for (const { check, seconds, said, wrong } of checks) {
    print(`${wrong ? 'WRONG' : 'ok   '}  ${WHAT[check].padEnd(20)}  ${said} (${seconds.toFixed(1)} s)`);
    if (wrong) print(`       ${wrong.at}: ${wrong.reason}`);
  }
  return firstWrong(checks);
}

export const firstWrong = (checks: readonly Check[]): Check['wrong'] =>
  checks.find(({ wrong }) => wrong)?.wrong ?? null;
