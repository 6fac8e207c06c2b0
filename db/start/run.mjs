/** `node db/start/run.mjs PROGRAM.ts …`: runs a program of the server as built JavaScript, from its source where nothing can be written. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPrograms } from './build.mjs';

const program = process.argv[2] ?? '';
const project = path.resolve(import.meta.dirname, '../..');
process.argv.splice(1, 2, path.resolve(project, program));
const folder = await buildPrograms().catch((error) => {
  if (!['EACCES', 'EROFS', 'EPERM'].includes(error?.code)) throw error;
  return null;
});
if (folder === null) (await import('tsx/esm/api')).register();
const file = folder === null ? path.resolve(project, program) : path.join(folder, program.replace(/\.ts$/, '.js'));
process.setSourceMapsEnabled(true);
await import(pathToFileURL(file).href);
