import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The account that PostgreSQL runs as; null is our own. PostgreSQL refuses to run as root. */
export type RunAs = { uid: number; gid: number; name: string } | null;

/** The account that runs PostgreSQL. Only root has a choice: the owner of an existing cluster, else `postgres` (made if possible), else `nobody`. */
export function chooseAccount(existingCluster: string | null): RunAs {
  if (process.getuid?.() !== 0) return null;
  const owner = existingCluster === null ? null : statSync(existingCluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: nameOf(owner.uid) };
  return findAccount('postgres') ?? makeAccount('postgres') ?? findAccount('nobody') ?? unlisted;
}

const unlisted = { uid: 65_534, gid: 65_534, name: 'nobody' };

function accounts(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function findAccount(name: string): RunAs {
  return accounts().find((account) => account.name === name) ?? null;
}

function makeAccount(name: string): RunAs {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  return findAccount(name);
}

function nameOf(uid: number): string {
  return accounts().find((account) => account.uid === uid)?.name ?? `the user ${uid}`;
}

/** Whether that account really has access (`r`, `w` or `x`). The system answers, so that ACLs count too. */
export function canAccess(account: RunAs, right: 'r' | 'w' | 'x', path: string): boolean {
  const owner = account === null ? {} : { uid: account.uid, gid: account.gid };
  return spawnSync('/bin/sh', ['-c', `test -${right} "$1"`, 'sh', path], { ...owner, cwd: '/' }).status === 0;
}
