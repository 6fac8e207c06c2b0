import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import { compareLists, type WrongList } from '../lists/compare.ts';
import { type Output, operatorCommand } from '../process/command.ts';
import { type Difference, differenceInWords, inOrder } from '../read/differences.ts';
import { type Comparison, compareRows, type Rebuilt, rebuild } from '../read/rebuild.ts';
import type { Store } from '../store.ts';
import { verifyRecord } from '../verify/verifyLog.ts';
import { withStore } from './asked.ts';
import { firstWrong, tellChecks } from './checksInWords.ts';
import { progressBar } from './progressBar.ts';

/** At most this many differences are named. */
const NAMED = 20;

/** `tell`: gets the rows that are wrong, before the switch. */
async function run(
  store: Store,
  check: boolean,
  tell: (wrong: readonly Difference[]) => void,
): Promise<Comparison | Rebuilt> {
  const { sql, master } = store;
  const [size] = await sql<{ events: number }[]>`select count(*)::float8 as events from log.events`;
  const bar = progressBar(size?.events ?? 0);
  let folded = 0;
  const options = {
    sql,
    master,
    onProgress: ({ events }: { events: number }) => {
      folded = events;
      bar.show(events);
    },
  };
  const found = (wrong: readonly Difference[]): void => {
    bar.end(folded);
    tell(wrong);
  };
  if (!check) return rebuild({ ...options, beforeSwitch: found });
  const compared = await compareRows(options);
  found(compared.differences);
  return compared;
}

/** Rows that follow from a wrong log are wrong, so the log is verified alone first. */
async function logHolds(store: Store, check: boolean, json: boolean, output: Output): Promise<boolean> {
  const wrong = (await verifyRecord(store.sql, store.master)).filter(({ ok }) => !ok);
  if (wrong.length === 0) return true;
  if (json) output.print(JSON.stringify({ check, ok: false, wrong: firstWrong(wrong) }));
  else tellChecks(wrong, output);
  output.say(
    check
      ? 'The log itself is wrong, so nothing was compared with it. With --unverified it is, all the same.'
      : 'The log itself is wrong, so no row was made from it. With --unverified rows are made from it as it is.',
  );
  return false;
}

/** The rows of lists that are not what the rows of the read models say. A replay makes them again, too. */
function tellLists(lists: readonly WrongList[], check: boolean, print: Output['print']): void {
  for (const { tenant, of } of lists.slice(0, NAMED)) print(`${tenant} ${of}: the lists show something else`);
  if (lists.length > NAMED) print(`… and ${lists.length - NAMED} more.`);
  const several = lists.length === 1 ? 'differs' : 'differ';
  if (lists.length === 0) print('Every list and counter is what the rows say.');
  else
    print(
      `${counted(lists.length, 'person or counter', 'people or counters')} ${check ? several : 'differed before'} in the lists.`,
    );
}

/**
 * Verifies the log, rebuilds all rows beside the live ones, names the differences, and switches over. `--check` only compares, and answers false if a
 * row is wrong. After a replay none is.
 */
export const replayCommand = operatorCommand(
  () =>
    new Command('replay')
      .description(
        'Verifies the chains and seals, rebuilds all read models from the log while everything runs, and says which differ before it switches to them. From a log that is wrong it rebuilds nothing (exit code 1). `--check` only compares (exit code 1 if a row is wrong). `--unverified` takes the log as it is.',
      )
      .option('--check', 'only compare')
      .option('--unverified', 'take the log as it is')
      .option('--json', 'print JSON, for programs'),
  ({ check = false, unverified = false, json = false }, output) =>
    withStore(async (store) => {
      const { print, say } = output;
      const verified = !unverified;
      if (verified && !(await logHolds(store, check, json, output))) return false;
      const tell = (found: readonly Difference[]): void => {
        if (json) return;
        for (const difference of [...found].sort(inOrder).slice(0, NAMED))
          print(`${difference.tenant} ${difference.streamId}: ${differenceInWords(difference)}`);
        if (found.length > NAMED) print(`… and ${found.length - NAMED} more.`);
      };
      const { differences, events, streams, seconds, ...rest } = await run(store, check, tell);
      const lists = await compareLists(store.sql, { repair: !check });
      const wrong = [...differences].sort(inOrder);
      const eventsPerSecond = Math.round(events / Math.max(seconds, 0.001));
      if (json) {
        const figures = { verified, events, streams, seconds, eventsPerSecond, ...rest };
        print(
          JSON.stringify({
            check,
            ...figures,
            differences: wrong.length,
            first: wrong.slice(0, NAMED),
            lists: lists.length,
            firstLists: lists.slice(0, NAMED),
          }),
        );
        return !check || wrong.length + lists.length === 0;
      }
      print(
        `${counted(events, 'event')} of ${counted(streams, 'stream')} were folded in ${seconds.toFixed(1)} s (${eventsPerSecond} a second).`,
      );
      const one = wrong.length === 1;
      const rows = counted(wrong.length, 'row');
      if (check)
        print(wrong.length === 0 ? 'Every row is what the log folds to.' : `${rows} ${one ? 'differs' : 'differ'}.`);
      else {
        print(
          wrong.length === 0
            ? 'No row differed.'
            : `${rows} differed before the switch, and ${one ? 'is' : 'are'} what the log folds to now.`,
        );
        if ('lockedMs' in rest) say(`Writers waited ${rest.lockedMs.toFixed(0)} ms at most.`);
      }
      tellLists(lists, check, print);
      return !check || wrong.length + lists.length === 0;
    }),
);
