/**
 * A database that an older copy of itself replaced looks like the one it was. So the newest event that was seen is written to DATA_DIR. If the
 * database lacks that event, it is behind, and sending is frozen.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from '../connection/connect.ts';
import { freezeOnce, frozenSince } from '../installation/freeze.ts';
import { codeOf, replaceFile } from '../process/replaceFile.ts';

/** An event by its place and hash, the installation by the hash of its first event, and the time (ISO 8601, the database's clock). */
type Mark = {
  installation: string;
  epoch: number;
  tx: string;
  position: string;
  hash: string;
  recordedAt: string;
  seenAt: string;
};

/** `mark` writes the newest event down now. `stop` does so a last time. */
export type HighWater = { mark(): Promise<void>; stop(): Promise<void> };

const EVERY_MS = 2_000;
const fileOf = (dataDir: string) => path.join(dataDir, 'high-water.json');

async function newest(sql: Sql): Promise<Mark | null> {
  const [row] = await sql<
    {
      epoch: number;
      tx: string;
      position: string;
      hash: string;
      recorded_at: Date;
      seen_at: Date;
      installation: string | null;
    }[]
  >`select * from log.high_water()`;
  if (!row?.installation) return null;
  const { installation, epoch, tx, position, hash } = row;
  const recordedAt = row.recorded_at.toISOString();
  return { installation, epoch, tx, position, hash, recordedAt, seenAt: row.seen_at.toISOString() };
}

/** The mark in DATA_DIR; null: there is none yet; a text: why it cannot be read. */
export function readMark(dataDir: string): Mark | string | null {
  try {
    const mark = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Partial<Mark> | null;
    const { installation, epoch, tx, position, hash, seenAt } = mark ?? {};
    const whole =
      [installation, hash].every((value) => typeof value === 'string' && /^[0-9a-f]+$/.test(value)) &&
      [tx, position].every((value) => typeof value === 'string' && /^\d{1,20}$/.test(value)) &&
      Number.isSafeInteger(epoch) &&
      !Number.isNaN(Date.parse(seenAt ?? ''));
    return whole ? (mark as Mark) : `${fileOf(dataDir)} is no mark of the newest event`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    return `${fileOf(dataDir)} cannot be read (${error instanceof SyntaxError ? 'it is no JSON' : codeOf(error)})`;
  }
}

/** Whether the database lacks the marked event. Another installation's mark does not count, nor one from before the newest epoch. */
async function isBehind(sql: Sql, mark: Mark, now: Mark): Promise<boolean> {
  if (mark.installation !== now.installation) return false;
  const [row] = await sql<{ there: boolean }[]>`
    select log.has_event(${mark.epoch}, ${mark.tx}::text::xid8, ${mark.position}, ${mark.hash}) as there`;
  return row?.there === false && !(await frozenSince(sql, mark.seenAt));
}

/**
 * Compares the database with the mark in `dataDir` and keeps that up to date: every two seconds, on request, and at the end. `say` hears once that
 * the database is behind, and of a mark that cannot be written. `sql`: the worker's.
 */
export async function watchHighWater(sql: Sql, dataDir: string, say: (line: string) => void): Promise<HighWater> {
  let last = readMark(dataDir);
  let complained = false;
  async function look(): Promise<void> {
    const now = await newest(sql);
    if (!now) return;
    if (typeof last === 'string') {
      // what it said is lost: the database may be behind it
      if (await freezeOnce(sql, 'unreadable_mark', last)) say(`${last}. Sending is frozen.`);
      last = null;
    } else if (last && (await isBehind(sql, last, now)) && (await freezeOnce(sql, 'behind', null)))
      say('The database is older than what was seen of it before: it was restored. Sending is frozen.');
    if (last?.hash === now.hash) return;
    try {
      await replaceFile(fileOf(dataDir), JSON.stringify(now));
      last = now;
    } catch (error) {
      if (!complained) say(`${fileOf(dataDir)} cannot be written (${codeOf(error)}).`);
      complained = true;
    }
  }
  // one look at a time; a caller who asks for a mark gets one that begins after the question
  let running: Promise<void> = Promise.resolve();
  const inTurn = (): Promise<void> => {
    const turn = running.then(look);
    running = turn.catch(() => undefined);
    return turn;
  };
  await inTurn();
  const timer = setInterval(() => void inTurn().catch(() => undefined), EVERY_MS);
  return {
    mark: () => inTurn().catch(() => undefined),
    async stop() {
      clearInterval(timer);
      await inTurn().catch(() => undefined);
    },
  };
}
