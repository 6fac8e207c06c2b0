import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Failure } from '../installation/settings.ts';
import type { Output } from '../process/command.ts';

/** Reads files one by one and prints a line each. A file that cannot be opened is named, and the others go on (exit code 3). */
export async function fileLines(
  files: readonly string[],
  json: boolean,
  { print, say }: Output,
  read: (bytes: Buffer) => { line: object; words: readonly string[] },
): Promise<boolean | Failure> {
  let isWell = true;
  for (const file of files) {
    const bytes = await readFile(file).catch(() => null);
    const name = path.basename(file);
    if (bytes === null) {
      isWell = false;
      say(`${file} cannot be opened.`);
      if (json) print(JSON.stringify({ file: name, refused: 'no_file' }));
      continue;
    }
    const { line, words } = read(bytes);
    if (json) print(JSON.stringify({ file: name, ...line }));
    else for (const text of [`${name}:`, ...words.map((word) => `  ${word}`)]) print(text);
  }
  return isWell || 'unavailable';
}
