import { AsyncLocalStorage } from 'node:async_hooks';
import { isReader, readAs } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { followLog } from './follow.ts';
import { projectPeople } from './project.ts';

/** A request waits this long (ms) for lists to show its own writes. */
const PATIENCE_MS = 500;
const MOST = 500;

/** `version`: of all that a tenant's screens show (lists.news); `stale`: rows are older than the log, because there was no time to make them. */
export type Freshness = { version: string; stale: boolean };

const ofReading = new AsyncLocalStorage<Map<string, Promise<Freshness>>>();

/** Work that only reads: its lists are brought up to date once. */
export const asOneReading = <T>(read: () => T): T => ofReading.run(new Map(), read);

/** Brings the lists of a tenant up to date before they are read. The projector has left at most the last second. */
export function bringUpToDate(store: Store, tenant: string): Promise<Freshness> {
  const known = ofReading.getStore();
  const name = `${store.standsAt?.toISOString() ?? ''} ${tenant}`;
  const fresh = known?.get(name) ?? freshen(store, tenant);
  known?.set(name, fresh);
  return fresh;
}

async function freshen({ sql, standsAt }: Store, tenant: string): Promise<Freshness> {
  if (standsAt !== null) return { version: standsAt.toISOString(), stale: false };
  const { version, people } = await newsOf(sql, tenant);
  if (people.length === 0) return { version, stale: false };
  if (isReader(sql)) return { version, stale: true };
  const until = Date.now() + PATIENCE_MS;
  // who reads puts down what the projector has not seen, so that the next reader need not look again
  await followLog(sql);
  const left = await projectPeople(sql, tenant, people, until);
  return { version, stale: left > 0 || people.length === MOST };
}

async function newsOf(sql: Store['sql'], tenant: string): Promise<{ version: string; people: string[] }> {
  const [row] = await readAs(
    sql,
    tenant,
    (tx) => tx<{ version: string; people: string[] }[]>`select version, people from lists.news(${tenant}, ${MOST})`,
  );
  return row ?? { version: '', people: [] };
}
