import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { lockDataDir } from '../embedded/data-dir-lock.ts';
import { openDataDir } from '../embedded/start-embedded.ts';
import {
  CannotStart,
  googleSettings,
  microsoftSettings,
  providerKeysIn,
  readSettings,
  settings,
} from '../installation/settings.ts';
import { settleInstallation } from '../installation/settle.ts';
import { type MailerSettings, systemMailer } from '../installation/systemMailer.ts';
import { migrate } from '../migrate/migrate.ts';
import { nodeArgs } from '../process/built.ts';
import { nodeEnd } from '../process/nodeSupport.ts';
import { viteProgram } from './build.mjs';
import { type Database, openDatabase } from './database.ts';
import { proveFree } from './ports.ts';
import { scheduleBackups } from './scheduleBackups.ts';
import { listenForStop, type StopRequests } from './stop-requests.ts';
import { projectFolder, type Supervised, supervise } from './supervise.ts';
import { endSurvivors, recordProcesses } from './survivors.ts';
import { watchSources } from './watch-sources.ts';

/** It ran, and had to stop without being asked. */
export class GaveUp extends Error {
  override name = 'GaveUp';
}

export type Launch = {
  env: NodeJS.ProcessEnv;
  /** The programs' files, relative to the project. */
  entries: { sandbox: string; api: string; worker: string };
  /** Rebuild and restart on every change of a source. */
  watch: boolean;
  /** The wait before a program that ended is started again, in ms. Each further one within a minute takes twice as long. */
  restartMs?: number;
  say(line: string): void;
};

const graceMs = 15_000;

const bundledPostgres = (version: string): string =>
  `PostgreSQL ${version} of the packages is for trying out: security fixes of PostgreSQL do not reach it. Set POSTGRES_BIN, or DATABASE_URL.`;

/**
 * Runs a whole installation until it is asked to stop: PostgreSQL and migrations, the sandbox, the API and the worker. Throws CannotStart before it was ready and GaveUp after, with everything stopped.
 */
export async function launch(options: Launch): Promise<void> {
  const { PORT, HOST, PUBLIC_URL, DATA_DIR, SANDBOX, SANDBOX_PORT, RETENTION_DAYS, SEND_GAP_SECONDS, SIGNUP } =
    settings;
  // these are the API's and the worker's own: here a bad one only stops the start
  const {
    ANSWER_UNDO_SECONDS,
    FEED_TOKEN,
    METRICS_TOKEN,
    WITNESSES,
    WITNESSED_LOGS,
    OPERATOR_EMAIL,
    SYSTEM_SENDGRID_API_KEY,
    SMTP_URL,
    SYSTEM_MAIL_FROM,
  } = settings;
  const { BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP, RECEIVED_FILES_GB } = settings;
  const shape = {
    BACKUP_DIR,
    BACKUP_EVERY,
    BACKUP_KEEP,
    PORT,
    HOST,
    PUBLIC_URL,
    DATA_DIR,
    SANDBOX,
    SANDBOX_PORT,
    RETENTION_DAYS,
    SEND_GAP_SECONDS,
    SIGNUP,
  };
  const env = readSettings(
    {
      ...shape,
      ...googleSettings(options.env),
      ...microsoftSettings(options.env),
      ...{
        ANSWER_UNDO_SECONDS,
        FEED_TOKEN,
        METRICS_TOKEN,
        WITNESSES,
        WITNESSED_LOGS,
        RECEIVED_FILES_GB,
        OPERATOR_EMAIL,
        SYSTEM_SENDGRID_API_KEY,
        SMTP_URL,
        SYSTEM_MAIL_FROM,
      },
    },
    options.env,
  );
  const requests = listenForStop();
  const dataDir = openDataDir(env.DATA_DIR);
  const lock = await lockDataDir(dataDir);
  const run = new Run(options, env, dataDir);
  try {
    const up = run.bringUp();
    up.catch(() => {});
    const outcome = await Promise.race([up.then(() => 'up' as const), requests.asked, run.gaveUp]);
    if (outcome === 'up') {
      options.say(`Partner Pilot is ready: ${env.PUBLIC_URL}`);
      const node = nodeEnd(new Date());
      if (node) options.say(`Node ${node.major} has had no security fixes since ${node.endedOn}. Install Node 24.`);
      run.isUp = true;
      await Promise.race([requests.asked, run.gaveUp]);
      options.say('Stopping: what is under way ends first…');
    }
  } finally {
    lock.announceStop();
    await run.takeDown(requests);
    lock.release();
  }
}

type Env = {
  PORT: number;
  HOST: string;
  PUBLIC_URL: string;
  SANDBOX: 'auto' | 'on' | 'off';
  SANDBOX_PORT: number;
  BACKUP_DIR: string | undefined;
  BACKUP_EVERY: number;
} & MailerSettings;

/** The programs, and the order in which they start and stop. */
class Run {
  isUp = false;
  readonly gaveUp: Promise<never>;
  private giveUp: (reason: string) => void = () => {};
  private readonly children = new Map<string, Supervised>();
  private readonly abort = new AbortController();
  private readonly record: ReturnType<typeof recordProcesses>;
  private database: Promise<Database> | null = null;
  private childEnv: NodeJS.ProcessEnv = {};
  /** With which the sandbox's SendGrid signs its events; only the sandbox gets it. */
  private signingKey = '';
  private endWatching = () => {};
  private endBackups = () => {};

  constructor(
    private readonly options: Launch,
    private readonly env: Env,
    private readonly dataDir: string,
  ) {
    this.record = recordProcesses(dataDir);
    this.gaveUp = new Promise((_, reject) => {
      this.giveUp = (reason) => reject(this.isUp ? new GaveUp(reason) : new CannotStart(reason));
    });
    this.gaveUp.catch(() => {});
  }

  async bringUp(): Promise<void> {
    const { env, options } = this;
    const patience = (await endSurvivors(this.dataDir)) > 0 ? 10_000 : 0;
    await proveFree('PORT', env.HOST, env.PORT, patience);
    this.abort.signal.throwIfAborted();
    this.database = openDatabase({
      dataDir: this.dataDir,
      env: options.env,
      say: options.say,
      gaveUp: (reason) => this.giveUp(reason),
      moved: (url) => this.restartAll({ ...this.childEnv, DATABASE_URL: url }),
    });
    const { url, ownerUrl, secretKey, bundled } = await this.database;
    await migrate({ ownerUrl, secretKey, say: options.say });
    const present = providerKeysIn(options.env);
    const settled = { ownerUrl, secretKey, wanted: env.SANDBOX, providerKeysPresent: present };
    const { sandbox } = await settleInstallation(settled);
    // the API and the worker read it themselves: here what is missing only stops the start
    systemMailer(env, sandbox);
    const only = sandbox ? this.signedEvents() : { BUNDLED_POSTGRES: bundled ?? '' };
    this.childEnv = { ...this.environment(url, secretKey, sandbox), ...only };
    if (bundled !== null && !sandbox) options.say(bundledPostgres(bundled));
    // The worker resumes its jobs at once, and they call the sandbox.
    if (sandbox) {
      await proveFree('SANDBOX_PORT', '127.0.0.1', env.SANDBOX_PORT, patience);
      await this.run('The sandbox', options.entries.sandbox);
    }
    await Promise.all([this.run('The worker', options.entries.worker), this.run('The API', options.entries.api)]);
    if (env.BACKUP_DIR !== undefined)
      this.endBackups = scheduleBackups({
        folder: env.BACKUP_DIR,
        everyHours: env.BACKUP_EVERY,
        // an embedded server that came back has another address
        env: () => ({
          ...this.childEnv,
          ...(options.env.DATABASE_URL?.trim() ? { DATABASE_OWNER_URL: ownerUrl } : {}),
        }),
        say: options.say,
      });
    if (options.watch) this.watch();
  }

  private environment(url: string, secretKey: string, sandbox: boolean): NodeJS.ProcessEnv {
    const { env, options, dataDir } = this;
    const { DATABASE_OWNER_URL: _, ...given } = options.env;
    return {
      ...given,
      DATABASE_URL: url,
      SECRET_KEY: secretKey,
      DATA_DIR: dataDir,
      ...(options.env.DATABASE_URL?.trim() ? { EMBEDDED_IN: '' } : { EMBEDDED_IN: dataDir, DATABASE_DIRECT_URL: '' }),
      PORT: String(env.PORT),
      HOST: env.HOST,
      PUBLIC_URL: env.PUBLIC_URL,
      SANDBOX_MODE: sandbox ? 'on' : 'off',
      SANDBOX_PORT: String(env.SANDBOX_PORT),
      ...(sandbox
        ? {
            SANDBOX_URL: `http://127.0.0.1:${env.SANDBOX_PORT}`,
            // replies can be tried out with either provider
            INBOUND_DOMAIN: given.INBOUND_DOMAIN?.trim() || 'replies.partner-pilot.example',
            GMAIL_ACCESS: given.GMAIL_ACCESS?.trim() || 'drafts',
          }
        : {}),
    };
  }

  /** A key of its own for this run: what the sandbox signs with, and what the API checks with. */
  private signedEvents(): NodeJS.ProcessEnv {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.signingKey = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    return { SENDGRID_WEBHOOK_PUBLIC_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') };
  }

  private async run(name: string, entry: string): Promise<void> {
    if (this.abort.signal.aborted) return;
    const args = nodeArgs(path.resolve(projectFolder, entry));
    const env = name === 'The sandbox' ? this.sandboxOnly() : this.childEnv;
    await this.supervise(name, args, env, true).ready;
  }

  /** None of the settings, which hold keys. It has no sign-in, so it is never open to the network. */
  private sandboxOnly(): NodeJS.ProcessEnv {
    const { HOST, PORT, SANDBOX_PORT } = this.env;
    const others = Object.entries(this.options.env).filter(([name]) => !(name in settings));
    const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
    return {
      ...Object.fromEntries(others),
      DATA_DIR: this.dataDir,
      HOST: '127.0.0.1',
      SANDBOX_PORT: String(SANDBOX_PORT),
      SANDBOX_SIGNING_KEY: this.signingKey,
      SANDBOX_EVENTS_URL: `http://${host}:${PORT}/api/webhooks/sendgrid`,
    };
  }

  private supervise(name: string, args: string[], env: NodeJS.ProcessEnv, reports: boolean): Supervised {
    const child = supervise(
      { name, args, env, reports, restartMs: this.options.restartMs },
      {
        changed: (pid) => this.record.set(name, pid),
        gaveUp: (reason) => this.giveUp(reason),
        say: this.options.say,
      },
    );
    this.children.set(name, child);
    return child;
  }

  private restartAll(env: NodeJS.ProcessEnv): void {
    this.childEnv = env;
    for (const name of ['The API', 'The worker']) this.children.get(name)?.restart(env);
  }

  private watch(): void {
    const env = { ...process.env, NODE_ENV: 'development' };
    this.supervise('The web build', [viteProgram(), 'build', 'web', '--watch', '--logLevel', 'warn'], env, false);
    this.endWatching = watchSources((rooms) => {
      this.options.say(`${rooms.join(', ')} changed; starting again.`);
      for (const [room, name] of [
        ['worker/sandbox', 'The sandbox'],
        ['worker', 'The worker'],
        ['api', 'The API'],
      ] as const) {
        if (rooms.some((changed) => changed === room || changed === 'events' || changed === 'db')) {
          this.children.get(name)?.restart();
        }
      }
    });
  }

  /** Those who use the sandbox and the database first; then these. Hastened: at once, and PostgreSQL recovers later. */
  async takeDown({ hastened }: StopRequests): Promise<void> {
    this.endWatching();
    this.endBackups();
    this.abort.abort();
    let now = false;
    void hastened.then(() => {
      now = true;
      for (const child of this.children.values()) void child.stop(0);
      void this.database?.then((database) => database.stop(true)).catch(() => {});
    });
    const users = [...this.children].filter(([name]) => name !== 'The sandbox').map(([, child]) => child);
    await Promise.all(users.map((child) => child.stop(now ? 0 : graceMs)));
    await this.children.get('The sandbox')?.stop(now ? 0 : graceMs);
    const database = await this.database?.catch(() => null);
    await database?.stop(now);
  }
}
