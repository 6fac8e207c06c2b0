import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where this program was built to (db/start/build.mjs); a program that runs from its sources has none. */
declare const BUILT_FOLDER: string | undefined;
const folder = typeof BUILT_FOLDER === 'undefined' ? null : BUILT_FOLDER;
const project = path.resolve(import.meta.dirname, '..');

/** The built JavaScript of a program of this project, by its source; null in a process that runs from the sources, and for what is not built. */
export function builtOf(source: string): string | null {
  const file = folder && path.join(folder, path.relative(project, source).replace(/\.ts$/, '.js'));
  return file && existsSync(file) ? file : null;
}

/** What follows `node` to run a program of this project in a process of its own. */
export function nodeArgs(source: string): string[] {
  const built = builtOf(source);
  return built ? ['--enable-source-maps', built] : ['--import', import.meta.resolve('tsx'), source];
}

/** A module of this project for a thread to import: the thread does not inherit what lets Node read TypeScript. */
export function importable(source: URL): { url: string; needsTsx: boolean } {
  const built = builtOf(fileURLToPath(source));
  return built ? { url: pathToFileURL(built).href, needsTsx: false } : { url: source.href, needsTsx: true };
}
