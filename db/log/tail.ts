import type { Sql, Tx } from '../connection/connect.ts';
import { pollLog } from './poll.ts';

/** A place in the whole log. `tx` is text: it is compared in the database only. */
export type Cursor = { epoch: number; tx: string; position: string };

/** One committed event without its content. */
export type Head = { tenant: string; streamId: string; version: number; type: string; cursor: Cursor };

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
export async function readHeads(sql: Sql | Tx, cursor: Cursor, limit = BATCH): Promise<Head[]> {
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
 * A process's subscription to the whole log. One reader polls and hands each new event to all listeners, in order. A database that is away is asked
 * again until it is back; nothing is skipped.
 */
export async function startTail(
  sql: Sql,
  onError: (error: unknown, again: boolean) => void,
  onRecovered?: () => void,
): Promise<Tail> {
  const listeners = new Set<Listener>();
  let cursor = await cursorNow(sql);

  const polling = pollLog(
    async () => {
      const heads = await readHeads(sql, cursor);
      for (const head of heads) {
        cursor = head.cursor;
        for (const listener of listeners) listener(head);
      }
      return heads.length === BATCH ? 'full' : heads.length > 0 ? 'some' : 'none';
    },
    onError,
    onRecovered,
  );

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: polling.stop,
    healthy: polling.healthy,
  };
}
