import { Hono } from 'hono';
import { addCheckpoint } from '../../db/seal/addCheckpoint.ts';
import { signingKey } from '../../db/seal/signingKey.ts';
import type { Deps, Env } from '../context.ts';

/** Cosigns the checkpoints of the logs in WITNESSED_LOGS (c2sp.org/tlog-witness). A log is known by its signature alone. */
export const witnessRoutes = ({ store, witnessedLogs: logs = [] }: Deps) =>
  new Hono<Env>().post('/api/witness/add-checkpoint', async (c) => {
    const { witness } = await signingKey(store.sql, store.master);
    const { status, body } = await addCheckpoint(store.sql, { witness, logs, now: store.now() }, await c.req.text());
    return c.body(body, status, { 'Content-Type': status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8' });
  });
