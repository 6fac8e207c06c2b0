import { setTimeout as wait } from 'node:timers/promises';
import { ownerAddress } from '../connection/addresses.ts';
import { checkDatabase } from '../connection/connect-check.ts';
import { type Embedded, startEmbedded } from '../embedded/start-embedded.ts';
import { readSettings, settings } from '../installation/settings.ts';
import { ensureSecretKey } from './secret-key.ts';
import { restartDelay } from './supervise.ts';

export type Database = {
  /** For the children. */
  url: string;
  /** For migrations. */
  ownerUrl: string;
  secretKey: string;
  /** The version of the package's PostgreSQL, if that is what runs. */
  bundled: string | null;
  stop(now?: boolean): Promise<void>;
};

type Options = {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  say(line: string): void;
  /** The embedded server came back at another address. */
  moved(url: string): void;
  gaveUp(reason: string): void;
};

/** The PostgreSQL of DATABASE_URL, checked, or an embedded one that is started again when it dies. */
export async function openDatabase(options: Options): Promise<Database> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, SECRET_KEY } = settings;
  const given = readSettings({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, SECRET_KEY }, options.env);
  const url = given.DATABASE_URL;
  if (url === undefined) return keepEmbedded(options, given.SECRET_KEY);
  const { SECRET_KEY: secretKey } = readSettings({ SECRET_KEY: SECRET_KEY.unwrap() }, options.env);
  const { ownerUrl, setting } = ownerAddress({ ...given, DATABASE_URL: url });
  await checkDatabase(ownerUrl, setting);
  return { url, ownerUrl, secretKey, bundled: null, stop: async () => {} };
}

async function keepEmbedded(options: Options, givenKey: string | undefined): Promise<Database> {
  const { dataDir, say, moved, gaveUp } = options;
  const secretKey = givenKey ?? ensureSecretKey(dataDir);
  const nextDelay = restartDelay();
  const stop = new AbortController();
  let server: Embedded = await startEmbedded({ dataDir, log: say, locked: true });
  let comingBack: Promise<void> = Promise.resolve();

  const watch = (watched: Embedded) =>
    void watched.ended.then(() => {
      if (!stop.signal.aborted) comingBack = comeBack(watched.url);
    });

  async function comeBack(url: string): Promise<void> {
    say('PostgreSQL ended unexpectedly; starting it again.');
    await wait(nextDelay(), undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) return;
    try {
      server = await startEmbedded({ dataDir, log: say, locked: true });
    } catch (error) {
      gaveUp(error instanceof Error ? error.message : String(error));
      return;
    }
    watch(server);
    if (server.url !== url) moved(server.url);
  }

  watch(server);
  return {
    url: server.url,
    ownerUrl: server.url,
    secretKey,
    bundled: server.bundled,
    async stop(now) {
      stop.abort();
      await comingBack;
      await server.stop(now);
    },
  };
}
