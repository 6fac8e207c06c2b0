import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CannotStart } from '../settings.ts';
import { projectFolder } from './supervise.ts';

const distFolder = path.join(projectFolder, 'web/dist');
const hashFile = path.join(distFolder, '.build-hash');

/** Whether web/dist was built from the sources as they are now; null, or the hash to build for. */
export function staleBuild(): string | null {
  const hash = createHash('sha256');
  for (const file of [...filesBelow('web'), ...filesBelow('events'), 'package-lock.json']) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(projectFolder, file)))
      .update('\0');
  }
  const now = hash.digest('hex');
  return existsSync(hashFile) && readFileSync(hashFile, 'utf8') === now ? null : now;
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(projectFolder, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules')
    .map((entry) => ({ name: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, isFolder }) => (isFolder ? filesBelow(name) : [name]));
}

/** Vite's own program, to be run by node. */
export function viteProgram(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
}

/** Builds web/dist with Vite; ended by `signal`. Throws CannotStart with what Vite complained about. */
export async function buildWeb(hash: string, signal: AbortSignal): Promise<void> {
  const vite = spawn(process.execPath, [viteProgram(), 'build', 'web', '--logLevel', 'warn'], {
    cwd: projectFolder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let complaint = '';
  vite.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = (complaint + chunk).slice(-4_000);
  });
  const code = await new Promise<number | null>((resolve) =>
    vite.on('close', resolve).on('error', () => resolve(null)),
  );
  if (code !== 0)
    throw new CannotStart(`the web app could not be built; npm run build shows more.\n${complaint.trim()}`);
  writeFileSync(hashFile, hash);
}
