import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const project = path.resolve(import.meta.dirname, '../..');
/** This file itself: a file of dist/ in a built program (db/start/vite.config.ts). */
const here = import.meta.filename;
const isBuilt = here.endsWith('.js');

function builtOf(source: string): string {
  const name = path.relative(project, source).replaceAll(path.sep, '-').replace(/\.ts$/, '.js');
  return path.join(path.dirname(here), name);
}

/** The arguments of `node` that run a program of this project. */
export function nodeArgs(source: string): string[] {
  return isBuilt ? ['--enable-source-maps', builtOf(source)] : ['--import', import.meta.resolve('tsx'), source];
}

/** A module of this project for a thread to import: the thread does not inherit what lets Node read TypeScript. */
export function importable(source: URL): { url: string; needsTsx: boolean } {
  return isBuilt
    ? { url: pathToFileURL(builtOf(fileURLToPath(source))).href, needsTsx: false }
    : { url: source.href, needsTsx: true };
}
