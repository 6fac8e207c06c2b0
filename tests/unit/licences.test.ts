import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = { dev?: boolean; license?: string; integrity?: string; inBundle?: boolean };

/** Licences (SPDX) that ask for no more than their text beside the program, or bind changed files alone (MPL). */
const TAKEN = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense', 'BlueOak-1.0.0'],
  ...['Python-2.0', '(MIT OR EUPL-1.1+)', 'MPL-2.0'],
]);

test('each package of a release has a licence that we take, and a hash', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  expect(shipped.length).toBeGreaterThan(100);
  for (const [path, { license, integrity, inBundle }] of shipped) {
    expect(TAKEN.has(license ?? ''), `${path}: ${license}`).toBe(true);
    expect(integrity !== undefined || inBundle === true, path).toBe(true);
  }
});
