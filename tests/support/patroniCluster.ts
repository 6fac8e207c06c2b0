import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { freePort } from './launched.ts';
import { until } from './person.ts';
import { accountOf, systemPostgresBin } from './systemPostgres.ts';

const PACKAGES = ['postgresql', 'patroni', 'etcd-server', 'haproxy'] as const;
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'];

const isThere = () => systemPostgresBin() !== null && PROGRAMS.every((program) => existsSync(program));

/** Why no cluster can be run here; null: it can. It installs what is missing where that is possible, and starts no service. */
export function clusterMissing(): string | null {
  if (!isThere() && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    const apt = (...args: string[]) => spawnSync('apt-get', args, { env });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', ...PACKAGES);
  }
  return isThere() ? null : `it needs apt-get install --no-install-recommends ${PACKAGES.join(' ')}`;
}

/** Which member of the cluster, with the address of its PostgreSQL. */
type Node = { name: string; port: number; rest: number; patroni: Daemon };
type Daemon = { process: ChildProcess; said(): string; ended: Promise<void> };

export type PatroniCluster = {
  /** The owner's address of a new database behind HAProxy, which leads to the primary. */
  url: string;
  versions: string;
  /** The address of a member itself. */
  urlOf(name: string): string;
  primary(): Promise<string>;
  /** The primary takes no standby from now on, so what it acknowledges is lost with it. */
  cutReplication(): Promise<void>;
  /** Kills a member and its PostgreSQL, as a machine dies that loses power. */
  kill(name: string): Promise<void>;
  /** Starts a killed member, and waits until it follows the primary. */
  rejoin(name: string): Promise<void>;
  stop(): Promise<void>;
};

const PASSWORD = 'standby';
const DATABASE = 'partner_pilot';
/** The least that Patroni takes; seconds. A loaded machine must not lose its leader by chance. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 };

/** Two members of Debian's PostgreSQL under Patroni with etcd, and HAProxy before them, in a temporary folder. */
export async function startPatroniCluster({ synchronous }: { synchronous: boolean }): Promise<PatroniCluster> {
  const bin = systemPostgresBin();
  if (bin === null) throw new Error('There is no PostgreSQL of the system.');
  const folder = mkdtempSync(path.join(tmpdir(), 'pp-patroni-'));
  // PostgreSQL refuses to run as root
  const account = process.getuid?.() === 0 ? accountOf('postgres') : null;
  const own = (file: string) => account && chownSync(file, account.uid, account.gid);
  own(folder);
  const running = new Set<Daemon>();

  function start(program: string, args: string[]): Daemon {
    const child = spawn(program, args, {
      ...(account ?? {}),
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder, ETCD_UNSUPPORTED_ARCH: process.arch },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = `${said}${text}`.slice(-20_000);
      });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const daemon = { process: child, said: () => said, ended };
    running.add(daemon);
    void ended.then(() => running.delete(daemon));
    return daemon;
  }

  const write = (name: string, content: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    own(file);
    return file;
  };

  const [etcd, etcdPeers, proxy] = [await freePort(), await freePort(), await freePort()];
  const here = (port: number) => `http://127.0.0.1:${port}`;
  start('/usr/bin/etcd', [
    ...['--name', 'etcd', '--data-dir', path.join(folder, 'etcd')],
    ...['--listen-client-urls', here(etcd), '--advertise-client-urls', here(etcd)],
    ...['--listen-peer-urls', here(etcdPeers), '--initial-advertise-peer-urls', here(etcdPeers)],
    ...['--initial-cluster', `etcd=${here(etcdPeers)}`],
  ]);

  const settings = (name: string, port: number, rest: number) => ({
    scope: 'pp',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: [`127.0.0.1:${etcd}`] },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: synchronous,
        // a standby that is far behind is promoted all the same: that is the loss to be looked at
        maximum_lag_on_failover: 1_000_000_000,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: path.join(folder, name),
      bin_dir: bin,
      pgpass: path.join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
      },
      // nothing in this folder survives the machine
      parameters: { unix_socket_directories: folder, fsync: 'off' },
      pg_hba: HBA,
    },
  });

  const nodes = new Map<string, Node>();
  const node = (name: string): Node => {
    const found = nodes.get(name);
    if (!found) throw new Error(`There is no member ${name}.`);
    return found;
  };
  const startNode = (name: string) => start('/usr/bin/patroni', [path.join(folder, `${name}.json`)]);
  const urlOf = (name: string, database = DATABASE) =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${node(name).port}/${database}`;

  type Member = { role: string; state: string; replication_state?: string };
  const member = async (name: string): Promise<Member | null> =>
    fetch(`${here(node(name).rest)}/patroni`, { signal: AbortSignal.timeout(2_000) })
      .then((answer) => answer.json() as Promise<Member>)
      .catch(() => null);
  /** Throws with Patroni's output, since nobody keeps the folder. */
  const waitFor = (name: string, suits: (found: Member | null) => boolean) =>
    until(() => member(name), suits, 90_000).catch((error: Error) => {
      throw new Error(`${error.message}\n${node(name).patroni.said()}`);
    });

  /** Whether the primary sends its log to a standby that has caught up. */
  async function follows(name: string): Promise<void> {
    await waitFor(name, (found) => found?.role === 'replica' && found.state === 'running');
    const sql = postgres(urlOf(await primary(), 'postgres'), { max: 1 });
    try {
      await until(
        async () => (await sql`select sync_state from pg_stat_replication where state = 'streaming'`)[0]?.sync_state,
        (state) => state === (synchronous ? 'sync' : 'async'),
        90_000,
      );
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  async function primary(): Promise<string> {
    const roles = await Promise.all([...nodes.keys()].map(async (name) => ({ name, ...(await member(name)) })));
    return roles.find(({ role, state }) => /^(master|primary)$/.test(role ?? '') && state === 'running')?.name ?? '';
  }

  for (const name of ['one', 'two']) {
    const [port, rest] = [await freePort(), await freePort()];
    mkdirSync(path.join(folder, name), { mode: 0o700 });
    own(path.join(folder, name));
    write(`${name}.json`, JSON.stringify(settings(name, port, rest)));
    nodes.set(name, { name, port, rest, patroni: startNode(name) });
    if (name === 'one') await waitFor(name, (found) => /^(master|primary)$/.test(found?.role ?? ''));
    else await follows(name);
  }

  const servers = [...nodes.values()].map(
    ({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`,
  );
  start('/usr/sbin/haproxy', ['-db', '-f', write('haproxy.cfg', proxySettings(proxy, servers))]);
  const throughProxy = (database: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${proxy}/${database}`;
  const admin = postgres(throughProxy('postgres'), { max: 1, onnotice: () => undefined });
  await until(
    () =>
      admin.unsafe(`create database ${DATABASE}`).then(
        () => true,
        () => false,
      ),
    Boolean,
  );
  await admin.end();

  return {
    url: throughProxy(DATABASE),
    versions: [
      ...[path.join(bin, 'postgres'), '/usr/bin/patroni', '/usr/bin/etcd'].map((program) => [program, '--version']),
      ['/usr/sbin/haproxy', '-v'],
    ]
      .map(([program = '', flag = '']) => spawnSync(program, [flag], { encoding: 'utf8' }).stdout.split('\n')[0])
      .join(', '),
    urlOf,
    primary,
    async cutReplication() {
      const name = await primary();
      write(path.join(name, 'pg_hba.conf'), ['host replication all all reject', ...HBA, ''].join('\n'));
      const sql = postgres(urlOf(name), { max: 1 });
      await sql`select pg_reload_conf()`;
      await until(
        () => sql`select pg_terminate_backend(pid) from pg_stat_replication`,
        ({ length }) => length === 0,
      );
      await sql.end();
    },
    async kill(name) {
      const { patroni } = node(name);
      const server = Number(readFileSync(path.join(folder, name, 'postmaster.pid'), 'utf8').split('\n')[0]);
      patroni.process.kill('SIGKILL');
      for (const pid of [...childrenOf(server), server]) killNow(pid);
      await patroni.ended;
    },
    async rejoin(name) {
      node(name).patroni = startNode(name);
      await follows(name);
    },
    async stop() {
      for (const { process: child } of running) child.kill('SIGTERM');
      await Promise.all([...running].map(({ ended }) => ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const HBA = [
  'local all all trust',
  'host replication replicator 127.0.0.1/32 scram-sha-256',
  'host all all 127.0.0.1/32 scram-sha-256',
];

/** As db/OPERATIONS.md says: connections to a server that is no primary are closed. */
const proxySettings = (port: number, servers: readonly string[]): string => `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc').flatMap((entry) => {
    const parent = /^\d+$/.test(entry) && readParent(entry);
    return parent === pid ? [Number(entry)] : [];
  });

function readParent(pid: string): number | null {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
