import { spawnSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { audit } from '../support/audit.ts';

test.each([
  [['tidy'], /^Unknown command 'tidy'\n[\s\S]*^ {2}reconcile /m],
  [['freez'], /^Unknown command 'freez'\n\(Did you mean freeze\?\)/],
  [['verify', '--quik'], /^Unknown option '--quik'\n\(Did you mean --quick\?\)\n\nUsage: npm run audit -- verify /],
  [['export', '--tenant', 'x'], /^Required option '--out <file>' not specified\n\nUsage: npm run audit -- export /],
  [['verify', '--against'], /^Option '--against <file>' argument missing\n/],
  [['erase', 'ada@north.example', 'x'], /^<what> must be one of: partner, address, tenant, file\.\n(?![\s\S]*ada@)/],
  [['export', '--tenant', 'x', '--out', ''], /^--out needs the name of a file\.\n$/],
  [['explain', 'message'], /^Missing required argument 'id'\n/],
  [['seal', 'now'], /^Too many arguments for 'seal'/],
])('%j is refused, with how it is called', async (words, said) => {
  expect(await audit(...words)).toEqual({ code: 2, out: '', said: expect.stringMatching(said) });
});

test.each([
  [['--help'], /^Usage: npm run audit -- [\s\S]*^ {2}status /m],
  [['verify', '--help'], /^Usage: npm run audit -- verify [\s\S]*^ {2}--quick +leave out the rows/m],
])('%j prints its help, and is well', async (words, out) => {
  expect(await audit(...words)).toEqual({ code: 0, out: expect.stringMatching(out), said: '' });
});

test.each([
  [['verify', '--quik', '--json'], "Unknown option '--quik'"],
  [['export', '--tenant', 'x', '--out', '', '--json'], '--out needs the name of a file.'],
])('with --json %j answers one document that names the failure', async (words, message) => {
  const { code, out } = await audit(...words);
  expect([code, JSON.parse(out)]).toEqual([2, { error: { code: 'usage', message: expect.stringContaining(message) } }]);
});

test.each([
  ['postgres://me:x@127.0.0.1:1/db', 3, 'unavailable'],
  ['http://db', 2, 'setting'],
])('a database at %s is told from a record that is wrong', async (DATABASE_URL, exit, failure) => {
  vi.stubEnv('DATABASE_URL', DATABASE_URL);
  vi.stubEnv('SECRET_KEY', 'x'.repeat(32));
  const { code, out } = await audit('status', '--json');
  vi.unstubAllEnvs();
  expect([code, JSON.parse(out)]).toMatchObject([exit, { error: { code: failure } }]);
});

test('the vault’s one command is also a word of its own', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['db/start/partner-pilot.mjs', 'vault', ...args], { encoding: 'utf8' });
  expect(run('rotate', '--help').stdout).toContain('Rotates SECRET_KEY');
  expect(run('verify')).toMatchObject({ status: 2, stderr: 'Usage: partner-pilot vault rotate\n' });
}, 60_000);
