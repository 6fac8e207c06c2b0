/**
 * The newest seal, kept outside of the database (SEAL_FILE): whoever owns the database can rewrite the log and have it sealed anew, but not
 * this file. So the file is never replaced while the database does not hold the seal in it.
 */
import { readFileSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { Sql } from '../connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { newestSeal, sealNumbered } from './readSeals.ts';
import { publicKeyText, type Seal, sameSeal, sealKeys } from './seal.ts';

export type SealFile = { format: 'partner-pilot seal'; version: 1; publicKey: string; seal: Seal };

const TEXT = /^[0-9a-zA-Z:./TZ+=-]*$/;

/** The file's content, or why it is none. */
export function parseSealFile(text: string): SealFile | string {
  let content: Partial<SealFile> | null = null;
  try {
    content = JSON.parse(text) as Partial<SealFile> | null;
  } catch {}
  if (content?.format !== 'partner-pilot seal') return 'is no seal of Partner Pilot';
  if (content.version !== 1) return 'was made by a newer version of the program; update this one';
  const { number, epoch, tx, position, events, root, previous, sealedAt, signature } = content.seal ?? ({} as Seal);
  const seal = { number, epoch, tx, position, events, root, previous, sealedAt, signature };
  const whole =
    [number, epoch, events].every((value) => Number.isSafeInteger(value)) &&
    [root, previous, sealedAt, signature].every((value) => typeof value === 'string' && TEXT.test(value)) &&
    [tx, position].every((value) => typeof value === 'string' && /^\d{1,19}$/.test(value));
  if (!whole || typeof content.publicKey !== 'string') return 'is not whole: a field of its seal is missing or wrong';
  return { format: content.format, version: content.version, publicKey: content.publicKey, seal };
}

function readSealFile(file: string): SealFile | string | null {
  try {
    return parseSealFile(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    return `cannot be read (${code})`;
  }
}

/** Beside the file first, and then in its place: a reader meets the old one or the new one. */
async function replaceSealFile(file: string, content: SealFile): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  try {
    const written = await open(unfinished, 'w', 0o644);
    try {
      await written.writeFile(`${JSON.stringify(content)}\n`);
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * Writes the newest seal to `file`, unless it stands there already. Answers null, or why the file was left as it is. Throws only what the
 * database throws. `sql`: the worker's or the owner's.
 */
export async function keepSealOutside(sql: Sql, master: MasterKey, file: string): Promise<string | null> {
  const newest = await newestSeal(sql);
  const kept = readSealFile(file);
  if (typeof kept === 'string')
    return `SEAL_FILE ${file} ${kept}. It is left as it is; move it away or correct SEAL_FILE.`;
  if (kept !== null) {
    const same = await sealNumbered(sql, kept.seal.number);
    if (!same || !sameSeal(same, kept.seal))
      return (
        `SEAL_FILE ${file} holds seal ${kept.seal.number}, which this database does not have: it was restored from an older copy, or its log ` +
        `was rewritten. The file is left as it is. Run npm run audit -- verify --against ${file}; after a restore, move the file away.`
      );
    if (kept.seal.number === newest?.number) return null;
  }
  if (!newest) return null;
  try {
    const publicKey = publicKeyText(sealKeys(master).publicKey);
    await replaceSealFile(file, { format: 'partner-pilot seal', version: 1, publicKey, seal: newest });
    return null;
  } catch (error) {
    return `SEAL_FILE ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`;
  }
}

const EVERY_MS = 5_000;

/** `trouble`: what was wrong at the last look, or null. */
export type SealKeeping = { trouble(): string | null; stop(): Promise<void> };

/**
 * Keeps the file up to date, whichever process seals; `say` hears each trouble once. A database that is away is asked again. `sql`: the
 * worker's.
 */
export function watchSeals(
  sql: Sql,
  master: MasterKey,
  file: string,
  say: (line: string) => void,
  everyMs = EVERY_MS,
): SealKeeping {
  let last: string | null = null;
  let running: Promise<void> = Promise.resolve();
  const look = async () => {
    const trouble = await keepSealOutside(sql, master, file);
    if (trouble !== null && trouble !== last) say(trouble);
    last = trouble;
  };
  const inTurn = () => {
    running = running.then(look).catch(() => undefined);
    return running;
  };
  void inTurn();
  const timer = setInterval(() => void inTurn(), everyMs);
  return {
    trouble: () => last,
    async stop() {
      clearInterval(timer);
      await inTurn();
    },
  };
}
