import { once } from 'node:events';
import { type Sql, type Tx, urlOf } from '../connection/connect.ts';
import { startThread } from '../receive/thread.ts';
import { type Verification, verifyPart } from './chains.ts';
import { middleOfLog } from './middle.ts';
import type { FromVerifyThread, VerifyTask } from './verifyThread.ts';

/** The same for the later part of the log, on a thread and a connection of its own. */
function verifyBeside(task: VerifyTask): { found: Promise<Verification>; stop(): Promise<number> } {
  const thread = startThread(new URL('./verifyThread.ts', import.meta.url), task);
  let said: FromVerifyThread | null = null;
  thread.on('message', (message: FromVerifyThread) => {
    said = message;
  });
  const found = once(thread, 'exit').then(([code]) => {
    if (said && 'events' in said) return said;
    throw new Error(said?.failed ?? `The second thread of the verification ended with ${code}.`);
  });
  found.catch(() => undefined);
  return { found, stop: () => thread.terminate() };
}

/**
 * Recomputes the hash chain of every stream (of one tenant, if named) and answers each wrong event. It was altered (`hash`), lacks its
 * predecessor (`hole`), or is earlier than that (`time`). A long log is gone through by two threads. Events committed at the same time may or may not
 * be among them. `sql`: the owner's, or of a role that sees the tenant; in a transaction all of it happens there.
 */
export async function verifyStreams(
  sql: Sql | Tx,
  tenant?: string,
  { worthAThread }: { worthAThread?: number } = {},
): Promise<Verification> {
  const whole = { tenant: tenant ?? null, from: null, before: null };
  const url = tenant === undefined ? urlOf(sql as Sql) : undefined;
  const from = url ? await middleOfLog(sql as Sql, worthAThread) : null;
  if (!url || !from) return verifyPart(sql, whole);
  const beside = verifyBeside({ url, from });
  try {
    const first = await verifyPart(sql, { ...whole, before: from });
    const second = await beside.found;
    return {
      events: first.events + second.events,
      streams: first.streams + second.streams,
      wrong: [...first.wrong, ...second.wrong],
    };
  } finally {
    await beside.stop();
  }
}
