import type { Output } from '../process/command.ts';
import type { Check, WrongPlace } from '../verify/verifyLog.ts';

const WHAT: Record<Check['check'], string> = {
  guards: 'guards',
  chains: 'hash chains',
  seals: 'seals',
  outside: 'checkpoint outside',
  mark: 'newest event seen',
  epochs: 'epochs and freezes',
  sends: 'account of the sends',
  keys: 'keys and erasures',
  address: 'address key',
  vault: 'secrets and attachments',
  rows: 'rows',
};

/** Says what each part of a verification looked at, and every place that is wrong. */
export function tellChecks(checks: readonly Check[], { print }: Output): void {
  for (const { check, seconds, said, wrong, warning } of checks) {
    print(`${wrong.length > 0 ? 'WRONG' : 'ok   '}  ${WHAT[check].padEnd(23)}  ${said} (${seconds.toFixed(1)} s)`);
    for (const { at, reason } of wrong) print(`       ${at}: ${reason}`);
    if (warning) print(`       Warning: ${warning}`);
  }
}

export const firstWrong = (checks: readonly Check[]): WrongPlace | null =>
  checks.flatMap(({ wrong }) => wrong)[0] ?? null;
