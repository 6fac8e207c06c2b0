import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../installation/settings.ts';
import { canAccess, chooseAccount, type RunAs } from './run-as.ts';

/** Where the cluster lives and who runs it. */
export type EmbeddedLocation = { cluster: string; account: RunAs };

const shelters = ['/var/lib/partner-pilot', '/var/tmp/partner-pilot'];

/**
 * The folder of the cluster: `<dataDir>/postgres`. If we are root and PostgreSQL's account cannot enter a parent of it, a folder in an open shelter.
 * That choice is written to `<dataDir>/postgres.location`, so that the next start finds it, and said in one line by `log`.
 */
export function choosePlace(dataDir: string, log: (line: string) => void): EmbeddedLocation {
  const note = path.join(dataDir, 'postgres.location');
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : null;
  const cluster = noted ?? path.join(dataDir, 'postgres');
  const account = chooseAccount(cluster);
  if (noted === null) letPass(dataDir, account);
  if (canAccess(account, 'x', path.dirname(cluster))) return { cluster, account };
  if (existsSync(cluster) || account === null) {
    throw new CannotStart(
      `${cluster}: ${account?.name ?? 'this user'} may not enter the folder that holds the database; open its parent folders, or set another DATA_DIR.`,
    );
  }
  const elsewhere = path.join(openShelter(account), randomUUID().slice(0, 8), 'postgres');
  mkdirSync(path.dirname(elsewhere), { mode: 0o755 });
  chmodSync(path.dirname(elsewhere), 0o755);
  writeFileSync(note, `${elsewhere}\n`, { mode: 0o600 });
  log(`The user ${account.name}, who runs PostgreSQL, may not enter ${dataDir}; the database is kept in ${elsewhere}.`);
  return { cluster: elsewhere, account };
}

/** Root's DATA_DIR lets the account through to its cluster, and nobody else. */
function letPass(dataDir: string, account: RunAs): void {
  const { uid, mode } = statSync(dataDir);
  if (account === null || uid !== 0 || (mode & 0o001) !== 0) return;
  chownSync(dataDir, uid, account.gid);
  chmodSync(dataDir, (mode & 0o777) | 0o010);
}

/** A folder outside all homes that this account may enter. Throws CannotStart when the system offers none. */
export function openShelter(account: RunAs): string {
  for (const shelter of shelters) {
    try {
      mkdirSync(shelter, { recursive: true });
      if (statSync(shelter).uid !== 0) continue;
      chmodSync(shelter, 0o755);
      if (canAccess(account, 'x', shelter)) return shelter;
    } catch {}
  }
  throw new CannotStart(
    `no folder is open to ${account?.name}, who must run PostgreSQL as root may not; start as another user, or set DATA_DIR to a folder outside closed homes.`,
  );
}
