/**
 * A backup is gzip over lines of JSON:
 *
 *   the header, with what is in it and how many rows of each table
 *   for each table of the header, in its order: {"table": name}, and each row as an array of texts (as PostgreSQL writes them) and nulls
 *   {"end": HMAC-SHA256 over all lines before, under a key that follows from SECRET_KEY}
 */
import { createHmac, type Hmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { CannotStart } from '../installation/settings.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { keyProof } from '../vault/masterKey.ts';
import { rowsAtOnce } from './tables.ts';
import { fileTrouble, writeWhole } from './wholeFile.ts';

export type BackupHeader = {
  format: 'partner-pilot backup';
  version: 1;
  /** The moment of the snapshot, ISO 8601. */
  takenAt: string;
  /** The migrations that had been applied. */
  migrations: string[];
  epoch: number;
  /** PostgreSQL's major version. */
  postgres: number;
  /** By which the right SECRET_KEY is known; hex. */
  keyProof: string;
  /** Of the other key, while SECRET_KEY was rotated. */
  oldKeyProof?: string;
  /** Set if people's keys are in a file of their own (keysApart.ts): which file this is, and of which installation. */
  apart?: { holds: 'log' | 'keys'; installation: string };
  tables: { name: string; columns: string[]; rows: number }[];
};
export type BackupRow = (string | null)[];
type Line = { table: string } | BackupRow;

const LINES_A_PIECE = 500;
const MOST_OF_A_PIECE = 8 * 1024 * 1024;

/** Writes a backup beside `file` and puts it in its place once it is whole. Throws CannotStart with what to do; nothing is left behind then. */
export async function writeBackup(
  file: string,
  key: MasterKey,
  header: BackupHeader,
  rows: AsyncIterable<Line>,
  { overwrite }: { overwrite: boolean },
): Promise<void> {
  const mac = createHmac('sha256', key.backup);
  async function* pieces(): AsyncGenerator<Buffer> {
    let lines = [JSON.stringify(header)];
    let length = 0;
    const piece = () => {
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      lines = [];
      length = 0;
      mac.update(bytes);
      return bytes;
    };
    for await (const line of rows) {
      const text = JSON.stringify(line);
      lines.push(text);
      length += text.length;
      if (lines.length >= LINES_A_PIECE || length >= MOST_OF_A_PIECE) yield piece();
    }
    if (lines.length > 0) yield piece();
    yield Buffer.from(`${JSON.stringify({ end: mac.digest('hex') })}\n`);
  }
  await writeWhole(file, pieces(), { overwrite, gzip: true });
}

const TRUNCATED =
  'it ends too early: it was cut off, or its copying did not end. Copy it again, or take another backup';
const ALTERED = 'it was altered or damaged since it was written, or is no backup. Take another one';

/**
 * Reads a backup to its end before anything is done with it. Throws CannotStart if it is cut off, altered, of an unknown format, or made under
 * another SECRET_KEY.
 */
export async function checkBackup(file: string, key: MasterKey): Promise<BackupHeader> {
  const counts = new Map<string, number>();
  let table = '';
  const header = await throughBackup(file, key, (line) => {
    if (Array.isArray(line)) counts.set(table, (counts.get(table) ?? 0) + 1);
    else table = line.table;
  });
  const wrong = header.tables.find(({ name, rows }) => (counts.get(name) ?? 0) !== rows);
  if (wrong) throw new CannotStart(`${file}: ${ALTERED}.`, 'wrong');
  return header;
}

/** The rows of a backup that was checked, table by table, in pieces of `size` rows at most. */
export async function* rowsOf(file: string, size: number): AsyncGenerator<{ table: string; rows: BackupRow[] }> {
  let table = '';
  let rows: BackupRow[] = [];
  for await (const text of linesOf(file)) {
    const line = JSON.parse(text) as Line | BackupHeader | { end: string };
    if (Array.isArray(line)) {
      rows.push(line);
      if (rows.length < Math.min(size, rowsAtOnce(table))) continue;
    }
    if (rows.length > 0) yield { table, rows };
    rows = [];
    if ('table' in line) table = line.table;
  }
}

async function throughBackup(file: string, key: MasterKey, take: (line: Line) => void): Promise<BackupHeader> {
  let mac: Hmac | null = null;
  let header: BackupHeader | null = null;
  let end: string | null = null;
  const altered = () => new CannotStart(`${file}: ${ALTERED}.`, 'wrong');
  for await (const text of linesOf(file)) {
    if (end !== null) throw altered();
    const line = parsed(text, altered);
    if (header === null) {
      header = line as BackupHeader;
      mac = createHmac('sha256', keyOf(file, header, key).backup);
    } else if ('end' in (line as object)) {
      end = (line as { end: string }).end;
      continue;
    } else take(line as Line);
    mac?.update(`${text}\n`);
  }
  if (header === null || mac === null || end === null) throw new CannotStart(`${file}: ${TRUNCATED}.`, 'wrong');
  if (mac.digest('hex') !== end) throw altered();
  return header;
}

function parsed(text: string, altered: () => Error): unknown {
  try {
    const line: unknown = JSON.parse(text);
    if (line !== null && typeof line === 'object') return line;
  } catch {}
  throw altered();
}

/** The key of SECRET_KEY that wrote a backup. Throws CannotStart when nothing reads it. */
function keyOf(file: string, header: BackupHeader, key: MasterKey): MasterKey {
  if (header.format !== 'partner-pilot backup') throw new CannotStart(`${file} is no backup of Partner Pilot.`);
  if (header.version !== 1)
    throw new CannotStart(`${file} was made by a newer version of the program. Update this one.`);
  const keys = key.other ? [key, key.other] : [key];
  const has = (proof: string) => keys.find((one) => keyProof(one).toString('hex') === proof);
  const own = has(header.keyProof);
  if (!own)
    throw new CannotStart(
      `SECRET_KEY is not the one of this backup (${file}), and nothing in it can be read without that. Set SECRET_KEY to the one of the installation that it was taken from (DATA_DIR/secret.key there).`,
      'setting',
    );
  if (header.oldKeyProof !== undefined && !has(header.oldKeyProof))
    throw new CannotStart(
      `SECRET_KEY was being rotated when this backup was taken (${file}), so it needs both keys: SECRET_KEY=NEW,OLD.`,
      'setting',
    );
  return own;
}

/** The lines of a backup, without their ends. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  // an error of the file goes the same way as one of its content
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  let rest: Buffer[] = [];
  try {
    for await (const bytes of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
        rest.push(bytes.subarray(from, at));
        yield Buffer.concat(rest).toString();
        rest = [];
        from = at + 1;
      }
      rest.push(bytes.subarray(from));
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'Z_BUF_ERROR') throw new CannotStart(`${file}: ${TRUNCATED}.`, 'wrong');
    if (code?.startsWith('Z_')) throw new CannotStart(`${file}: ${ALTERED}.`, 'wrong');
    throw fileTrouble(file, error);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (Buffer.concat(rest).length > 0) throw new CannotStart(`${file}: ${TRUNCATED}.`, 'wrong');
}
