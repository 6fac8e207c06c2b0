import { readFileSync } from 'node:fs';

/** The rows of an NDJSON file of sample data, one JSON value a line. */
export const readRows = <T>(file: URL): T[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
