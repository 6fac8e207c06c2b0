import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPrograms } from '../../db/start/build.mjs';

const PROGRAM = 'db/migrate/main.ts';
let folder: string;
beforeAll(async () => {
  folder = await buildPrograms([PROGRAM]);
  rmSync(folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a build may be read by every account: an operator may not be who started the installation', async () => {
  await buildPrograms([PROGRAM]);
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('755');
  expect(statSync(path.join(folder, 'db/migrate/main.js')).mode & 0o044).toBe(0o044);
});

test('of sources that did not change it is made once', async () => {
  const made = statSync(await buildPrograms([PROGRAM])).mtimeMs;
  expect(statSync(await buildPrograms([PROGRAM])).mtimeMs).toBe(made);
});

test('what a program loads only when it is needed can be loaded from a build too', async () => {
  const late = await buildPrograms(['api/easyToGuess.ts']);
  try {
    const built = (await import(
      pathToFileURL(path.join(late, 'api/easyToGuess.js')).href
    )) as typeof import('../../api/easyToGuess.ts');
    expect(
      await built.easyToGuess('password1', { email: 'a@shop.example', firstName: 'A', lastName: 'B' }),
    ).not.toBeNull();
  } finally {
    rmSync(late, { recursive: true, force: true });
  }
});

test('a thread of a built program runs from the build too', async () => {
  const threads = await buildPrograms(['db/receive/mailThread.ts', 'db/receive/readRawMail.ts']);
  try {
    const built = (await import(
      pathToFileURL(path.join(threads, 'db/receive/readRawMail.js')).href
    )) as typeof import('../../db/receive/readRawMail.ts');
    const mail = await built.readRawMail(Buffer.from('From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>Yes</p>'));
    expect(mail).toMatchObject({ from: 'a@b.example', text: 'Yes', html: '<p>Yes</p>', unparsed: false });
  } finally {
    rmSync(threads, { recursive: true, force: true });
  }
});
