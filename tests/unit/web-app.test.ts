import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '../../api/context.ts';
import { webApp } from '../../api/http/webApp.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'web-app-'));
const app = webApp({ webFolder: folder, publicUrl: 'http://localhost' } as Deps);
const get = (where: string, headers: Record<string, string> = {}) => app.request(where, { headers });

beforeAll(() => {
  mkdirSync(path.join(folder, '.vite'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html lang="en"><body>the app</body></html>');
  writeFileSync(path.join(folder, '.vite', 'manifest.json'), '{"secret":1}');
  writeFileSync(path.join(folder, 'assets', 'a.js'), 'let a;');
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['/.vite/manifest.json', '/%2evite/manifest.json', '/%252evite/manifest.json', '/.env', '/assets/.hidden'])(
  '%s is never served',
  async (where) => {
    const answer = await get(where);
    expect(await answer.text()).not.toContain('secret');
    if (!where.includes('%25')) expect(answer.status).toBe(404);
  },
);

test('files with hashed names and screens are served', async () => {
  expect(await (await get('/assets/a.js')).text()).toBe('let a;');
  expect(await (await get('/discovery')).text()).toContain('the app');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
])('a browser that takes %s gets what the build compressed', async (taken, encoding) => {
  writeFileSync(path.join(folder, 'assets', `b.js.${encoding === 'br' ? 'br' : 'gz'}`), encoding);
  writeFileSync(path.join(folder, 'assets', 'b.js'), 'let b;');
  const answer = await get('/assets/b.js', { 'Accept-Encoding': taken });
  expect(answer.headers.get('Content-Encoding')).toBe(encoding);
  expect(answer.headers.get('Content-Type')).toMatch(/javascript/);
  expect(await answer.text()).toBe(encoding);
});

test('robots may read the front page and its files, and nothing else', async () => {
  const answer = await get('/robots.txt');
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toBe('User-agent: *\nDisallow: /\nAllow: /$\nAllow: /assets/\n');
  expect((await webApp({ webFolder: null } as Deps).request('/robots.txt')).status).toBe(200);
});

describe('a browser without a session', () => {
  const marked = async (cookie?: string) => {
    const answer = await get('/', cookie ? { Cookie: cookie } : {});
    return [/<html data-signed-out lang="en">/.test(await answer.text()), answer.headers.get('Cache-Control')];
  };

  test('is told so in the page, which is not kept; one with a session is not', async () => {
    expect(await marked()).toEqual([true, 'no-store']);
    expect(await marked('theme=dark')).toEqual([true, 'no-store']);
    expect(await marked('session=abc')).toEqual([false, 'no-cache']);
  });
});
