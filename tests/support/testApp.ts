import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '../../api/app.ts';
import type { Deps as ApiDeps } from '../../api/context.ts';
import { listen } from '../../api/http/listen.ts';
import { setUpGuard } from '../../api/signIn/setUpCode.ts';
import { type GoogleApp, googleApp } from '../../db/installation/googleApp.ts';
import { INSTALLATION } from '../../db/installation/installation.ts';
import { type MicrosoftApp, microsoftApp } from '../../db/installation/microsoftApp.ts';
import { settleInstallation } from '../../db/installation/settle.ts';
import { systemMailer } from '../../db/installation/systemMailer.ts';
import { type Head, startTail } from '../../db/log/tail.ts';
import type { Store } from '../../db/store.ts';
import { importOf } from '../../db/vault/takeImportPart.ts';
import { modelsInUse, modelsOf } from '../../events/ai/aiTasks.ts';
import type { GmailAccess } from '../../events/shared/options.ts';
import { aiCalls } from '../../worker/aiCalls.ts';
import type { Deps as WorkerDeps } from '../../worker/context.ts';
import { openSystemMailer } from '../../worker/mail/systemMail.ts';
import { mailAccounts } from '../../worker/mailAccounts.ts';
import { type DnsLookup, dnsOverHttp } from '../../worker/providers/dns/lookup.ts';
import { hunter } from '../../worker/providers/hunter/client.ts';
import type { MailboxNetwork } from '../../worker/providers/mailbox/endpoint.ts';
import { aiDeps } from '../../worker/providers/openai/aiDeps.ts';
import { aiServer } from '../../worker/providers/openai/server.ts';
import type { Issuer } from '../../worker/providers/openIdConnect/client.ts';
import { peopleDataLabs } from '../../worker/providers/peopleDataLabs/client.ts';
import { mailboxNetwork } from '../../worker/providers/providerOptions.ts';
import { sendGrid } from '../../worker/providers/sendgrid/client.ts';
import { openPages } from '../../worker/providers/web/openPage.ts';
import { openPictures } from '../../worker/providers/web/openPicture.ts';
import { openPostOut } from '../../worker/providers/web/postOut.ts';
import { youTube } from '../../worker/providers/youtube/client.ts';
import { runWorker } from '../../worker/runWorker.ts';
import { importPartners } from '../../worker/tasks/importPartners.ts';
import { readMail } from '../../worker/tasks/readMail.ts';
import { readableMailboxes, readMailJob } from '../../worker/tasks/readMailboxes.ts';
import { appRegistry } from './appRegistry.ts';
import { freshDatabase, TEST_SECRET } from './database.ts';
import { startFaultySandbox } from './faultProxy/startFaultProxy.ts';
import { heldToContract } from './heldToContract.ts';
import { idle } from './hurry.ts';
import { until } from './person.ts';
import { testDeps } from './testDeps.ts';
import { warmDatabase } from './warmDatabase.ts';

const NO_KEYS = { SYSTEM_SENDGRID_API_KEY: undefined, SMTP_URL: undefined, SYSTEM_MAIL_FROM: undefined };

export type OutboxMail = {
  files: readonly { name: string; size: number; sha256: string }[];
  /** RFC 5322; Gmail's is under `gmail`. */
  raw?: string;
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html?: string;
  headers: Record<string, string>;
  customArgs: Record<string, string>;
  provider: 'sendgrid' | 'gmail' | 'smtp';
  fromName: string | null;
  gmail?: { raw: string };
};

/** The whole product in this process on its own database: sandbox, worker and API, each on a free port. */
export type TestApp = {
  url: string;
  sandboxUrl: string;
  databaseUrl: string;
  api: Store;
  /** Sees every tenant's rows and the queue. */
  owner: Store;
  worker: WorkerDeps;
  /** The private key with which the sandbox's SendGrid signs its events: PKCS#8 DER, base64. */
  signingKey: string;
  outbox(): Promise<OutboxMail[]>;
  fault(provider: string, mode: string, count: number, more?: object): Promise<void>;
  /** Puts the clock of the API and the worker forward. */
  later(ms: number): void;
  /** Has the worker do what it does every minute. */
  sweep(): Promise<void>;
  /** Reads all readable mailboxes of the tenant to their end. Without a tenant, those of all, which grow with each test of a file. */
  readMail(tenant?: string): Promise<void>;
  /** Lets the recipient of an email in the outbox, or their program, answer it. It returns the sandbox's status. */
  answerMail(
    id: string,
    how: {
      kind?: string;
      text?: string;
      subject?: string;
      from?: string;
      fresh?: boolean;
      without?: readonly string[];
      spam?: boolean;
      at?: string;
      files?: readonly { name: string; type: string; content: string }[];
    },
  ): Promise<number>;
  /** The number of events, of one tenant or all, once the worker has nothing to do. */
  events(tenant?: string): Promise<number>;
  stop(): Promise<void>;
};

/** The sandbox's names never change, and each new account asks for eight of them. */
function askedOnce(dns: DnsLookup): DnsLookup {
  const once = <T>(ask: (name: string) => Promise<T>) => {
    const answers = new Map<string, Promise<T>>();
    return (name: string) => {
      const answer = answers.get(name) ?? ask(name);
      answers.set(name, answer);
      return answer;
    };
  };
  return { txt: once(dns.txt), mx: once(dns.mx), addresses: once(dns.addresses) };
}

/** Carries out an import as the worker does. */
async function importNow(worker: WorkerDeps, { tenant, streamId, version }: Head): Promise<void> {
  const { state } = await worker.store.load(tenant, importOf(tenant));
  const about = {
    correlationId: 'test',
    causationId: `${streamId}@${version}`,
    also: { importId: state.importId ?? '' },
  };
  const addJob = () => Promise.reject(new Error('An import adds no job.'));
  await importPartners.handler(
    worker,
    { tenant, id: tenant, ...about },
    { lastTry: true, giveUp: true, addJob, signal: undefined },
  );
}

export async function startTestApp(
  options: {
    waitMs?: number;
    sandbox?: boolean;
    signup?: 'open' | 'invite';
    /** An answer waits this long for its Undo. */
    answerUndoMs?: number;
    /** null: mails leave in the usual hours. */
    sendGap?: { min: number; max: number } | null;
    /** The length of a follow-up's day. */
    followUpDayMs?: number;
    configured?: ApiDeps['configured'];
    publicUrl?: string;
    /** Where the API listens, if somebody must know before it does. */
    port?: number;
    /** The same for the sandbox. */
    sandboxPort?: number;
    /** Where PUBLIC_URL really leads; the house itself unless a test says otherwise. */
    leadsTo?: () => string;
    /** The built web app, to be used in a browser. */
    webFolder?: string;
    beatMs?: number;
    /** The worker waits this long for a provider. */
    timeoutMs?: number;
    /** null: the API knows no key of SendGrid's. */
    webhookKey?: null;
    /** The token with which other programs follow the log. */
    metricsToken?: string;
    feedToken?: string;
    /** The issuer at which people sign in with their own accounts. */
    issuer?: Issuer;
    /** The number of proxies before the API. */
    trustedProxies?: number;
    /** null: nothing carries the installation's own mails. */
    mailer?: null;
    /** The AI model that is set. */
    aiModel?: string;
    /** The first account also needs this, as on a server that others can reach. */
    setUpCode?: string;
    /** false: no worker runs, and nothing that was asked for is done but imports. */
    working?: boolean;
    /** The domain of the addresses for replies. */
    inboundDomain?: string;
    /** The access of Gmail accounts. null: Gmail is not set up. */
    gmailAccess?: GmailAccess | null;
    /** null: Microsoft accounts are not set up; servers: those of their mailboxes. */
    microsoft?: MicrosoftApp['servers'] | null;
    /** The interval at which the worker chooses mailboxes to listen to. Unset: it listens to none. */
    listenEveryMs?: number;
    followEveryMs?: number;
    /** The way to mail servers. Unset: the sandbox's own. */
    mailbox?: MailboxNetwork;
    /** With an address key of its own, unlike all others of a run. */
    anotherInstallation?: boolean;
    /** ms since 1970: the clock of the API and the worker, instead of this machine's. */
    clock?: () => number;
  } = {},
): Promise<TestApp> {
  const db = options.anotherInstallation ? await freshDatabase({ anotherInstallation: true }) : await warmDatabase();
  const wanted = options.sandbox === false ? 'off' : 'on';
  await settleInstallation({ ownerUrl: db.url, secretKey: TEST_SECRET, wanted, providerKeysPresent: [] });
  const dataDir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-house-'));
  const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signingKey = signing.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  let url = '';
  const webhook = { url: () => `${url}/api/webhooks/sendgrid`, key: signingKey };
  const sandbox = await startFaultySandbox({ dataDir, port: options.sandboxPort ?? 0, host: '127.0.0.1', webhook });
  let ahead = 0;
  const clock = options.clock ?? Date.now;
  const now = () => new Date(clock() + ahead);
  const pageOf = options.leadsTo ?? (() => url);
  const owner = await db.open('owner', 2);
  const workerStore = await db.open('worker', 8, now);
  const timeoutMs = options.timeoutMs ?? 5_000;
  const sendGap = options.sendGap === null ? undefined : (options.sendGap ?? { min: 0.01, max: 0.05 });
  const configured = options.configured ?? { ai: true, peopleData: true, hunter: true, youTube: true };
  const mailSender = sendGrid({ baseUrl: `${sandbox.url}/sendgrid`, timeoutMs });
  const mailer = options.mailer === null ? null : systemMailer(NO_KEYS, true);
  const access = options.gmailAccess === undefined ? 'send' : options.gmailAccess;
  const google: GoogleApp | null = access && googleApp({ GMAIL_ACCESS: access }, sandbox.url);
  const known = options.microsoft === null ? null : microsoftApp({ MICROSOFT_TENANT: 'common' }, sandbox.url);
  const atMicrosoft = known && { ...known, servers: options.microsoft ?? known.servers };
  const models = modelsOf({ OPENAI_MODEL: options.aiModel ?? 'gpt-6.1-terra' });
  const worker: WorkerDeps = testDeps({
    store: workerStore,
    sandbox: options.sandbox ?? true,
    publicUrl: options.publicUrl ?? 'http://localhost',
    ...aiDeps(
      aiServer({ apiKey: 'sandbox', baseUrl: `${sandbox.url}/openai/v1`, models, timeoutMs }),
      aiCalls(workerStore),
    ),
    peopleData: peopleDataLabs({ apiKey: 'sandbox', baseUrl: `${sandbox.url}/pdl/v5`, timeoutMs }),
    hunter: hunter({ apiKey: 'sandbox', baseUrl: `${sandbox.url}/hunter/v2`, timeoutMs }),
    openPage: openPages({ onlyHosts: [new URL(sandbox.url).host], timeoutMs }),
    openPicture: openPictures({ onlyHosts: [new URL(sandbox.url).host], timeoutMs }),
    postOut: openPostOut({ onlyHosts: [new URL(sandbox.url).host], sandboxUrl: sandbox.url, timeoutMs }),
    youTube: youTube({ apiKey: 'sandbox', baseUrl: sandbox.url, timeoutMs }),
    dns: askedOnce(dnsOverHttp(`${sandbox.url}/dns`)),
    ...mailAccounts(
      {
        google,
        microsoft: atMicrosoft,
        mailbox: options.mailbox ?? mailboxNetwork({ MAIL_PRIVATE_HOSTS: 'off' }, sandbox.url),
        sendGrid: { baseUrl: `${sandbox.url}/sendgrid` },
      },
      { timeoutMs, ...(options.mailbox ? { ownCopyMs: 50 } : {}) },
    ),
    sendSystemMail: openSystemMailer(mailer, mailSender),
    issuer: options.issuer ?? null,
    // nobody else has the name of PUBLIC_URL: its pages are this house's, once it has an address
    fetchPage: (page, init) => fetch(String(page).replace(worker.publicUrl, pageOf()), init),
    sendGap,
    followUpDayMs: options.followUpDayMs,
    listenEveryMs: options.listenEveryMs ?? null,
    followEveryMs: options.followEveryMs ?? null,
    inboundDomain: options.inboundDomain ?? null,
  });
  const api = await db.open('api', 8, now);
  const tail = await startTail(api.sql, () => undefined);
  const stopping = new AbortController();
  const apiDeps: ApiDeps = {
    store: api,
    tail,
    publicUrl: options.publicUrl ?? 'http://localhost',
    signup: options.signup ?? 'open',
    sandbox: options.sandbox ?? true,
    outboxUrl: null,
    aiModels: models,
    configured,
    google,
    microsoft: atMicrosoft,
    webhookKey: options.webhookKey === null ? null : signing.publicKey,
    inboundDomain: options.inboundDomain,
    feedToken: options.feedToken,
    metricsToken: options.metricsToken,
    sendGap,
    answerUndoMs: options.answerUndoMs,
    waitMs: options.waitMs ?? 30_000,
    trustedProxies: options.trustedProxies ?? 0,
    issuer: options.issuer,
    version: 'test',
    webFolder: options.webFolder ?? null,
    stopping: stopping.signal,
    ...(options.beatMs ? { beatMs: options.beatMs } : {}),
    mailer: mailer?.kind,
    setUp: options.setUpCode ? setUpGuard(options.setUpCode, { reachable: true, say: () => undefined }) : undefined,
  };
  const app = createApp(apiDeps);
  const problems = heldToContract(app);
  const server = await listen(app, { port: options.port ?? 0, hostname: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  appRegistry.set(url, { app, deps: apiDeps });
  const running = options.working === false ? null : await runWorker(worker, db.jobs?.() ?? db.url);
  // tests begin with a list of people, whether a worker runs or not
  if (!running) tail.subscribe((head) => head.type === 'ImportStarted' && void importNow(worker, head));
  // what the worker records by itself as it starts is not what a test counts
  if (running)
    await until(
      async () => (await api.load('system', INSTALLATION)).state.modelChecks,
      (checks) => checks.length === modelsInUse(models).length,
    );
  return {
    url,
    sandboxUrl: sandbox.url,
    databaseUrl: db.url,
    api,
    owner,
    worker,
    signingKey,
    later(ms) {
      ahead += ms;
    },
    async sweep() {
      await running?.runner.addJob('sweep', {});
    },
    async readMail(tenant) {
      const run = { lastTry: true, giveUp: false, signal: undefined };
      // that its provider asked to wait does not keep a test
      const addJob = (() => Promise.resolve()) as never;
      for (const mailbox of await readableMailboxes(worker))
        if (tenant === undefined || mailbox.tenant === tenant)
          await readMail.handler(worker, readMailJob(mailbox).job, { ...run, addJob });
    },
    async answerMail(id, how) {
      const { status } = await fetch(`${sandbox.url}/outbox/${id}/reply`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(how),
      });
      return status;
    },
    async events(tenant) {
      if (running) await idle(owner.sql);
      const [row] = await owner.sql<{ count: number }[]>`
        select count(*)::int as count from log.events
        where ${tenant ?? null}::text is null or tenant_id = ${tenant ?? null}`;
      return row?.count ?? 0;
    },
    async outbox() {
      const response = await fetch(`${sandbox.url}/outbox`, { headers: { Accept: 'application/json' } });
      return ((await response.json()) as { messages: OutboxMail[] }).messages;
    },
    async fault(provider, mode, count, more = {}) {
      const response = await fetch(`${sandbox.url}/faults`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        // SendGrid is asked about domains at any time: that meets none of what is meant for mails
        body: JSON.stringify({
          provider,
          mode,
          count,
          ...(provider === 'sendgrid' && { path: '/mail/send' }),
          ...more,
        }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    async stop() {
      stopping.abort();
      appRegistry.delete(url);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await tail.close();
      await sandbox.close();
      await running?.stop();
      await db.drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (problems.length > 0) throw new Error(problems.join('\n\n'));
    },
  };
}
