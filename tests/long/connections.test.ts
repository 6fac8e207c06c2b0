import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { type Embedded, startEmbedded } from '../../db/embedded/start-embedded.ts';
import { TEST_SECRET } from '../support/database.ts';
import { freePort, type Launched, launchProcess } from '../support/launched.ts';
import { addCampaign, importedRow, type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import type { OutboxMail } from '../support/testApp.ts';

/** 42 of them are not the superuser's: an API and a worker fit, a second worker only in part. */
const MAX_CONNECTIONS = 45;
const MOST_OF_API = 10;
const MOST_OF_WORKER = 25;

const folder = mkdtempSync(path.join(tmpdir(), 'pp-connections-'));
const dataDir = path.join(folder, 'app');
let server: Embedded;
let running: Launched;
let second: Launched | null = null;
let env: Record<string, string>;

const startServer = async () => {
  const settings = ['fsync=off', `max_connections=${MAX_CONNECTIONS}`];
  server = await startEmbedded({ dataDir: path.join(folder, 'database'), settings });
};

beforeAll(async () => {
  await startServer();
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  env = {
    ...{ PORT: port, SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir },
    ...{ DATABASE_URL: server.url, SECRET_KEY: TEST_SECRET, SEND_GAP_SECONDS: '0.05-0.1' },
  };
  running = launchProcess(process.execPath, ['db/start/partner-pilot.mjs', 'start'], env);
  await running.says(/^Partner Pilot is ready/m);
});
afterAll(async () => {
  for (const one of [second, running]) {
    one?.process.kill('SIGTERM');
    await one?.ended;
  }
  await server.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

const url = () => `http://localhost:${env.PORT}`;

function pids(): number[] {
  const record = JSON.parse(readFileSync(path.join(dataDir, 'processes.json'), 'utf8')) as Record<
    string,
    { pid: number }
  >;
  return ['The API', 'The worker'].map((name) => record[name]?.pid ?? 0);
}

async function openConnections(admin: postgres.Sql): Promise<{ api: number; worker: number }> {
  const [row] = await admin<{ api: number; worker: number }[]>`
    select count(*) filter (where usename like 'partner_pilot_api_%')::int as api,
      count(*) filter (where usename like 'partner_pilot_worker_%')::int as worker from pg_stat_activity`;
  return row ?? { api: 0, worker: 0 };
}

const PEOPLE = 8;
let first: Outreach;

/** Another campaign of the same person, with other people. */
async function another(): Promise<Outreach> {
  const { person } = first;
  const known = new Set((await person.ok<PartnerView[]>('GET', '/api/partners')).map(({ id }) => id));
  await person.import(Array.from({ length: PEOPLE }, (_, index) => importedRow(index)));
  const partners = (await person.ok<PartnerView[]>('GET', '/api/partners')).filter(({ id }) => !known.has(id));
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const campaign = await addCampaign(person, partners, { texts: 'edited' });
  return { ...first, partners, campaign, sends: await person.ok('GET', `/api/campaigns/${campaign.id}/sends`) };
}

/** Starts a campaign and answers once all of its emails have left, each once. */
async function sendAll(outreach: Outreach): Promise<void> {
  const { person, campaign } = outreach;
  await until(
    () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    ({ status }) => status === 'completed',
    120_000,
  );
  expect(await leftTo(outreach)).toEqual(outreach.sends.map(({ recipientEmail }) => recipientEmail).sort());
}

/** The recipients of a campaign to whom an email left, as often as one did. */
async function leftTo({ sends }: Outreach): Promise<string[]> {
  const outbox = await fetch(`http://127.0.0.1:${env.SANDBOX_PORT}/outbox`, {
    headers: { Accept: 'application/json' },
  });
  const { messages } = (await outbox.json()) as { messages: OutboxMail[] };
  const wanted = new Set(sends.map(({ recipientEmail }) => recipientEmail));
  return messages
    .map(({ to }) => to)
    .filter((to) => wanted.has(to))
    .sort();
}

const activate = ({ person, campaign }: Outreach) =>
  person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });

describe('connections', () => {
  test('an API takes at most 10 and a worker at most 25, however much there is to do', {
    timeout: 120_000,
  }, async () => {
    const admin = postgres(server.url, { max: 1, fetch_types: false });
    first = await readyCampaign({ url: url() }, { partners: PEOPLE, texts: 'edited' });
    const outreach = first;
    await activate(outreach);
    let [api, worker] = [0, 0];
    let done = false;
    const watching = (async () => {
      while (!done) {
        const now = await openConnections(admin);
        [api, worker] = [Math.max(api, now.api), Math.max(worker, now.worker)];
        await wait(20);
      }
    })();
    await Promise.all(Array.from({ length: 200 }, () => outreach.person.ok('GET', '/api/campaigns')));
    await sendAll(outreach);
    done = true;
    await watching;
    await admin.end();
    expect(api).toBeGreaterThan(1);
    expect(api).toBeLessThanOrEqual(MOST_OF_API);
    expect(worker).toBeGreaterThan(3);
    expect(worker).toBeLessThanOrEqual(MOST_OF_WORKER);
  });

  test('a full server is waited out, by processes that run and by one that starts', { timeout: 300_000 }, async () => {
    const before = pids();
    const outreach = await another();
    const admin = postgres(server.url, { max: 1, fetch_types: false });
    await admin`select 1`;
    const hogs = postgres(server.url, { max: MAX_CONNECTIONS, backoff: false, fetch_types: false });
    let full = true;
    const hold = async () => {
      while (full) await hogs`select pg_sleep(600)`.catch(() => wait(500));
    };
    const all = Array.from({ length: MAX_CONNECTIONS }, hold);
    await wait(2_000);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'partner_pilot_%'`;
    await expect
      .poll(
        async () =>
          (await admin`select count(*)::int as open from pg_stat_activity where backend_type = 'client backend'`)[0]
            ?.open,
      )
      .toBeGreaterThanOrEqual(MAX_CONNECTIONS - 3);
    second = launchProcess(process.execPath, ['db/start/partner-pilot.mjs', 'worker'], {
      ...env,
      ...{ SANDBOX_MODE: 'on', SANDBOX_URL: `http://127.0.0.1:${env.SANDBOX_PORT}`, EMBEDDED_IN: '' },
      ...{ INBOUND_DOMAIN: 'replies.partner-pilot.example', GMAIL_ACCESS: 'drafts', DATA_DIR: '' },
    });
    await second.says(/The database does not answer \(53300\)\. Waiting for it\./);
    await wait(15_000);
    expect(second.process.exitCode).toBeNull();
    full = false;
    let held = true;
    void Promise.all(all).then(() => {
      held = false;
    });
    // a backend that sleeps does not notice that its client is gone
    while (held) {
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`;
      await wait(500);
    }
    await hogs.end({ timeout: 0 });
    await activate(outreach);
    await sendAll(outreach);
    expect(pids()).toEqual(before);
    expect(second.process.exitCode).toBeNull();
    expect((await openConnections(admin)).worker).toBeGreaterThan(8);
    await admin.end();
  });

  test('a restart of PostgreSQL in the middle of sending ends no process, and no email leaves twice', {
    timeout: 300_000,
  }, async () => {
    const before = pids();
    const outreach = await another();
    await activate(outreach);
    for (let restarts = 0; restarts < 2; restarts += 1) {
      await wait(400);
      await server.stop();
      await wait(1_000);
      await startServer();
    }
    // an email whose outcome found no database is not known to have left, and is not sent again
    await until(
      () => outreach.person.ok<SendView[]>('GET', `/api/campaigns/${outreach.campaign.id}/sends`),
      (sends) => sends.every(({ status }) => ['sent', 'sending', 'unknown'].includes(status)),
      120_000,
    );
    const mails = await leftTo(outreach);
    expect(new Set(mails).size).toBe(mails.length);
    expect(mails.length).toBeGreaterThanOrEqual(PEOPLE - 2);
    expect(pids()).toEqual(before);
    expect(second?.process.exitCode ?? null).toBeNull();
  });
});
