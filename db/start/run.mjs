/** `node db/start/run.mjs PROGRAM.ts …`: runs a program of the server from dist/. What is not of the present sources is built first. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, isFresh, SERVER, WEB } from './build.mjs';

const project = path.resolve(import.meta.dirname, '../..');
const program = process.argv[2] ?? '';
const isStart = program === 'db/start/main.ts';
for (const what of isStart ? [SERVER, WEB] : [SERVER]) {
  if (isFresh(what)) continue;
  // scripts read what the other programs print
  if (isStart) console.log(`Building ${what === WEB ? 'the web app' : 'the server'}…`);
  try {
    build(what);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    console.error(
      `Partner Pilot cannot start: its build is missing or old, and a new one failed. Run: npm ci --include=dev && npm run build\n${reason}`,
    );
    process.exit(1);
  }
}
process.argv.splice(1, 2, path.join(project, program));
process.setSourceMapsEnabled(true);
await import(pathToFileURL(path.join(project, 'dist', program.replaceAll('/', '-').replace(/\.ts$/, '.js'))).href);
