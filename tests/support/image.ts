import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const IMAGE = 'localhost/partner-pilot:test';
const NODE = 'localhost/partner-pilot-node:test';
/** A machine that is a container itself may set no higher limits. */
const LIMITS = ['--ulimit', 'nofile=10000:10000', '--ulimit', 'nproc=10000:10000', '--network', 'host'];
const RUN = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
const BUILD = ['build', '-q', '--isolation', 'chroot', '--format', 'docker', ...LIMITS];

const call = (command: string, args: string[]): SpawnSyncReturns<string> =>
  spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e8 });

function ok(command: string, args: string[]): string {
  const { status, stdout, stderr } = call(command, args);
  expect(status, `${command} ${args.join(' ')}: ${stderr}`).toBe(0);
  return stdout.trim();
}

const has = (command: string): boolean => call('which', [command]).status === 0;

/** Why no image can be built here; null: it can. It installs what is missing where that is possible. */
export function imagesMissing(): string | null {
  if (process.getuid?.() !== 0) return 'images are built as root here';
  if (!['podman', 'mmdebstrap', 'runc'].every(has)) {
    call('apt-get', ['update', '-qq']);
    call('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'podman', 'mmdebstrap', 'runc', 'crun']);
  }
  return ['podman', 'mmdebstrap', 'runc'].every(has) ? null : 'podman, mmdebstrap or runc is not installed';
}

/** Stands in for the official image of Node, which no registry has here: Debian, with the Node, npm and certificates of this machine. */
function buildNode(folder: string): void {
  const rootfs = path.join(folder, 'rootfs.tar');
  ok('mmdebstrap', ['-q', '--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', rootfs]);
  const base = ok('podman', ['import', '-q', rootfs]);
  rmSync(rootfs);
  copyFileSync(process.execPath, path.join(folder, 'node'));
  const npm = path.dirname(path.dirname(realpathSync(ok('which', ['npm']))));
  cpSync(npm, path.join(folder, 'npm'), { recursive: true });
  const config = ok('npm', ['config', 'get', 'globalconfig']);
  if (existsSync(config)) copyFileSync(config, path.join(folder, 'npmrc'));
  else writeFileSync(path.join(folder, 'npmrc'), '');
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', path.join(folder, 'certificates'));
  writeFileSync(
    path.join(folder, 'Containerfile'),
    `FROM ${base}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc /usr/local/etc/npmrc
COPY certificates /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm`,
  );
  ok('podman', [...BUILD, '-t', NODE, folder]);
}

const sizeOf = (image: string): number => Number(ok('podman', ['image', 'inspect', '--format', '{{.Size}}', image]));

/** Builds the image of the project by its Dockerfile. Answers its size and that of the image that it builds upon, in bytes. */
export function buildImage(): { size: number; node: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'pp-image-'));
  try {
    buildNode(folder);
    ok('podman', [...BUILD, '--build-arg', `NODE_IMAGE=${NODE}`, '-t', IMAGE, project]);
    return { size: sizeOf(IMAGE), node: sizeOf(NODE) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function removeImages(): void {
  call('podman', ['rmi', '-f', IMAGE, NODE]);
  call('podman', ['image', 'prune', '-f']);
}

type Settings = Record<string, string>;

const runArgs = (name: string, settings: Settings, program: string[]): string[] => [
  ...[...RUN, 'run', '--rm', '--name', name, '--log-driver', 'none', ...LIMITS],
  ...Object.entries(settings).flatMap(([key, value]) => ['-e', `${key}=${value}`]),
  ...[IMAGE, ...program],
];

/** Runs a program in a container to its end, and answers what it printed. */
export const runInImage = (name: string, settings: Settings, program: string[]): string =>
  ok('podman', runArgs(name, settings, program));

export type Container = { healthy(): boolean; user(): string; stop(): void };

export function startContainer(name: string, settings: Settings, program: string[]): Container {
  spawn('podman', runArgs(name, settings, program), { stdio: 'ignore' });
  return {
    healthy: () => call('podman', ['healthcheck', 'run', name]).status === 0,
    user: () => ok('podman', [...RUN, 'exec', name, 'id', '-un']),
    stop: () => void call('podman', ['stop', '-t', '30', name]),
  };
}
