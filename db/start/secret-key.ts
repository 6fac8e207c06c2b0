import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../installation/settings.ts';

/**
 * The SECRET_KEY of an embedded installation: made once, kept in `<dataDir>/secret.key`, readable by us alone.
 * Throws CannotStart when it is gone but a database that was made with it is there.
 */
export function ensureSecretKey(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (existsSync(path.join(dataDir, 'postgres.password'))) {
    throw new CannotStart(
      `${file} is missing, and the database beside it cannot be read without it; bring the file back from a backup (or set SECRET_KEY to its content), or set another DATA_DIR.`,
    );
  }
  const key = randomBytes(32).toString('base64');
  writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return key;
}
