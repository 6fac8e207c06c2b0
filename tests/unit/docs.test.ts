import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ownCommands } from '../../db/audit/auditCommands.ts';
import { npmCommands } from '../docs/npmCommands.ts';
import { proofsPage, securityPage } from '../docs/proofsPage.ts';
import { settingsPage } from '../docs/settingsPage.ts';

test('SETTINGS.md shows the settings and commands of the code', () => {
  expect(readFileSync('SETTINGS.md', 'utf8'), 'SETTINGS.md is stale. Run: npm run docs').toBe(settingsPage);
});

test('PROOFS.md shows the table of the proofs', () => {
  expect(readFileSync('tests/PROOFS.md', 'utf8'), 'tests/PROOFS.md is stale. Run: npm run docs').toBe(proofsPage);
});

test('SECURITY.md shows what is not proven', () => {
  const text = readFileSync('SECURITY.md', 'utf8');
  expect(text).toContain('## What verify does not prove');
  expect(text, 'SECURITY.md is stale. Run: npm run docs').toBe(securityPage(text));
});

test('every script of package.json is described', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect([...Object.keys(npmCommands), ...ownCommands.map((make) => make().command.name()), 'audit'].sort()).toEqual(
    Object.keys(scripts).sort(),
  );
});

test('every link between documents leads to a file', () => {
  const inRooms = ['web', 'api', 'worker', 'events', 'db', 'tests'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => path.join(room, file)),
  );
  const documents = [...readdirSync('.'), ...inRooms].filter((file) => file.endsWith('.md'));
  const broken = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, link = '']) => path.join(path.dirname(document), link))
      .filter((target) => !existsSync(target))
      .map((target) => `${document} → ${target}`),
  );
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'db/README.md']));
  expect(broken).toEqual([]);
});
