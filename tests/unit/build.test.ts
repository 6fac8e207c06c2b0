import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build, isFresh } from '../../db/start/build.mjs';

const project = path.resolve(import.meta.dirname, '../..');
const rooms = {
  small: mkdtempSync(path.join(tmpdir(), 'pp-build-')),
  server: mkdtempSync(path.join(tmpdir(), 'pp-build-')),
};
const small = { root: rooms.small, folder: path.join(rooms.small, 'dist'), sources: [rooms.small] };
/** In the project, because built programs load packages from there. */
const server = { root: rooms.server, folder: `dist.test-${process.pid}`, sources: [] };
const write = (text: string) => writeFileSync(path.join(rooms.small, 'main.ts'), text);
const built = () => readFileSync(path.join(small.folder, 'main.mjs'), 'utf8');

beforeAll(() => {
  writeFileSync(path.join(rooms.small, 'vite.config.mjs'), `export default { build: { ssr: 'main.ts' } };`);
  write('export const made: number = 1;');
  build(small);
}, 120_000);
afterAll(() => {
  for (const folder of [...Object.values(rooms), server.folder]) rmSync(folder, { recursive: true, force: true });
});

test('a build may be read by every account: an operator may not be who started the installation', () => {
  expect((statSync(small.folder).mode & 0o777).toString(8)).toBe('755');
  expect(statSync(path.join(small.folder, 'main.mjs')).mode & 0o044).toBe(0o044);
});

test('a build is fresh until a source changes, and a failed build leaves the last one', () => {
  expect(isFresh(small)).toBe(true);
  write('export const made: number = 2;');
  expect(isFresh(small)).toBe(false);
  build(small);
  expect([isFresh(small), built()]).toEqual([true, expect.stringContaining('made = 2')]);
  write('export const made: number =;');
  expect(() => build(small)).toThrow(/main\.ts/);
  expect([isFresh(small), built()]).toEqual([false, expect.stringContaining('made = 2')]);
  expect(readdirSync(rooms.small).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
}, 120_000);

describe('a program of the server', () => {
  beforeAll(() => {
    const config = path.join(project, 'db/start/vite.config.ts');
    writeFileSync(
      path.join(rooms.server, 'vite.config.ts'),
      `import { serverBuild } from ${JSON.stringify(config)};
      export default serverBuild(['api/signIn/easyToGuess.ts', 'db/receive/readRawMail.ts']);`,
    );
    build(server);
  }, 120_000);
  const load = (name: string) => import(pathToFileURL(path.resolve(server.folder, name)).href);

  test('loads what it needs only now and then', async () => {
    const { easyToGuess } = (await load(
      'api-signIn-easyToGuess.js',
    )) as typeof import('../../api/signIn/easyToGuess.ts');
    expect(await easyToGuess('password1', { email: 'a@shop.example', firstName: 'A', lastName: 'B' })).not.toBeNull();
  });

  test('runs its threads from the build too', async () => {
    const { readRawMail } = (await load(
      'db-receive-readRawMail.js',
    )) as typeof import('../../db/receive/readRawMail.ts');
    const mail = await readRawMail(Buffer.from('From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>Yes</p>'));
    expect(mail).toMatchObject({ from: 'a@b.example', text: 'Yes', html: '<p>Yes</p>', unparsed: false });
  });
});
