import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Pool } from 'pg';

const FOLDER = path.resolve(import.meta.dirname, 'peers');

/** As much of Emmett as is measured. */
type EmmettEvent = { type: string; data: object };
export type EmmettStore = {
  appendToStream(
    stream: string,
    events: EmmettEvent[],
    options?: { expectedStreamVersion: bigint },
  ): Promise<{ nextExpectedStreamVersion: bigint }>;
  close(): Promise<void>;
};
type EmmettPostgres = {
  getPostgreSQLEventStore(
    url: string,
    options: {
      connectionOptions: { pooled: true; pool: Pool };
      projections?: { type: 'inline'; projection: object }[];
    },
  ): EmmettStore;
  pongoSingleStreamProjection(options: {
    collectionName: string;
    canHandle: string[];
    evolve: (document: never, event: never) => object;
    initialState: () => object;
  }): object;
};

/** As much of pg-boss as is measured. */
export type Boss = {
  on(event: 'error', listener: (error: Error) => void): void;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<void>;
  createQueue(name: string): Promise<void>;
  insert(jobs: { name: string; data: object }[]): Promise<void>;
  fetch(name: string): Promise<{ id: string }[]>;
  complete(name: string, id: string): Promise<void>;
};

type Peers = {
  emmett: EmmettPostgres;
  PgBoss: new (options: { connectionString: string; max: number; supervise: boolean; schedule: boolean }) => Boss;
  pg: typeof import('pg');
  /** By package. */
  versions: Record<string, string>;
};

/** Loads the peers from their own package, and installs it first if it is missing. CI and the product never do. */
export function loadPeers(): Peers {
  if (!existsSync(path.join(FOLDER, 'node_modules'))) {
    const { status } = spawnSync('npm', ['ci', '--prefix', FOLDER], { stdio: ['ignore', process.stderr, 'inherit'] });
    if (status !== 0) throw new Error('The peers could not be installed.');
  }
  const load = createRequire(path.join(FOLDER, 'package.json'));
  const { dependencies } = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return {
    emmett: load('@event-driven-io/emmett-postgresql') as EmmettPostgres,
    PgBoss: load('pg-boss') as Peers['PgBoss'],
    pg: load('pg') as Peers['pg'],
    versions: dependencies,
  };
}
