#!/usr/bin/env node
/** `partner-pilot WORD …`: runs a program of the server from dist/, in this process. What is not of the present sources is built first. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, isFresh, SERVER, WEB } from './build.mjs';

/** @type {Readonly<Record<string, string>>} */
const PROGRAMS = {
  start: 'db/start/main.ts',
  api: 'api/main.ts',
  worker: 'worker/main.ts',
  sandbox: 'worker/sandbox/main.ts',
  migrate: 'db/audit/main.ts',
  backup: 'db/audit/main.ts',
  restore: 'db/audit/main.ts',
  drill: 'db/audit/main.ts',
  audit: 'db/audit/main.ts',
  vault: 'db/audit/main.ts',
  'check-providers': 'worker/checkProviders/main.ts',
};

/** @param {string} code @param {string} message @param {number} exitCode @returns {never} */
function fail(code, message, exitCode) {
  console.error(message);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: { code, message } }));
  process.exit(exitCode);
}

const project = path.resolve(import.meta.dirname, '../..');
const word = process.argv[2] ?? '';
const program = PROGRAMS[word];
if (!program) fail('usage', `Usage: partner-pilot ${Object.keys(PROGRAMS).join('|')}`, word === '--help' ? 0 : 2);
if (word === 'vault') {
  if (process.argv[3] !== 'rotate') fail('usage', 'Usage: partner-pilot vault rotate', 2);
  process.argv[2] = 'audit';
}
const isStart = word === 'start';
for (const what of isStart ? [SERVER, WEB] : [SERVER]) {
  if (isFresh(what)) continue;
  // scripts read what the other programs print
  if (isStart) console.log(`Building ${what === WEB ? 'the web app' : 'the server'}…`);
  try {
    build(what);
  } catch (error) {
    const { code, path: place, message } = /** @type {NodeJS.ErrnoException} */ (error);
    const reason = place ? `${code} at ${place}: run it as the user who may write the project.` : message;
    fail(
      'unavailable',
      `Partner Pilot cannot start: its build is missing or old, and a new one failed. Run: npm ci --include=dev && npm run build\n${reason}`,
      3,
    );
  }
}
process.argv[1] = path.join(project, program);
// only the operator's commands are several in one program
if (program !== PROGRAMS.audit) process.argv.splice(2, 1);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(path.join(project, 'dist', program.replaceAll('/', '-').replace(/\.ts$/, '.js'))).href);
