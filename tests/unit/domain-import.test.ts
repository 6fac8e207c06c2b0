import { describe, expect, test } from 'vitest';
import {
  type ImportEvent,
  type ImportState,
  partnerImport,
  receiveImportPart,
  recordAddedRows,
  recordCheckedRows,
  stopImport,
} from '../../events/partners/partnerImport.ts';
import { importRequest } from '../../events/partners/partnersInput.ts';
import { readImportRow } from '../../events/partners/readImportRow.ts';
import { IMPORT_LIMIT } from '../../events/shared/options.ts';

const following = (state: ImportState, events: readonly ImportEvent[]): ImportState =>
  events.reduce((now, event) => partnerImport.evolve(now, { ...event, at: '', actor: 'user:u' }), state);
const part = (importId: string, number: number, parts = 2) => ({
  ...{ importId, part: number, parts, rows: 3, characters: 60, allOrNothing: false },
});
const take = (state: ImportState, ...given: Parameters<typeof part>) =>
  following(state, receiveImportPart(state, part(...given)));
const running = take(take(partnerImport.initial, 'a', 2), 'a', 1);

describe('the parts of an import', () => {
  test('come in any order, each once, and the last one starts it', () => {
    const half = take(partnerImport.initial, 'a', 2);
    expect(half).toMatchObject({ status: 'receiving', rows: 3 });
    expect(receiveImportPart(half, part('a', 2))).toEqual([]);
    expect(running).toMatchObject({ status: 'running', rows: 6, characters: 120 });
    expect(receiveImportPart(running, part('a', 1))).toEqual([]);
  });

  test('of another import wait for one that runs, and replace one whose parts are missing', () => {
    expect(() => receiveImportPart(running, part('b', 1))).toThrow('A list is being imported.');
    const replaced = take(take(partnerImport.initial, 'a', 1), 'b', 1);
    expect(replaced).toMatchObject({ importId: 'b', received: [1], rows: 3 });
    expect(() => receiveImportPart(replaced, part('a', 2))).toThrow(
      'Another import started before this list was complete.',
    );
  });

  test('have one limit together, and agree with each other', () => {
    const half = take(partnerImport.initial, 'a', 1);
    const more = (change: object) => () => receiveImportPart(half, { ...part('a', 2), ...change });
    expect(more({ rows: IMPORT_LIMIT.rows })).toThrow('5000 rows');
    expect(more({ characters: IMPORT_LIMIT.bytes })).toThrow('5000000 characters');
    expect(more({ allOrNothing: true })).toThrow('must name the same');
  });
});

describe('the rows of an import', () => {
  const wrong = [{ line: 4, problems: ['name_missing' as const] }];

  test('are checked once, and counted up to the last person', () => {
    const checked = following(running, recordCheckedRows(running, 'a', { people: 4, repeated: 1, problems: wrong }));
    expect(recordCheckedRows(checked, 'a', { people: 9, repeated: 0, problems: [] })).toEqual([]);
    const some = following(checked, recordAddedRows(checked, 'a', { added: 2, known: 1, problems: [] }));
    expect(some).toMatchObject({ status: 'running', done: 3 });
    expect(recordAddedRows(some, 'a', { added: 2, known: 0, problems: [] })).toEqual([]);
    const optedOut = [{ line: 5, problems: ['opted_out' as const] }];
    const all = following(some, recordAddedRows(some, 'a', { added: 0, known: 0, problems: optedOut }));
    expect(all).toMatchObject({ status: 'completed', added: 2, known: 1, repeated: 1 });
    expect(all.problems.map(({ line }) => line)).toEqual([4, 5]);
  });

  test('are refused together when all or nothing is wanted and one is wrong', () => {
    const whole = following(
      partnerImport.initial,
      receiveImportPart(partnerImport.initial, { ...part('a', 1, 1), allOrNothing: true }),
    );
    const refused = following(whole, recordCheckedRows(whole, 'a', { people: 2, repeated: 0, problems: wrong }));
    expect(refused.status).toBe('refused');
    expect(recordAddedRows(refused, 'a', { added: 1, known: 0, problems: [] })).toEqual([]);
  });

  test('that are all wrong end the import', () => {
    expect(
      following(running, recordCheckedRows(running, 'a', { people: 0, repeated: 0, problems: wrong })).status,
    ).toBe('completed');
  });

  test('of an import that stopped are added by nobody', () => {
    const stopped = following(running, stopImport(running, 'a', 'erasure'));
    expect(stopped).toMatchObject({ status: 'stopped', reason: 'erasure' });
    expect(recordCheckedRows(stopped, 'a', { people: 1, repeated: 0, problems: [] })).toEqual([]);
    expect(stopImport(stopped, 'a', 'failed')).toEqual([]);
  });
});

test('a row is read, or everything that is wrong with it is named', () => {
  const linkedin = { name: 'Ada', profileUrl: 'https://www.linkedin.com/in/ada' };
  const { rows } = importRequest.parse({
    rows: [
      { ...linkedin, other: 'ignored' },
      { ...linkedin, name: '' },
      { name: 'No Place' },
      { name: 'Odd', platform: 'myspace', username: 'odd' },
      { ...linkedin, email: 'nobody@' },
      { ...linkedin, followersCount: -3, engagementRate: 300 },
      { name: 'Ftp', profileUrl: 'ftp://linkedin.com/in/b' },
      { name: 'Site', profileUrl: 'https://blog.example/me' },
      { ...linkedin, name: 'x'.repeat(201) },
      { name: ['Ada'], platform: 'tiktok', username: { of: 'x' }, email: null },
    ],
  });
  const problems = rows.map((row) => {
    const read = readImportRow(row);
    return 'problems' in read ? read.problems : read.row.platform;
  });
  expect(problems).toEqual([
    'linkedin',
    ['name_missing'],
    ['no_profile'],
    ['platform_unknown'],
    ['email_invalid'],
    ['followers_negative', 'engagement_range'],
    ['profile_url_invalid'],
    ['no_platform'],
    ['name_too_long'],
    ['name_missing', 'username_invalid', 'email_invalid'],
  ]);
});

test('a row of a stranger costs as much as its known cells, whatever else is in it', () => {
  const others = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`x${index}`, 1]));
  let deep: unknown = 'x';
  for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
  const before = process.cpuUsage();
  const { rows } = importRequest.parse({ rows: [{ ...others, name: deep, bio: 7, line: 3 }, { line: -1 }] });
  expect((process.cpuUsage(before).user + process.cpuUsage(before).system) / 1_000).toBeLessThan(200);
  expect(rows).toEqual([{ line: 3, name: null, bio: 7 }, { line: 2 }]);
});
