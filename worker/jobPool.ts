import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { loginUrl, withKeys } from '../db/connection/logins.ts';
import { isRefused } from '../db/connection/waitOut.ts';
import type { MasterKey } from '../db/vault/masterKey.ts';

/** The connections of the job queue in one worker process. Each of its four runners listens on one. */
const CONNECTIONS = 9;
const PAUSE_MS = 500;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean) => void,
) => void;

/** Waits for a connection while PostgreSQL is full, starting or away: the queue takes such an error for the end of its process. */
class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const client = this.patiently();
    if (!connected) return client;
    client.then(
      (made) => connected(undefined, made, (broken) => made.release(broken)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
    return undefined;
  }

  private async patiently(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!isRefused(error) || this.ending) throw error;
        await wait(PAUSE_MS);
      }
    }
  }
}

/** A standby can become the primary, or another server does, so the queue asks again. */
const STANDBY = Object.assign(new Error('The database is a standby.'), { code: '57P03' });

/** The pool of the job queue, directly to PostgreSQL since the queue listens: `url` is the direct address, the login is the worker's. */
export function jobPool(url: string, master: MasterKey): pg.Pool {
  const pool = new PatientPool({
    connectionString: loginUrl(url, 'worker', master),
    application_name: withKeys('partner-pilot worker jobs', master),
    max: CONNECTIONS,
    verify: (client, done) =>
      client
        .query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
        .then(({ rows }) => done(rows[0]?.standby ? STANDBY : undefined), done),
  });
  // a connection that breaks is replaced; without a listener its error ends the process
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
