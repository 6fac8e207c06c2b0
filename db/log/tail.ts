import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../connect.ts';

/** A place in the whole log. `tx` is text: it is compared in the database only. */
export type Cursor = { epoch: number; tx: string; position: string };

/** One committed event without its content. */
export type Head = { tenant: string; streamId: string; version: number; type: string; cursor: Cursor };

const BUSY_MS = 50;
const IDLE_MS = 250;
const BATCH = 1000;

type HeadRow = {
  epoch: number;
  tx: string;
  position: string;
  tenant_id: string;
  stream_id: string;
  version: number;
  type: string;
};

/** The events after a cursor, at most 1,000, each exactly once and in an order that never changes. */
export async function readHeads(sql: Sql, cursor: Cursor, limit = BATCH): Promise<Head[]> {
  const rows = await sql<HeadRow[]>`
    select epoch, tx, position, tenant_id, stream_id, version, type
    from log.tail_heads(${cursor.epoch}, ${cursor.tx}::text::xid8, ${cursor.position}, ${limit})`;
  return rows.map((row) => ({
    tenant: row.tenant_id,
    streamId: row.stream_id,
    version: row.version,
    type: row.type,
    cursor: { epoch: row.epoch, tx: row.tx, position: row.position },
  }));
}

export async function cursorNow(sql: Sql): Promise<Cursor> {
  const [row] = await sql<
    { epoch: number; tx: string; position: string }[]
  >`select epoch, tx, position from log.tail_now()`;
  return row ? { ...row } : { epoch: 0, tx: '0', position: '0' };
}

export type Listener = (head: Head) => void;
export type Tail = { subscribe(listener: Listener): () => void; close(): Promise<void>; healthy(): boolean };

/**
 * One reader of the whole log for a process: polls every 50 ms while events come and up to every 250 ms when none do, and hands each new
 * event to all listeners, in order. A database that is away is asked again until it is back; nothing is skipped.
 */
export async function startTail(sql: Sql, onError: (error: unknown) => void): Promise<Tail> {
  const listeners = new Set<Listener>();
  const stop = new AbortController();
  let cursor = await cursorNow(sql);
  let failures = 0;

  async function poll(): Promise<void> {
    let pause = BUSY_MS;
    while (!stop.signal.aborted) {
      try {
        const heads = await readHeads(sql, cursor);
        failures = 0;
        for (const head of heads) {
          cursor = head.cursor;
          for (const listener of listeners) listener(head);
        }
        pause = heads.length > 0 ? BUSY_MS : Math.min(IDLE_MS, pause * 1.5);
        if (heads.length === BATCH) continue;
      } catch (error) {
        failures += 1;
        if (!stop.signal.aborted) onError(error);
        pause = Math.min(5000, IDLE_MS * 2 ** Math.min(failures, 5));
      }
      await wait(pause, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  const running = poll();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stop.abort();
      await running;
    },
    healthy: () => failures === 0,
  };
}
