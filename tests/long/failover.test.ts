import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { TEST_SECRET } from '../support/database.ts';
import { freePort, type Launched, launchProcess } from '../support/launched.ts';
import { outboxOf } from '../support/mainLoop.ts';
import { addCampaign, importedRow, type Outreach, readyPerson } from '../support/outreach.ts';
import { clusterMissing, type PatroniCluster, startPatroniCluster } from '../support/patroniCluster.ts';
import { until } from '../support/person.ts';

const missing = clusterMissing();
if (missing) console.warn(`Fail-over is not tested: ${missing}.`);

/** From the death of the primary to the next email. Patroni's lease ends after 20 s. */
const SENDS_AGAIN_MS = 60_000;

type Installation = {
  cluster: PatroniCluster;
  api: string;
  sandbox: string;
  sealFile: string;
  /** Runs a command to its end. `more`: settings of its own. */
  run(words: string[], more?: Record<string, string>): Promise<{ code: number | string; output: string }>;
  processes: Launched[];
};

let folder: string;
let installation: Installation | null = null;

async function install(synchronous: boolean): Promise<Installation> {
  folder = mkdtempSync(path.join(tmpdir(), 'pp-failover-'));
  // both outlive the database's machine
  const [sealFile, dataDir] = [path.join(folder, 'seals', 'newest.checkpoint'), path.join(folder, 'data')];
  for (const made of [path.dirname(sealFile), dataDir]) mkdirSync(made);
  const cluster = await startPatroniCluster({ synchronous });
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const settings = {
    ...{ DATABASE_URL: cluster.url, SECRET_KEY: TEST_SECRET, DATA_DIR: dataDir, SEAL_FILE: sealFile },
    ...{ SANDBOX: 'on', SANDBOX_MODE: 'on', SANDBOX_PORT: sandboxPort, SANDBOX_URL: sandbox, PORT: port },
    SEND_GAP_SECONDS: '2-3',
  };
  const processes: Launched[] = [];
  const launch = (words: string[], more: Record<string, string> = {}) =>
    launchProcess(process.execPath, ['db/start/partner-pilot.mjs', ...words], { ...settings, ...more });
  installation = {
    ...{ cluster, api: `http://localhost:${port}`, sandbox, sealFile, processes },
    async run(words, more) {
      const command = launch(words, more);
      const code = await command.ended;
      return { code, output: command.output() };
    },
  };
  expect(await installation.run(['migrate'])).toMatchObject({ code: 0 });
  for (const program of ['sandbox', 'api', 'worker']) processes.push(launch([program]));
  const ready = () =>
    fetch(`${installation?.api}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(ready, Boolean, 60_000);
  return installation;
}

type Health = { status: string; sending?: string };
const healthOf = async ({ api }: Installation) => (await (await fetch(`${api}/api/health`)).json()) as Health;

const sendsOf = ({ person, campaign }: Outreach) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);

/** A campaign that sends for about half a minute. */
async function startCampaign({ api }: Installation): Promise<Outreach> {
  const ready = await readyPerson({ url: api }, 0);
  const { person } = ready;
  await person.import(Array.from({ length: 10 }, (_, index) => importedRow(index)));
  // lists follow the log later on a busy machine
  const partners = await until(
    () => person.ok<PartnerView[]>('GET', '/api/partners'),
    ({ length }) => length === 10,
  );
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const campaign = await addCampaign(person, partners, { texts: 'none' });
  const sends = await until(
    () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
    ({ length }) => length === 10,
  );
  for (const { id } of sends)
    await person.ok('PATCH', `/api/campaign-sends/${id}`, { subject: 'A vest', body: `Hello, this is m${id}.` });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  return { ...ready, partners, campaign, sends };
}

const sent = async ({ sandbox }: Installation, least: number, ms = 90_000) =>
  until(
    () => outboxOf(sandbox),
    ({ length }) => length >= least,
    ms,
  );

/** Nobody got two emails, and the log names each that left. */
async function noneTwiceNoneUnknown(at: Installation, campaign: Outreach): Promise<void> {
  const left = await outboxOf(at.sandbox);
  expect(new Set(left).size).toBe(left.length);
  const known = (await sendsOf(campaign)).filter(({ status }) => ['sent', 'sending', 'unknown'].includes(status));
  const addresses = known.map(({ recipientEmail }) => recipientEmail);
  expect(left.filter((address) => !addresses.includes(address))).toEqual([]);
}

/** Saves one campaign after the other until told to stop. */
function keepSaving({ person }: Outreach) {
  const acknowledged: string[] = [];
  const answers = new Map<number, number>();
  const withoutRetryAfter: number[] = [];
  let slowestMs = 0;
  let stopped = false;
  const saving = (async () => {
    while (!stopped) {
      const began = performance.now();
      const { status, body, headers } = await person.call<CampaignView>('POST', '/api/campaigns', {
        ...{ name: `Draft ${acknowledged.length}`, subjectType: 'static', staticSubject: 'A vest' },
        ...{ messagePrompt: 'Offer a free vest.', dailyLimit: 10 },
      });
      slowestMs = Math.max(slowestMs, performance.now() - began);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status < 300) acknowledged.push(body.id);
      else if (!headers.has('Retry-After')) withoutRetryAfter.push(status);
      await wait(100);
    }
  })();
  // `stop` reports it
  saving.catch(() => undefined);
  return {
    acknowledged,
    async stop() {
      stopped = true;
      await saving;
      return { answers, withoutRetryAfter, slowestMs };
    },
  };
}

/** The campaigns of these whose first event the log lacks. */
async function lost({ cluster }: Installation, ids: readonly string[]): Promise<string[]> {
  const sql = postgres(cluster.url, { max: 1 });
  try {
    const rows = await sql<{ id: string }[]>`
      select id from unnest(${ids}::text[]) id
      where not exists (select from log.events where stream_id = 'campaign-' || id and version = 1)`;
    return rows.map(({ id }) => id);
  } finally {
    await sql.end();
  }
}

/** `old`: its name; `at`: the time of its death. */
async function killPrimary({ cluster }: Installation): Promise<{ old: string; at: number }> {
  const old = await cluster.primary();
  await cluster.kill(old);
  return { old, at: Date.now() };
}

const promoted = ({ cluster }: Installation, old: string) =>
  until(
    () => cluster.primary(),
    (name) => name !== '' && name !== old,
    SENDS_AGAIN_MS,
  );

/** Processes that a fail-over ended. */
const ended = ({ processes }: Installation) =>
  processes.filter(({ process: { exitCode, signalCode } }) => exitCode !== null || signalCode !== null);

describe.skipIf(missing !== null && !process.env.LONG)('the primary dies while a campaign sends', () => {
  beforeAll(() => expect(missing, 'apt-get').toBeNull());
  afterEach(async () => {
    for (const one of installation?.processes ?? []) {
      one.process.kill('SIGTERM');
      await one.ended;
    }
    await installation?.cluster.stop();
    installation = null;
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test('with a synchronous standby nothing is lost, and sending goes on within a minute', {
    timeout: 400_000,
  }, async () => {
    const at = await install(true);
    console.log(at.cluster.versions);
    const campaign = await startCampaign(at);
    const saving = keepSaving(campaign);
    await until(
      async () => saving.acknowledged.length,
      (saved) => saved > 3,
      60_000,
    );
    const before = (await sent(at, 2)).length;
    const { old, at: killed } = await killPrimary(at);
    const away = await until(
      () => healthOf(at),
      ({ status }) => status !== 'ok',
    );
    expect(away).toMatchObject({ status: 'error', database: 'unreachable' });
    await sent(at, before + 3, SENDS_AGAIN_MS);
    console.log(`Emails left again ${((Date.now() - killed) / 1000).toFixed(0)} s after the primary had died.`);
    expect(await healthOf(at)).toMatchObject({ status: 'ok', sending: 'ok' });
    const savedAgain = saving.acknowledged.length;
    await until(
      async () => saving.acknowledged.length,
      (saved) => saved > savedAgain + 2,
      60_000,
    );
    const { answers, withoutRetryAfter, slowestMs } = await saving.stop();
    console.log(`Answers: ${JSON.stringify([...answers])}; the slowest took ${Math.round(slowestMs)} ms.`);
    expect([...answers.keys()].filter((status) => status >= 300 && status !== 503)).toEqual([]);
    expect(withoutRetryAfter).toEqual([]);
    // a proxy without a server, and Node, each take their seconds
    expect(slowestMs).toBeLessThan(15_000);
    expect(await lost(at, saving.acknowledged)).toEqual([]);
    await until(
      () => sendsOf(campaign),
      (sends) => sends.every(({ status }) => ['sent', 'sending', 'unknown'].includes(status)),
      60_000,
    );
    await noneTwiceNoneUnknown(at, campaign);
    expect(ended(at)).toEqual([]);
    expect(await at.run(['audit', 'verify'])).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Compared with the checkpoint in ${at.sealFile}.`),
    });

    // the old primary comes back as a standby, which an auditor reads
    await at.cluster.rejoin(old);
    const readOnly = new URL(at.cluster.urlOf(old));
    readOnly.username = '';
    readOnly.password = '';
    const [send] = (await sendsOf(campaign)).filter(({ status }) => status === 'sent');
    const { tenant } = campaign;
    const out = path.join(folder, 'export.jsonl');
    for (const [words, says] of [
      [['verify'], 'ok'],
      [['find', send?.recipientEmail ?? ''], send?.id],
      [['explain', 'message', send?.id ?? ''], 'Handed over at'],
      [['export', '--tenant', tenant, '--out', out], 'signed by the installation'],
    ] as const) {
      const { code, output } = await at.run(['audit', ...words], { DATABASE_URL: readOnly.toString() });
      expect([code, output], words[0]).toEqual([0, expect.stringContaining(says ?? '')]);
      if (words[0] !== 'verify') expect(output, words[0]).toContain('Not recorded');
    }
    expect(readFileSync(out, 'utf8').split('\n').length).toBeGreaterThan(20);
    expect((await at.run(['audit', 'verify', '--file', out])).code).toBe(0);
  });

  test('what an asynchronous standby lacks freezes sending, and nothing leaves twice', {
    timeout: 400_000,
  }, async () => {
    const at = await install(false);
    const campaign = await startCampaign(at);
    await sent(at, 1);
    await at.cluster.cutReplication();
    const { id: draft } = await campaign.person.ok<CampaignView>('POST', '/api/campaigns', {
      ...{ name: 'Lost', subjectType: 'static', staticSubject: 'A vest', messagePrompt: 'Offer.', dailyLimit: 10 },
    });
    expect(await lost(at, [draft])).toEqual([]);
    const before = (await sent(at, 4)).length;
    expect(before).toBeLessThan(campaign.partners.length);
    const { old } = await killPrimary(at);
    await promoted(at, old);
    const frozen = await until(
      () => healthOf(at),
      ({ sending = '' }) => sending.startsWith('Sending is frozen'),
      SENDS_AGAIN_MS,
    );
    expect(frozen.sending).toMatch(/behind|older copy|SEAL_FILE/);
    expect(await lost(at, [draft])).toEqual([draft]);
    // longer than several gaps
    await wait(5_000);
    const left = await outboxOf(at.sandbox);
    expect(new Set(left).size).toBe(left.length);
    expect(ended(at)).toEqual([]);
    const released = await at.run(['audit', 'reconcile', '--yes']);
    expect(released).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Sending is open again.*[1-9]\d* messages? waits? for a decision/s),
    });
    expect(await healthOf(at)).toMatchObject({ status: 'ok', sending: 'ok' });
    await until(
      () => sendsOf(campaign),
      (sends) => sends.every(({ status }) => ['sent', 'sending', 'unknown'].includes(status)),
      60_000,
    );
    await noneTwiceNoneUnknown(at, campaign);
    expect(await at.run(['audit', 'verify'])).toMatchObject({ code: 0 });
  });
});
