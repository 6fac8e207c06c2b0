/**
 * The newest seal, kept outside of the database (SEAL_FILE). The database's owner can rewrite the log and have it sealed again, but cannot change
 * this file. A machine that is restored whole is behind it. So the file is not replaced while the database lacks its seal, and sending is frozen
 * then.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { counted } from '../../events/shared/format.ts';
import type { FreezeCause } from '../../events/shared/sendingFrozen.ts';
import type { Sql } from '../connection/connect.ts';
import { freezeOnce, frozenSince, sendingFrozen } from '../installation/freeze.ts';
import { codeOf, replaceFile } from '../process/replaceFile.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { openCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { judgeSeal, type SealVerdict } from './judgeSeal.ts';
import { isKeyOf, KeyOrder, rotationNotes, splitRotations, withRotations } from './keyOrder.ts';
import { newestSeal, sealOfSize } from './readSeals.ts';
import { siblingsOf } from './sealPlace.ts';
import { signingKey } from './signingKey.ts';

/** The flaw of a file outside. `cause`: why sending must stop for it; null: it need not. */
export type Objection = { cause: FreezeCause | null; text: string };

/** The file's checkpoint, or why it is none. */
export function parseSealFile(text: string): SignedCheckpoint | string {
  const [note, ...notes] = splitRotations(text);
  const checkpoint = openCheckpoint(note);
  const keys = checkpoint && KeyOrder.of(notes, checkpoint.installation);
  if (checkpoint && keys && !keys.broken) return notes.length === 0 ? checkpoint : { ...checkpoint, rotations: notes };
  return 'is no checkpoint of Partner Pilot, or it was altered: its own signature does not hold';
}

/** The content of a file; a text: why it is none; null: there is no file. */
export function readSealFile(file: string): SignedCheckpoint | string | null {
  try {
    return parseSealFile(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : `cannot be read (${code})`;
  }
}

type Judged = { kept: SignedCheckpoint | string | null; verdict: SealVerdict };

async function judge(sql: Sql, master: MasterKey, file: string): Promise<Judged> {
  const kept = readSealFile(file);
  if (kept === null || typeof kept === 'string') {
    return { kept, verdict: judgeSeal(kept, { installation: '', same: null, frozenSince: false }) };
  }
  const [{ id }, same, since] = await Promise.all([
    signingKey(sql, master),
    sealOfSize(sql, kept.size),
    frozenSince(sql, kept.sealedAt),
  ]);
  // the file may be older than a rotation of the key, or newer than one that a restored database has lost
  const isOurs = isKeyOf(kept, id) || (await KeyOrder.read(sql, id)).knows(kept.installation);
  return {
    kept,
    verdict: judgeSeal(kept, { installation: isOurs ? kept.installation : id, same, frozenSince: since }),
  };
}

const lacks = (file: string, { size, sealedAt }: SignedCheckpoint): string =>
  `SEAL_FILE ${file} holds a checkpoint of ${counted(size, 'event')} of ${sealedAt}, which this database does not have`;

function objectionOf(file: string, { kept, verdict }: Judged): Objection | null {
  const name = `SEAL_FILE ${file}`;
  if (typeof kept === 'string') return { cause: 'unreadable_seal', text: `${name} ${kept}. It is left as it is.` };
  if (kept === null || verdict === 'held') return null;
  if (verdict === 'foreign')
    return {
      cause: 'foreign_seal',
      text: `${name} was signed by another installation, so it cannot be compared. It is left as it is. Set SEAL_FILE to a file of this installation.`,
    };
  const what = `${lacks(file, kept)}: it was restored from an older copy, or its log was rewritten. The file is left as it is.`;
  return verdict === 'behind'
    ? { cause: 'behind_seal', text: `${what} Run npm run audit -- verify --against ${file}.` }
    : { cause: null, text: `${what} Sending was frozen since then; npm run audit -- reconcile replaces the file.` };
}

/**
 * The file's objection to this database. Without a file, those of the same installation elsewhere are asked. So a copy that runs elsewhere is frozen
 * if its original went on.
 */
export const objectionOfSeal = async (sql: Sql, master: MasterKey, file: string): Promise<Objection | null> =>
  objectionGiven(sql, master, file, await judge(sql, master, file));

async function objectionGiven(sql: Sql, master: MasterKey, file: string, judged: Judged): Promise<Objection | null> {
  if (judged.verdict !== 'absent') return objectionOf(file, judged);
  for (const sibling of siblingsOf(file)) {
    const other = await judge(sql, master, sibling);
    if (other.verdict === 'behind') return objectionOf(sibling, other);
  }
  return null;
}

const LOCK_STALE_MS = 60_000;

/** Does `work` as the only writer of a file, among all processes; null: another one writes it now. A lock that a killed process left is taken away after a minute. */
async function asOnlyWriter<T>(file: string, work: () => Promise<T>): Promise<T | null> {
  const lock = `${file}.lock`;
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > LOCK_STALE_MS)
      rmSync(lock, { force: true });
    return null;
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

const cannotWrite = (file: string, error: unknown): Objection => ({
  cause: null,
  text: `SEAL_FILE ${file} cannot be written (${codeOf(error)}).`,
});

/** Only the file system's errors are the file's; the database's are thrown on. */
const isOfFile = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;

function noteIn(file: string): string | null {
  const kept = readSealFile(file);
  return typeof kept === 'string' ? kept : (kept?.note ?? null);
}

/**
 * Writes the newest seal to `file`, unless it is there already. Answers null, or why the file was left as it is. Throws only what the
 * database throws. `sql`: the worker's or the owner's.
 */
export async function keepSealOutside(sql: Sql, master: MasterKey, file: string): Promise<Objection | null> {
  const judged = await judge(sql, master, file);
  const objection = await objectionGiven(sql, master, file, judged);
  if (objection) return objection;
  const newest = await newestSeal(sql);
  const kept = judged.kept as SignedCheckpoint | null;
  if (!newest || (kept !== null && kept.size >= newest.size)) return null;
  // a frozen database makes no file of its own: `reconcile` does
  if (kept === null && (await sendingFrozen(sql))) return null;
  const content = withRotations(newest.note, await rotationNotes(sql));
  try {
    return await asOnlyWriter(file, async () => {
      // another writer may have been faster, also one of another copy; the next look judges its file
      if (noteIn(file) === (kept?.note ?? null)) await replaceFile(file, content);
      return null;
    });
  } catch (error) {
    if (!isOfFile(error)) throw error;
    return cannotWrite(file, error);
  }
}

/**
 * After an operator has decided: makes the file say what this database says. The file of another copy of the database is kept beside it, under the
 * answered name. null: there was none. Throws what the file system says.
 */
export async function replaceSealOutside(sql: Sql, master: MasterKey, file: string): Promise<string | null> {
  const newest = await newestSeal(sql);
  const { verdict } = await judge(sql, master, file);
  if (!newest || verdict === 'foreign') return null;
  const isOld = verdict === 'behind' || verdict === 'known' || verdict === 'unreadable';
  const aside = `${file}.before-epoch-${newest.epoch}`;
  if (isOld) renameSync(file, aside);
  await replaceFile(file, withRotations(newest.note, await rotationNotes(sql)), isOld ? aside : file);
  return isOld ? aside : null;
}

const EVERY_MS = 5_000;

/** `trouble`: what was wrong at the last look, or null. */
export type SealKeeping = { trouble(): string | null; stop(): Promise<void> };

/**
 * Keeps the file up to date, whichever process seals. It freezes sending if the file shows that the database is an older copy. The first look is over
 * when it answers, and throws when the database is away; later ones ask again. `say` hears each trouble once. `sql`: the worker's.
 */
export async function watchSeals(
  sql: Sql,
  master: MasterKey,
  file: string,
  say: (line: string) => void,
  everyMs = EVERY_MS,
): Promise<SealKeeping> {
  let last: string | null = null;
  const look = async () => {
    const objection = await keepSealOutside(sql, master, file);
    const frozen = objection?.cause ? await freezeOnce(sql, objection.cause, objection.text) : false;
    const trouble = objection?.text ?? null;
    if (trouble !== null && trouble !== last) say(frozen ? `${trouble} Sending is frozen.` : trouble);
    last = trouble;
  };
  await look();
  let running: Promise<void> = Promise.resolve();
  const inTurn = () => {
    running = running.then(look).catch(() => undefined);
    return running;
  };
  const timer = setInterval(() => void inTurn(), everyMs);
  return {
    trouble: () => last,
    async stop() {
      clearInterval(timer);
      await inTurn();
    },
  };
}
