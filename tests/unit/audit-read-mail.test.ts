import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { audit } from '../support/audit.ts';

const fixture = (name: string) => new URL(`../fixtures/mail/${name}`, import.meta.url).pathname;
const folder = mkdtempSync(path.join(tmpdir(), 'read-mail-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a line of JSON for each mail, and one that cannot be read is named', async () => {
  const mail = fixture('wish-missed-009-en-remove-me.eml');
  const text = path.join(folder, 'copied.txt');
  writeFileSync(text, 'Sounds great!\n\n> Hello\n> From: Sam Vale');
  const ours = ['--ours', '<c1.p1.1.1@shop.example>=mara@studio.example', '--at', '2026-11-28T09:00:00Z'];
  const { code, out, said } = await audit('read-mail', mail, text, path.join(folder, 'none.eml'), ...ours, '--json');
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      ...{ file: mail, matched: 'by id', names: '<c1.p1.1.1@shop.example>', report: null, verdict: null, rule: null },
      ...{ automatic: false, backOn: null, unsubscribe: expect.anything(), newPart: expect.any(String), notes: [] },
    },
    expect.objectContaining({ file: text, matched: null, names: null, newPart: 'Sounds great!' }),
  ]);
  expect([code, said]).toEqual([3, expect.stringContaining('none.eml cannot be read (ENOENT). Check')]);
});

test.each([
  ['--ours', 'ada', 'Write MESSAGE-ID=ADDRESS.'],
  ['--at', 'today', 'Write a time like'],
])('%s %s is refused with what to write', async (option, value, words) => {
  const { code, said } = await audit('read-mail', fixture('index.json'), option, value);
  expect([code, said]).toEqual([2, expect.stringContaining(words)]);
});
