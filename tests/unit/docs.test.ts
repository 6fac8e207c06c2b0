import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { npmCommands } from '../docs/npmCommands.ts';
import { settingsPage } from '../docs/settingsPage.ts';

test('SETTINGS.md shows the settings and commands of the code', () => {
  expect(readFileSync('SETTINGS.md', 'utf8'), 'SETTINGS.md is stale. Run: npm run docs').toBe(settingsPage);
});

test('every script of package.json is described', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect([...Object.keys(npmCommands), 'audit'].sort()).toEqual(Object.keys(scripts).sort());
});
