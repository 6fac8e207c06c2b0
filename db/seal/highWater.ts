/**
 * A database that an older copy of itself replaced looks like the one it was. So the newest event that was seen is written to DATA_DIR. If the
 * database lacks that event, it is behind, and sending is frozen.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../connection/connect.ts';
import { freezeOnce, frozenSince } from '../installation/freeze.ts';
import { codeOf, replaceFile } from '../process/replaceFile.ts';
import type { Store } from '../store.ts';
import { firstSigningKey } from './signingKey.ts';

/** An event by its place and hash, the installation by its first public key, and the time (ISO 8601, the database's clock). */
type Mark = {
  installation: string;
  epoch: number;
  tx: string;
  position: string;
  hash: string;
  recordedAt: string;
  seenAt: string;
  /** Each promotion of a standby begins another one. */
  timeline?: string;
};

/** `mark` writes the newest event down now, and answers whether sending is open. `stop` writes it a last time. */
export type HighWater = { mark(): Promise<boolean>; stop(): Promise<void> };

const EVERY_MS = 2_000;
/** Marks that are asked for within this time are one, with one flush of the file. */
const GROUP_MS = 5;
/** After a promotion nothing leaves for so long: another worker may know of an event that the standby lacks. It looks every two seconds. */
const PROMOTED_MS = 10_000;
const fileOf = (dataDir: string) => path.join(dataDir, 'high-water.json');

type Newest = { mark: Mark; frozen: boolean; hasLast: boolean };

/** `last`: a mark that the log may lack. */
async function newest(sql: Sql, installation: string, last: Mark | null): Promise<Newest | null> {
  const [row] = await sql<
    {
      epoch: number;
      tx: string;
      position: string;
      hash: string;
      recorded_at: Date;
      seen_at: Date;
      frozen: boolean;
      has_last: boolean;
      timeline: string;
    }[]
  >`
    select h.*, log.has_event(
      ${last?.epoch ?? 0}, ${last?.tx ?? '0'}::text::xid8, ${last?.position ?? '0'}, ${last?.hash ?? ''}) as has_last,
      left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
    from log.high_water() h`;
  if (!row) return null;
  const { epoch, tx, position, hash, timeline, frozen, has_last: hasLast } = row;
  const recordedAt = row.recorded_at.toISOString();
  const seenAt = row.seen_at.toISOString();
  return { mark: { installation, epoch, tx, position, hash, recordedAt, seenAt, timeline }, frozen, hasLast };
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

/** Why the mark speaks against this database. One from before the newest epoch does not. */
async function flawOf(sql: Sql, last: Mark, { mark, hasLast }: Newest): Promise<'behind' | 'foreign_mark' | null> {
  if (hasLast && last.installation === mark.installation) return null;
  if (await frozenSince(sql, last.seenAt)) return null;
  return last.installation === mark.installation ? 'behind' : 'foreign_mark';
}

const SPEAKS_AGAINST = {
  behind: 'the database lacks the newest event that was seen of it: it is an older copy, or was cut off',
  foreign_mark: 'it is of another installation, with another signing key',
};

/** The mark in `dataDir` for a command that only looks. null: there is none. `wrong`: why it speaks against this database. */
export async function lookAtMark(
  sql: Sql,
  installation: string,
  dataDir: string,
): Promise<{ file: string; said: string; wrong: string | null } | null> {
  const file = fileOf(dataDir);
  const mark = readMark(dataDir);
  if (mark === null) return null;
  if (typeof mark === 'string') return { file, said: 'not compared', wrong: mark };
  const said = `the one of ${mark.recordedAt}`;
  const found = await newest(sql, installation, mark);
  const flaw = found ? await flawOf(sql, mark, found) : 'behind';
  return { file, said, wrong: flaw && SPEAKS_AGAINST[flaw] };
}

const FLAWS = {
  behind: 'The database is older than what was seen of it before: it was restored. Sending is frozen.',
  foreign_mark: 'DATA_DIR holds the high-water.json of another installation. Sending is frozen.',
};

/**
 * Compares the database with the mark in `dataDir` and keeps that up to date: every two seconds, on request, and at the end. `say` hears once that
 * the database is behind, and of a mark that cannot be written. The store is the worker's.
 */
export async function watchHighWater(
  { sql, master }: Pick<Store, 'sql' | 'master'>,
  dataDir: string,
  say: (line: string) => void,
  promotedMs = PROMOTED_MS,
): Promise<HighWater> {
  const id = await firstSigningKey(sql, master);
  let last = readMark(dataDir);
  let complained = false;
  let timeline = typeof last === 'object' ? last?.timeline : undefined;
  let opensAt = 0;
  /** Whether sending is open. */
  async function look(): Promise<boolean> {
    const found = await newest(sql, id, typeof last === 'string' ? null : last);
    if (!found) return true;
    const { mark: now } = found;
    let { frozen } = found;
    if (timeline !== undefined && timeline !== now.timeline) opensAt = performance.now() + promotedMs;
    timeline = now.timeline;
    if (typeof last === 'string') {
      // what it said is lost: the database may be behind it
      if (await freezeOnce(sql, 'unreadable_mark', last)) say(`${last}. Sending is frozen.`);
      frozen = true;
      last = null;
    } else {
      const flaw = last && (await flawOf(sql, last, found));
      if (flaw) frozen = true;
      if (flaw && (await freezeOnce(sql, flaw, null))) say(FLAWS[flaw]);
    }
    const isOpen = () => !frozen && performance.now() >= opensAt;
    if (last?.hash === now.hash && last.installation === id && last.timeline === now.timeline) return isOpen();
    try {
      await replaceFile(fileOf(dataDir), JSON.stringify(now));
      last = now;
    } catch (error) {
      if (!complained) say(`${fileOf(dataDir)} cannot be written (${codeOf(error)}).`);
      complained = true;
    }
    return isOpen();
  }
  // One look at a time. It begins after the question of each caller that shares it, and nothing leaves before its mark is durable.
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<boolean> | null = null;
  const inTurn = (): Promise<boolean> => {
    next ??= Promise.all([running, wait(GROUP_MS)]).then(() => {
      next = null;
      const turn = look();
      running = turn.catch(() => undefined);
      return turn;
    });
    return next;
  };
  await inTurn();
  const timer = setInterval(() => void inTurn().catch(() => undefined), EVERY_MS);
  return {
    // what was just dispatched may be lost with the server that took it
    mark: () => inTurn().catch(() => false),
    async stop() {
      clearInterval(timer);
      await inTurn().catch(() => undefined);
    },
  };
}
