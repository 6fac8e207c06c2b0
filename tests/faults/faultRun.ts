import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../db/connection/open.ts';
import type { Store } from '../../db/store.ts';
import type { DeliveryReport } from '../../events/messages/messageEvents.ts';
import { startFaultProxy } from '../support/faultProxy/startFaultProxy.ts';
import type { AccountKind } from './accounts.ts';
import { CouldNotStrike } from './couldNotStrike.ts';
import { type CutProxy, startCutProxy } from './cutProxy.ts';
import type { Spares } from './databasePool.ts';
import { type ImapServer, startImapServer } from './imapServer.ts';
import type { Mutant } from './mutants.ts';
import { type Child, startChild } from './processes.ts';
import { startQueueClock } from './queueClock.ts';
import type { Random } from './seeded.ts';
import { type FaultServer, SECRET } from './server.ts';
import { LAY_ON_SMALL_DISK } from './smallDisk.ts';
import { type SmtpWire, startSmtpWire } from './smtpWire.ts';
import { idsFor, readyTenant, type Tenant } from './tenants.ts';
import { type Answer, startWire } from './wire.ts';
import type { WorkerNews, WorkerOrder, WorkerSetUp } from './worker.ts';

export type StageWish = {
  tenants: number;
  zones: readonly [string, ...string[]];
  /** The tenants' accounts, in turn. */
  accounts: readonly [AccountKind, ...AccountKind[]];
  campaigns: number;
  partners: [least: number, most: number];
  /** null: real windows. */
  sendGap: WorkerSetUp['sendGap'];
  /** The last tenant has room for many emails in a narrow window, so gaps and the hour's count bind there. */
  crowded: boolean;
  /** ms since 1970, in the future: when the run plays. Unset: now. */
  playsAt?: number;
  smallDisk: boolean;
  /** The workers read the mailboxes of the tenants. */
  reads: boolean;
  /** Ids are as long as the product's own. */
  realIds: boolean;
  /** The bugs of the tenants, in turn. */
  mutants: readonly Mutant[];
};

/** Something that explains why nobody knows what became of a mail, and when it happened (ms since 1970, real). */
export type Incident = { what: string; at: number };

/** Everything of one run: its database, its sandbox, its workers and its clock. */
export type FaultRun = {
  readonly random: Random;
  readonly server: FaultServer;
  readonly proxy: CutProxy;
  readonly tenants: Tenant[];
  readonly databaseUrl: string;
  readonly folder: string;
  readonly sandboxUrl: string;
  /** The usual windows and gaps hold, not those for trying out. */
  readonly realWindows: boolean;
  /** As the API has it. */
  api(): Store;
  /** Sees every tenant's rows and the queue. */
  owner(): Store;
  readonly workers: Child[];
  addWorker(): Promise<Child>;
  /** Whether a worker is on its way, or none may come. */
  starting(): boolean;
  /** Does `work` while no worker is started in the place of one that ended. */
  withoutWorkers<T>(work: () => Promise<T>): Promise<T>;
  /** The number of killed processes. */
  kills: number;
  now(): number;
  ahead(): number;
  /** Puts the clock of API, workers and queue. */
  setAhead(ms: number): void;
  /** Puts one worker's clock beside all others, by so many ms. */
  skew(worker: Child, ms: number): void;
  readonly incidents: readonly Incident[];
  incident(what: string): void;
  /** A table with all events of before a restore; null: there was none. */
  lostEvents: string | null;
  /** The provider's answers to each email. */
  readonly answers: readonly Answer[];
  /**
   * A few calls of each provider that a tenant sends with go wrong. Gmail's are those by which a mail leaves, unless `more` names others.
   * Throws CouldNotStrike when no tenant has the provider that `only` names.
   */
  fault(mode: string, count: number, more?: object, only?: MailSandbox): Promise<void>;
  /** Between the workers and the mail server of the sandbox. */
  readonly smtp: SmtpWire;
  /** The mailboxes of SMTP accounts. null: nothing is read. */
  readonly imap: ImapServer | null;
  /** The Message-IDs of the replies that came, but for those that lie in the sandbox. */
  readonly replies: string[];
  /** The required record of an email in the end, by its send's id, where a fault has told its fate. */
  readonly reports: Map<string, DeliveryReport>;
  endFaults(): Promise<void>;
  /** The number of ordered faults that the sandbox has still to play. */
  faults(): Promise<number>;
  say(line: string): void;
  /** New pools: what was on its way when PostgreSQL died may wait forever. */
  reconnect(): Promise<void>;
  /** Ends the processes; database and ledger stay for the checks. */
  endProcesses(): Promise<void>;
  close(): Promise<void>;
};

/** The providers of the sandbox that take mails. */
export type MailSandbox = 'sendgrid' | 'gmail' | 'smtp';

/** The calls by which a mail leaves each kind of account. */
const FAULTY_CALLS: readonly { kind: AccountKind; provider: MailSandbox; path?: string }[] = [
  { kind: 'smtp', provider: 'smtp' },
  { kind: 'sendgrid', provider: 'sendgrid', path: '/mail/send' },
  { kind: 'gmail-send', provider: 'gmail', path: '/messages/send' },
  { kind: 'gmail-drafts', provider: 'gmail', path: '/drafts/send' },
];

async function putFault(sandboxUrl: string, order: object): Promise<void> {
  const response = await fetch(`${sandboxUrl}/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** A worker waits this long for a provider. */
const TIMEOUT_MS = 1_200;
/** A worker that has not begun by then waits for a connection that died. */
const START_MS = 30_000;

/** Has a worker do now what it does every minute. */
export const sweepNow = (faultRun: FaultRun) =>
  faultRun.owner().sql`select graphile_worker.add_job('sweep', '{}'::json, job_key => 'harness sweep')`;

export async function openFaultRun(
  server: FaultServer,
  databasePool: Spares,
  random: Random,
  wish: StageWish,
  say: (line: string) => void,
): Promise<FaultRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-fault-run-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // also when the run is interrupted
  process.once('exit', removeFolder);
  const notesFile = path.join(folder, 'notes.ndjson');
  writeFileSync(notesFile, '');
  const sandbox = startChild('worker/sandbox/main.ts', { DATA_DIR: folder, SANDBOX_PORT: '0', HOST: '127.0.0.1' });
  const listening = sandbox.message<{ url: string }>((message) => typeof message.url === 'string');
  listening.catch(() => undefined);
  const { name, url } = await server.freshDatabase();
  const proxy = await startCutProxy(server.port);
  let ahead = wish.playsAt ? wish.playsAt - Date.now() : 0;
  const incidents: Incident[] = [];
  const skews = new Map<Child, number>();
  const open = (role: 'owner' | 'api') =>
    openStore({
      url,
      secretKey: SECRET,
      role,
      name: `harness ${role}`,
      max: role === 'owner' ? 6 : 4,
      now: () => new Date(Date.now() + ahead),
    });
  let api = await open('api');
  let owner = await open('owner');
  if (wish.smallDisk) await owner.sql.unsafe(LAY_ON_SMALL_DISK);
  const faulty = await startFaultProxy((await listening).url);
  const sandboxUrl = faulty.url;
  const tenants: Tenant[] = [];
  const planted: Record<string, Mutant> = {};
  for (let number = 1; number <= wish.tenants; number += 1) {
    const zone = wish.zones[(number - 1) % wish.zones.length] ?? wish.zones[0];
    const { campaigns, partners, realIds } = wish;
    const account = wish.accounts[(number - 1) % wish.accounts.length] ?? wish.accounts[0];
    const crowded = wish.crowded && number === wish.tenants;
    const about = { id: idsFor(realIds).tenant(number), zone, account, campaigns, partners, crowded, realIds };
    const mutant = wish.mutants[number - 1];
    if (mutant) planted[about.id] = mutant;
    tenants.push(await readyTenant(api, random, sandboxUrl, about));
  }
  say(`accounts: ${tenants.map(({ account }) => account).join(', ')}`);
  const wire = await startWire(sandboxUrl);
  const smtpPort = async () => ((await (await fetch(`${sandboxUrl}/smtp`)).json()) as { port: number }).port;
  const smtp = await startSmtpWire(smtpPort, wire.answers);
  const imap = wish.reads && tenants.some(({ account }) => account === 'smtp') ? await startImapServer() : null;
  const workers: Child[] = [];
  let starting = 0;
  const order = (worker: Child, what: WorkerOrder) => worker.send(what);

  const queueClock = startQueueClock(
    () => owner.sql,
    () => ahead,
  );

  async function startWorker(): Promise<Child> {
    starting += 1;
    const worker = await databasePool.take().finally(() => {
      starting -= 1;
    });
    const working = worker.message<WorkerNews>((news) => news === 'working');
    workers.push(worker);
    void worker.gone.then(() => faultRun.incident('a worker ended'));
    order(worker, {
      begin: {
        databaseUrl: proxy.through(url),
        secretKey: SECRET,
        sandboxUrl: wire.url,
        smtpUrl: smtp.url,
        reads: wish.reads,
        imapPort: imap?.relay.port ?? null,
        sendGap: wish.sendGap,
        ahead,
        timeoutMs: TIMEOUT_MS,
        planted,
        notesFile,
      },
    });
    const slow = setTimeout(() => void worker.kill(), START_MS);
    await working.finally(() => clearTimeout(slow));
    return worker;
  }

  const faultRun: FaultRun = {
    random,
    server,
    proxy,
    tenants,
    databaseUrl: url,
    folder,
    sandboxUrl,
    realWindows: wish.sendGap === null,
    api: () => api,
    owner: () => owner,
    workers,
    kills: 0,
    starting: () => starting > 0,
    async withoutWorkers(work) {
      starting += 1;
      try {
        return await work();
      } finally {
        starting -= 1;
      }
    },
    async addWorker() {
      // while PostgreSQL is away a worker cannot start; whoever runs it tries again
      for (let left = 10; ; left -= 1) {
        try {
          return await startWorker();
        } catch (error) {
          if (left === 0) throw error;
          await wait(400);
        }
      }
    },
    now: () => Date.now() + ahead,
    ahead: () => ahead,
    setAhead(ms) {
      ahead = ms;
      for (const worker of workers) order(worker, { ahead: ahead + (skews.get(worker) ?? 0) });
    },
    skew(worker, ms) {
      skews.set(worker, ms);
      order(worker, { ahead: ahead + ms });
    },
    incidents,
    lostEvents: null,
    incident(what) {
      incidents.push({ what, at: Date.now() });
    },
    answers: wire.answers,
    smtp,
    imap,
    replies: [],
    reports: new Map(),
    async fault(mode, count, more = {}, only) {
      const kinds = new Set(tenants.map(({ account }) => account));
      const targets = FAULTY_CALLS.filter(({ kind, provider }) => kinds.has(kind) && (only ?? provider) === provider);
      if (targets.length === 0) throw new CouldNotStrike(`no tenant sends with ${only}`);
      for (const { provider, path } of targets) await putFault(sandboxUrl, { provider, path, mode, count, ...more });
    },
    async endFaults() {
      smtp.heal();
      for (const provider of ['sendgrid', 'gmail', 'google', 'smtp'])
        await putFault(sandboxUrl, { provider, mode: 'none', count: 1 });
    },
    async faults() {
      const answer = (await (await fetch(`${sandboxUrl}/faults`)).json()) as { faults: unknown[] };
      return answer.faults.length + smtp.left();
    },
    say,
    async reconnect() {
      const before = [api, owner];
      [api, owner] = [await open('api'), await open('owner')];
      for (const { sql } of before) void sql.end({ timeout: 0 }).catch(() => undefined);
    },
    async endProcesses() {
      await queueClock.stop();
      await Promise.all([...workers, sandbox].map((child) => child.kill()));
    },
    async close() {
      await faultRun.endProcesses();
      wire.close();
      await faulty.close();
      smtp.close();
      await imap?.stop();
      proxy.close();
      await Promise.all([api, owner].map(({ sql }) => sql.end({ timeout: 1 })));
      await server.dropDatabase(name);
      process.off('exit', removeFolder);
      removeFolder();
    },
  };
  return faultRun;
}
