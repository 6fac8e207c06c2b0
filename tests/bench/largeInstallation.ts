import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownerOf } from '../../db/accounts/workspace.ts';
import { openStore } from '../../db/connection/open.ts';
import { startEmbedded } from '../../db/embedded/start-embedded.ts';
import { settleInstallation } from '../../db/installation/settle.ts';
import { followLog, projectSome, renewOutdated } from '../../db/lists/follow.ts';
import { keepPast } from '../../db/lists/keepPast.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { rebuild } from '../../db/read/rebuild.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import type { Store } from '../../db/store.ts';
import { storeSecret } from '../../db/vault/secrets.ts';
import { verifyConsequences, verifyRecord } from '../../db/verify/verifyLog.ts';
import { startApi } from './apiInProcess.ts';
import { appendChained } from './chainedLog.ts';
import { rounded } from './database.ts';
import { largeTenant } from './largeTenant.ts';

const SECRET = 'b'.repeat(64);

/** The person whose tenant is large. `madeAt`: ISO 8601. `of`: the sources that made it. */
type Made = { of: string; partners: number; tenant: string; cookie: string; events: number; madeAt: string };
export type LargeInstallation = {
  made: Made;
  databaseUrl: string;
  secretKey: string;
  /** The process of its PostgreSQL. */
  postmaster: number;
  folder: string;
  owner: Store;
  stop(): Promise<void>;
};

const SOURCES = [
  '../../db/migrations/0001_baseline.sql',
  '../golden/schemas.json',
  './largeTenant.ts',
  './largeTenantMail.ts',
];
const fingerprint = (): string =>
  SOURCES.reduce((hash, file) => hash.update(readFileSync(new URL(file, import.meta.url))), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);

/** Seals, folds and verifies the log as it is. Throws at the first thing that `npm run audit -- verify` would call wrong. */
async function settleLog({ sql, master }: Store, events: number): Promise<void> {
  await sealUpToNow(sql, master);
  const folded = await rebuild({ sql, master });
  if (folded.events < events) throw new Error(`The rebuild folded ${folded.events} of ${events} events.`);
  await sql`vacuum analyze`;
  const checks = [...(await verifyRecord(sql, master)), ...(await verifyConsequences(sql, master, { quick: false }))];
  const wrong = checks.find(({ ok }) => !ok);
  if (wrong) throw new Error(`The log is not in order: ${JSON.stringify(wrong).slice(0, 500)}`);
}

/** Makes what the worker makes: lists, which another version may have left, and the counters of the past. */
export async function followAll(sql: Store['sql']): Promise<void> {
  await renewOutdated(sql);
  while ((await followLog(sql)) ?? 0);
  while ((await projectSome(sql)) > 0);
  await keepPast(sql, new Date());
}

/** Signs a person up through the API and gives them a history of this size. */
async function makeTenant(databaseUrl: string, owner: Store, partners: number): Promise<Made> {
  const store = await openStore({ url: databaseUrl, secretKey: SECRET, role: 'api', name: 'bench', max: 4 });
  const api = await startApi(store);
  const response = await fetch(`${api.url}/api/business-profile`, {
    method: 'PUT',
    headers: { cookie: api.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ businessName: 'Northwind Trail Gear', industry: 'Fitness', userFullName: 'Sam Vale', timezone: 'UTC' },
      ...{ contactEmail: 'sam@northwind.example', postalAddress: '12 Ridge Road, Burlington, VT 05401' },
    }),
  });
  if (!response.ok) throw new Error(`The profile is answered ${response.status}.`);
  await api.close();
  await store.sql.end({ timeout: 2 });
  const { tenant, cookie } = api;
  const now = Date.now();
  const userId = (await ownerOf(owner, tenant)) ?? '';
  const secretId = await storeSecret(owner.sql, owner.master, tenant, 'sendgrid', 'SG.bench');
  const events = await appendChained(owner, largeTenant({ store: owner, tenant, userId, secretId, partners, now }));
  await settleLog(owner, events);
  return { of: fingerprint(), partners, tenant, cookie, events, madeAt: new Date(now).toISOString() };
}

/**
 * An installation with one tenant of this many partners, on a durable server of its own. `keep`: a folder in which it stays for the next run. One
 * that other sources made there is made again.
 */
export async function openLargeInstallation(partners: number, keep: string | null): Promise<LargeInstallation> {
  const folder = keep ? path.resolve(keep, 'large-tenant') : mkdtempSync(path.join(tmpdir(), 'partner-pilot-bench-'));
  const note = path.join(folder, 'made.json');
  const kept = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as Made) : null;
  const isFit = kept?.of === fingerprint() && kept.partners === partners;
  // one without a note was left half made
  if (keep && !isFit) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startEmbedded({ dataDir: folder });
  await migrate({ ownerUrl: server.url, secretKey: SECRET });
  await settleInstallation({ ownerUrl: server.url, secretKey: SECRET, wanted: 'on', providerKeysPresent: [] });
  const owner = await openStore({ url: server.url, secretKey: SECRET, role: 'owner', name: 'bench', max: 8 });
  const stop = async () => {
    await owner.sql.end({ timeout: 2 });
    await server.stop(!keep);
    if (!keep) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const began = performance.now();
    const made = kept && isFit ? kept : await makeTenant(server.url, owner, partners);
    await followAll(owner.sql);
    console.error(`${made.events} events are ready after ${rounded((performance.now() - began) / 1000, 1)} s`);
    writeFileSync(note, JSON.stringify(made));
    return { made, databaseUrl: server.url, secretKey: SECRET, postmaster: server.pid, folder, owner, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
