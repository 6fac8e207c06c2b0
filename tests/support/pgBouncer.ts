import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './launched.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** It refuses to run as root; on Debian this account has no rights. */
const NOBODY = 65_534;

export const hasPgBouncer = existsSync(PROGRAM);

export type PgBouncer = { url: string; stop(): Promise<void> };

/** PgBouncer in transaction mode before the server of `url`, set up as OPERATIONS says. `asOwner`: whoever asks is the owner for the server. */
export async function startPgBouncer(url: string, { asOwner = false } = {}): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = mkdtempSync(path.join(tmpdir(), 'pp-pooler-'));
  const listen = await freePort();
  const users = path.join(folder, 'users.txt');
  const config = path.join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port} ${asOwner ? `user=${username} password=${password}` : `auth_user=${username}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = ${asOwner ? 'any' : 'scram-sha-256'}
auth_file = ${users}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
`,
  );
  for (const readable of [folder, users, config]) chmodSync(readable, 0o755);
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(PROGRAM, [config], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await listening(listen, child, () => said);
  const address = new URL(url);
  address.port = String(listen);
  return {
    url: Object.assign(address, { pathname }).toString(),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    const answers = await new Promise<boolean>((resolve) => {
      const probe = net.connect(port, '127.0.0.1', () => resolve(true));
      probe.once('error', () => resolve(false));
      probe.once('connect', () => probe.destroy());
    });
    if (answers) return;
    if (child.exitCode !== null) break;
    await wait(50);
  }
  throw new Error(`PgBouncer did not start:\n${said()}`);
}
