import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ownerAddress } from '../connection/addresses.ts';
import { checkDatabase } from '../connection/connect-check.ts';
import { loginUrl } from '../connection/logins.ts';
import { openDataDir, runningEmbedded, startEmbedded } from '../embedded/start-embedded.ts';
import { CannotStart, readSettings, settings, UsageError } from '../installation/settings.ts';
import type { SealHome } from '../seal/sealPlace.ts';
import { masterKey } from '../vault/masterKey.ts';

/** `sealHome`: which database that is, for the file with its seal. */
export type Installation = { ownerUrl: string; secretKey: string; sealHome: SealHome };

/**
 * Does `work` on the installation of the environment: DATABASE_URL, or the embedded database of DATA_DIR. That one is started for as long if it does
 * not run. `mayBeNew`: DATA_DIR may have no database yet; `before` runs before one is made. `readsOnly`: the
 * owner's password is not needed. Throws CannotStart.
 */
export async function atInstallation<T>(
  work: (at: Installation) => Promise<T>,
  options: {
    mayBeNew?: boolean;
    readsOnly?: boolean;
    before?: (secretKey: string) => Promise<void>;
    env?: NodeJS.ProcessEnv;
  } = {},
): Promise<T> {
  const { env = process.env, mayBeNew = false } = options;
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, DATA_DIR, SECRET_KEY } = settings;
  const given = readSettings({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, DATA_DIR, SECRET_KEY }, env);
  const databaseUrl = given.DATABASE_URL;
  if (databaseUrl !== undefined) {
    const { SECRET_KEY: secretKey } = readSettings({ SECRET_KEY: SECRET_KEY.unwrap() }, env);
    const { ownerUrl, setting } = ownerAddress({ ...given, DATABASE_URL: databaseUrl });
    if (!options.readsOnly) await checkDatabase(ownerUrl, setting);
    else await checkDatabase(loginUrl(ownerUrl, 'audit', masterKey(secretKey)), setting, true);
    await options.before?.(secretKey);
    return work({ ownerUrl, secretKey, sealHome: { dataDir: given.DATA_DIR, databaseUrl } });
  }
  const dataDir = given.DATA_DIR;
  if (!mayBeNew && !existsSync(path.join(dataDir, 'postgres.password'))) {
    throw new UsageError(`${dataDir}: there is no database in this DATA_DIR; set DATA_DIR or DATABASE_URL.`);
  }
  const secretKey = given.SECRET_KEY ?? secretIn(dataDir);
  await options.before?.(secretKey);
  const sealHome = { dataDir, databaseUrl: null };
  const running = runningEmbedded(dataDir);
  if (running !== null && (await answers(running))) return work({ ownerUrl: running, secretKey, sealHome });
  const server = await startEmbedded({ dataDir: openDataDir(dataDir), log: (line) => console.error(line) });
  try {
    return await work({ ownerUrl: server.url, secretKey, sealHome });
  } finally {
    await server.stop();
  }
}

function secretIn(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new CannotStart(
    `${file} is missing: put the secret.key of the installation there (or set SECRET_KEY to its content), because nothing can be read without it.`,
  );
}

/** Whether a server is there: one that was killed leaves its note behind. */
const answers = (url: string): Promise<boolean> =>
  checkDatabase(url, 'DATA_DIR').then(
    () => true,
    () => false,
  );
