/**
 * The newest seal, kept outside of the database (SEAL_FILE). The database's owner can rewrite the log and have it sealed again, but cannot change
 * this file. A machine that is restored whole is behind it. So the file is not replaced while the database lacks its seal, and sending is frozen
 * then.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import type { FreezeCause } from '../../events/shared/sendingFrozen.ts';
import type { Sql } from '../connection/connect.ts';
import { freezeOnce, frozenSince, sendingFrozen } from '../installation/freeze.ts';
import { installationId } from '../installation/installationId.ts';
import { codeOf, replaceFile } from '../process/replaceFile.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { judgeSeal, type SealVerdict } from './judgeSeal.ts';
import { newestSeal, sealNumbered } from './readSeals.ts';
import { publicKeyText, type Seal, sealKeys } from './seal.ts';
import { siblingsOf } from './sealPlace.ts';

export type SealFile = {
  format: 'partner-pilot seal';
  version: 1;
  /** As installationId has it. */
  installation: string;
  publicKey: string;
  seal: Seal;
};

/** The flaw of a file outside. `cause`: why sending must stop for it; null: it need not. */
export type Objection = { cause: FreezeCause | null; text: string };

const TEXT = /^[0-9a-zA-Z:./TZ+=-]*$/;

/** The file's content, or why it is none. */
export function parseSealFile(text: string): SealFile | string {
  let content: Partial<SealFile> | null = null;
  try {
    content = JSON.parse(text) as Partial<SealFile> | null;
  } catch {}
  if (content?.format !== 'partner-pilot seal') return 'is no seal of Partner Pilot';
  if (content.version !== 1) return 'was made by a newer version of the program; update this one';
  const { installation, publicKey } = content;
  const { number, epoch, tx, position, events, root, previous, sealedAt, signature } = content.seal ?? ({} as Seal);
  const seal = { number, epoch, tx, position, events, root, previous, sealedAt, signature };
  const whole =
    [number, epoch, events].every((value) => Number.isSafeInteger(value)) &&
    [root, previous, sealedAt, signature].every((value) => typeof value === 'string' && TEXT.test(value)) &&
    !Number.isNaN(Date.parse(sealedAt)) &&
    [tx, position].every((value) => typeof value === 'string' && /^\d{1,19}$/.test(value));
  if (!whole || typeof publicKey !== 'string' || typeof installation !== 'string')
    return 'is not whole: a field of its seal is missing or wrong';
  return { format: content.format, version: content.version, installation, publicKey, seal };
}

/** The content of a file; a text: why it is none; null: there is no file. */
export function readSealFile(file: string): SealFile | string | null {
  try {
    return parseSealFile(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : `cannot be read (${code})`;
  }
}

type Judged = { kept: SealFile | string | null; verdict: SealVerdict };

async function judge(sql: Sql, file: string): Promise<Judged> {
  const kept = readSealFile(file);
  if (kept === null || typeof kept === 'string') {
    return { kept, verdict: judgeSeal(kept, { installation: '', same: null, frozenSince: false }) };
  }
  const [installation, same, since] = await Promise.all([
    installationId(sql),
    sealNumbered(sql, kept.seal.number),
    frozenSince(sql, kept.seal.sealedAt),
  ]);
  return { kept, verdict: judgeSeal(kept, { installation, same, frozenSince: since }) };
}

const lacks = (file: string, { seal }: SealFile): string =>
  `SEAL_FILE ${file} holds seal ${seal.number} of ${seal.sealedAt}, which this database does not have`;

function objectionOf(file: string, { kept, verdict }: Judged): Objection | null {
  const name = `SEAL_FILE ${file}`;
  if (typeof kept === 'string') return { cause: 'unreadable_seal', text: `${name} ${kept}. It is left as it is.` };
  if (kept === null || verdict === 'held') return null;
  if (verdict === 'foreign')
    return {
      cause: null,
      text: `${name} belongs to another installation. It is left as it is; each installation needs its own.`,
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
export const objectionOfSeal = async (sql: Sql, file: string): Promise<Objection | null> =>
  objectionGiven(sql, file, await judge(sql, file));

async function objectionGiven(sql: Sql, file: string, judged: Judged): Promise<Objection | null> {
  if (judged.verdict !== 'absent') return objectionOf(file, judged);
  for (const sibling of siblingsOf(file)) {
    const other = await judge(sql, sibling);
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

async function write(sql: Sql, master: MasterKey, file: string, seal: Seal): Promise<void> {
  const installation = await installationId(sql);
  const publicKey = publicKeyText(sealKeys(master).publicKey);
  const content: SealFile = { format: 'partner-pilot seal', version: 1, installation, publicKey, seal };
  await replaceFile(file, `${JSON.stringify(content)}\n`);
}

const cannotWrite = (file: string, error: unknown): Objection => ({
  cause: null,
  text: `SEAL_FILE ${file} cannot be written (${codeOf(error)}).`,
});

/** Only the file system's errors are the file's; the database's are thrown on. */
const isOfFile = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;

/**
 * Writes the newest seal to `file`, unless it is there already. Answers null, or why the file was left as it is. Throws only what the
 * database throws. `sql`: the worker's or the owner's.
 */
export async function keepSealOutside(sql: Sql, master: MasterKey, file: string): Promise<Objection | null> {
  const judged = await judge(sql, file);
  const objection = await objectionGiven(sql, file, judged);
  if (objection) return objection;
  const newest = await newestSeal(sql);
  const kept = judged.kept as SealFile | null;
  if (!newest || (kept !== null && kept.seal.number >= newest.number)) return null;
  // a frozen database makes no file of its own: `reconcile` does
  if (kept === null && (await sendingFrozen(sql))) return null;
  try {
    return await asOnlyWriter(file, async () => {
      // another writer may have been faster, also one of another copy; the next look judges its file
      if (JSON.stringify(readSealFile(file)) === JSON.stringify(kept)) await write(sql, master, file, newest);
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
  const { verdict } = await judge(sql, file);
  if (!newest || verdict === 'foreign') return null;
  const isOld = verdict === 'behind' || verdict === 'known' || verdict === 'unreadable';
  const aside = `${file}.before-epoch-${newest.epoch}`;
  if (isOld) renameSync(file, aside);
  await write(sql, master, file, newest);
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
