import { readFileSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import { certainOwnerOf } from '../accounts/workspace.ts';
import type { Log } from '../connection/open.ts';
import { verifyExport } from '../export/verifyExport.ts';
import { CannotStart, UsageError } from '../installation/settings.ts';
import { type Output, operatorCommand } from '../process/command.ts';
import { pastedCheckpoint, type SignedCheckpoint } from '../seal/checkpoint.ts';
import { parseSealFile, readSealFile } from '../seal/sealFile.ts';
import type { SealHome } from '../seal/sealPlace.ts';
import { forgetWrong, wrongFound } from '../verify/followed.ts';
import { type Suspects, suspectsBetween } from '../verify/suspects.ts';
import { verifyAll } from '../verify/verifyLog.ts';
import { withLogOfAny } from './asked.ts';
import { firstWrong, tellChecks } from './checksInWords.ts';
import { followLog, stopSignal } from './followLog.ts';
import { tenantNamed } from './knownTenant.ts';
import { sealFileOf } from './outside.ts';

function readAgainst(file: string): SignedCheckpoint {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotStart(
      `--against ${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Name a file that SEAL_FILE kept.`,
    );
  }
  const whole = parseSealFile(text);
  const content = typeof whole === 'string' ? (pastedCheckpoint(text) ?? whole) : whole;
  if (typeof content === 'string')
    throw new CannotStart(`--against ${file} ${content}. Name a file that SEAL_FILE kept.`);
  return content;
}

const NAMED = 10;

function hint({ streams, differ }: Suspects): string {
  const of = `Of the ${counted(streams, 'stream')} in this seal`;
  if (differ.length === 0)
    return `${of} every row is what the log folds to now: the row was altered, too, or the event shows in no row.`;
  const more = differ.length > NAMED ? `, and ${differ.length - NAMED} more` : '';
  return (
    `${of} the row is not what the log folds to now at: ${differ.slice(0, NAMED).join(', ')}${more}. Look there first; it is a hint, ` +
    'because a row can be altered, too, and not every event shows in one.'
  );
}

type Wanted = {
  tenant: string | undefined;
  quick: boolean;
  follow: boolean;
  json: boolean;
  against: SignedCheckpoint | undefined;
};

/** The checkpoint in SEAL_FILE or its default place. null: there is none, and the operator hears of it. */
async function keptSeal(log: Log, home: SealHome, { say }: Output): Promise<SignedCheckpoint | null> {
  const file = await sealFileOf(log, home);
  const content = file === null ? null : readSealFile(file);
  if (typeof content === 'string')
    throw new CannotStart(`SEAL_FILE ${file} ${content}. Correct it, or name another one with --against.`);
  if (content) say(`Compared with the checkpoint in ${file}.`);
  else say(`Compared with no checkpoint outside: ${file === null ? 'set SEAL_FILE' : `${file} is not there`}.`);
  return content;
}

const verifyDatabase = (
  { tenant: of, quick, follow, json, against: named }: Wanted,
  output: Output,
): Promise<boolean> =>
  withLogOfAny(async (log, home) => {
    const { sql, master } = log;
    const tenant = of && (await tenantNamed(sql, of));
    // the keys and the address of the owner are looked at, too
    if (tenant) await certainOwnerOf(log, tenant, 'verify');
    const following = follow ? await followLog(log, { rows: !quick }, output) : null;
    const found = await wrongFound(sql);
    const against = named ?? (await keptSeal(log, home, output)) ?? undefined;
    // a worker keeps its mark in a DATA_DIR that it was given
    const dataDir = home.databaseUrl === null || process.env.DATA_DIR?.trim() ? home.dataDir : null;
    const { checks, recordHolds } = await verifyAll(sql, master, { tenant, quick, against, dataDir });
    const first = firstWrong(checks);
    const events = checks.flatMap(({ wrong }) => wrong).find((wrong) => wrong.events)?.events;
    const suspects = events && !quick ? await suspectsBetween(sql, master, events) : null;
    if (first === null && !tenant && !quick) await forgetWrong(sql, found);
    if (!json) {
      tellChecks(checks, output);
      if (suspects) output.print(hint(suspects));
      if (!recordHolds) output.say('The log itself is wrong, so nothing was compared with it.');
    }
    if (following) output.say('Verifying what comes, until Ctrl-C.');
    const followed = following && (await following(stopSignal()));
    const wrong = first ?? followed?.wrong[0] ?? null;
    if (json) output.print(JSON.stringify({ ok: wrong === null, wrong, checks, suspects, followed }));
    return wrong === null;
  });

async function verifyFile(
  file: string,
  against: SignedCheckpoint | undefined,
  json: boolean,
  { print, say }: Output,
): Promise<boolean> {
  const { wrong, installation, tenant, events, streams } = await verifyExport(file, against);
  if (json) print(JSON.stringify({ ok: wrong === null, wrong, tenant, events, streams, installation }));
  else if (wrong)
    print(`WRONG  ${file}, line ${wrong.line}${wrong.event ? ` (${wrong.event})` : ''}: ${wrong.reason}.`);
  else {
    print(
      `ok     ${counted(events, 'event')} of ${counted(streams, 'stream')} of ${tenant}; signed by the installation ${installation}.`,
    );
    if (!against) say('Whose key that is, the file cannot say: add --against with the installation’s SEAL_FILE.');
  }
  return wrong === null;
}

/** Proves the record, or an export of it alone. */
export const verifyCommand = operatorCommand(
  () =>
    new Command('verify')
      .description(
        "Proves the record: the guards (triggers, policies, functions, rights, indexes) that this release made, hash chains, seals, the account of the sends, keys and erasures, the address key, and that every row is what the log folds to (`--quick`: without the rows). Compares with SEAL_FILE, its default, or `--against FILE`: this finds a log that was rewritten or cut off with all its hashes. Compares with `high-water.json` in DATA_DIR, too. Events of another time than their checkpoints allow are wrong, and events older than ten minutes without a seal. `--tenant T` checks one workspace's chains, sends, keys and rows, and still all seals, which cover the events of all. It works on a standby and without the owner's password, but compares lists and counters only where it may write. `--file EXPORT` checks an export without a database. `--follow` goes on with what comes, until Ctrl-C: hashes, chains, seals, times, changed rows, and rows of the log that were written again.",
      )
      .option('--tenant <id>', "only this workspace's chains, sends, keys and rows")
      .option('--against <file>', 'the seal to compare with, instead of SEAL_FILE; also an email with a checkpoint')
      .option('--file <file>', 'check this export, without a database')
      .option('--quick', 'leave out the rows')
      .option('--follow', 'go on with what comes, until Ctrl-C')
      .option('--json', 'print JSON, for programs'),
  ({ tenant, against: from, file, quick = false, follow = false, json = false }, output) => {
    const against = from === undefined ? undefined : readAgainst(from);
    if (tenant !== undefined && follow) throw new UsageError('--follow verifies all workspaces: leave --tenant out.');
    if (file === undefined) return verifyDatabase({ tenant, quick, follow, json, against }, output);
    if (tenant !== undefined || quick || follow)
      throw new UsageError('--file checks an export alone: leave --tenant, --quick and --follow out.');
    return verifyFile(file, against, json, output);
  },
);
