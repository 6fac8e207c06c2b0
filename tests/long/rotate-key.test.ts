import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { connect, reserve, type Sql } from '../../db/connection/connect.ts';
import { runningEmbedded } from '../../db/embedded/start-embedded.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { damagedKeys } from '../../db/vault/personKeys.ts';
import { auditProcess } from '../support/audit.ts';
import { freePorts, type Started, startInstallation } from '../support/installation.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';

const PEOPLE = 10;
const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-rotate-'));
const dataDir = path.join(folder, 'data');
const keyFile = path.join(dataDir, 'secret.key');
let env: Parameters<typeof startInstallation>[0];
let app: Started;

beforeAll(async () => {
  const { port, sandboxPort } = await freePorts();
  env = { DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(sandboxPort), SEND_GAP_SECONDS: '5-8' };
  for (const [name, value] of Object.entries({ ...env, SEAL_FILE: path.join(folder, 'seal') })) vi.stubEnv(name, value);
  app = await startInstallation(env);
}, 180_000);
afterAll(async () => {
  await app?.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

type Mail = { to: string; text: string };
async function outbox(): Promise<Mail[]> {
  const answer = await fetch(`http://127.0.0.1:${env.SANDBOX_PORT}/outbox`, {
    headers: { Accept: 'application/json' },
  });
  return ((await answer.json()) as { messages: Mail[] }).messages;
}

async function asOwner<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(runningEmbedded(dataDir) ?? '', { role: 'owner', name: 'test', max: 2 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Kills a rotation after it has wrapped most of the vault again, and before its end. */
const killedRotation = () =>
  asOwner(async (sql) => {
    const held = await reserve(sql);
    await held.unsafe('begin; lock table auth.mailbox_attempts in access exclusive mode');
    const child = spawn(process.execPath, ['db/start/partner-pilot.mjs', 'audit', 'rotate'], { env: process.env });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await until(
      () => sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%mailbox_attempts%'`,
      (waiting) => waiting.length > 0,
      60_000,
    );
    child.kill('SIGKILL');
    await ended;
    await held.unsafe('rollback');
    held.release();
  });

test('a campaign goes on while SECRET_KEY is rotated, and while that is killed: each gets one email', async () => {
  const old = readFileSync(keyFile, 'utf8').trim();
  const fresh = randomBytes(32).toString('base64');
  const { person, campaign, sends } = await readyCampaign(app, { partners: PEOPLE, texts: 'edited' });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const [early] = await until(outbox, (mails) => mails.length > 0, 60_000);
  await app.stop();
  writeFileSync(keyFile, `${fresh}\n${old}\n`);
  app = await startInstallation(env);

  await killedRotation();
  const before = (await outbox()).length;
  await asOwner(async (sql) => expect(await damagedKeys(sql, masterKey(fresh))).toEqual([]));
  const { code, out } = await auditProcess(['rotate', '--json']);
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, damaged: 0 });
  expect(before).toBeLessThan(PEOPLE);

  await until(
    () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    ({ status }) => status === 'completed',
    120_000,
  );
  const left = (await outbox()).map(({ to }) => to).sort();
  expect(left).toEqual(sends.map(({ recipientEmail }) => recipientEmail).sort());
  const link = /https?:\/\/\S+\/u\/\S+/.exec(early?.text ?? '')?.[0] ?? '';
  const unsubscribe = await fetch(`${app.url}${new URL(link).pathname}`);
  expect(unsubscribe.status).toBe(200);

  await app.stop();
  writeFileSync(keyFile, `${old}\n`);
  await expect(startInstallation(env)).rejects.toThrow(/SECRET_KEY is not the one that this database was made with/);
  writeFileSync(keyFile, `${fresh}\n`);
  app = await startInstallation(env);
  expect(await auditProcess(['verify'])).toMatchObject({ code: 0 });
  expect((await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).sentCount).toBe(PEOPLE);
}, 600_000);
