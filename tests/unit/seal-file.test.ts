import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendErasureLog, dropNoted, readErasures } from '../../db/erase/erasuresFile.ts';
import { openCheckpoint, originOf, type SignedCheckpoint, signCheckpoint } from '../../db/seal/checkpoint.ts';
import { readMark } from '../../db/seal/highWater.ts';
import { judgeSeal } from '../../db/seal/judgeSeal.ts';
import { signerOf } from '../../db/seal/note.ts';
import type { Seal } from '../../db/seal/readSeals.ts';
import { parseSealFile, readSealFile } from '../../db/seal/sealFile.ts';
import { defaultSealFile, siblingsOf } from '../../db/seal/sealPlace.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-seal-file-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signer = signerOf(Buffer.alloc(32, 1), originOf);
const noteOf = (root: number, by = signer) =>
  signCheckpoint({ size: 40, root: Buffer.alloc(32, root) }, by, '2026-03-02T08:00:00.000000Z');
const kept = openCheckpoint(noteOf(1)) as SignedCheckpoint;
const seal: Seal = {
  number: 3,
  size: 40,
  epoch: 1,
  tx: '900',
  position: '40',
  sealedAt: '2026-03-02T08:00:00.000000Z',
  note: kept.note,
};
const has = { installation: kept.installation, same: seal, frozenSince: false };

describe('a seal file against a database', () => {
  test.each([
    ['no file', null, has, 'absent'],
    ['a file that cannot be read', 'cannot be read (EACCES)', has, 'unreadable'],
    ['its seal', kept, has, 'held'],
    ['no checkpoint of that size', kept, { ...has, same: null }, 'behind'],
    ['another checkpoint of that size', kept, { ...has, same: { ...seal, note: noteOf(2) } }, 'behind'],
    ['no seal, but a freeze since', kept, { ...has, same: null, frozenSince: true }, 'known'],
    ['its seal, and a freeze since', kept, { ...has, frozenSince: true }, 'held'],
    ['another installation', kept, { ...has, installation: 'i2' }, 'foreign'],
    ['another installation, and a freeze since', kept, { ...has, installation: 'i2', frozenSince: true }, 'foreign'],
  ] as const)('with %s', (_name, file, database, verdict) => {
    expect(judgeSeal(file, database)).toBe(verdict);
  });

  test.each(['', '{"inst', kept.body, kept.note.replace('\n40\n', '\n41\n'), kept.note.slice(0, -1)])(
    'is unreadable as %s',
    (text) => {
      expect(parseSealFile(text)).toEqual(expect.any(String));
    },
  );

  test('is absent where its folder is not there, and unreadable where it is a folder', () => {
    expect(readSealFile(path.join(folder, 'none', 'file'))).toBeNull();
    expect(readSealFile(folder)).toBe('cannot be read (EISDIR)');
  });
});

describe('where the seal is kept without SEAL_FILE', () => {
  const made = (name: string) => {
    mkdirSync(path.join(folder, name), { recursive: true });
    return path.join(folder, name);
  };
  const at = (dataDir: string, databaseUrl: string | null = null) => ({ dataDir, databaseUrl });
  const one = 'a'.repeat(64);

  test('in the state folder, a file for each installation and database', () => {
    const env = { XDG_STATE_HOME: path.join(folder, 'state') };
    const [data, copy] = [made('data'), made('copy')];
    const files = [
      defaultSealFile(one, at(data), env),
      defaultSealFile('b'.repeat(64), at(data), env),
      defaultSealFile(one, at(copy), env),
      defaultSealFile(one, at(data, 'postgres://u:p@localhost/app'), env),
      defaultSealFile(one, at(data, 'postgres://u:p@db.example:5433/app'), env),
    ];
    for (const file of files) expect(path.dirname(file ?? '')).toBe(path.join(folder, 'state', 'partner-pilot'));
    expect(new Set(files).size).toBe(files.length);
    // who signs in, and where from, makes no other database of it
    expect(defaultSealFile(one, at(copy, 'postgres://owner:q@127.0.0.1:5432/app'), env)).toBe(files[3]);
    for (const file of files) writeFileSync(file ?? '', '');
    expect(siblingsOf(files[0] ?? '').sort()).toEqual([files[2], files[3], files[4]].sort());
    expect(siblingsOf(path.join(folder, 'state', 'seal.json'))).toEqual([]);
  });

  test('beside DATA_DIR when the state folder lies inside it or cannot be made', () => {
    const data = made('whole/home');
    const notAFolder = path.join(folder, 'plain');
    writeFileSync(notAFolder, '');
    for (const state of [path.join(data, '.state'), path.join(notAFolder, 'state')])
      expect(path.dirname(defaultSealFile(one, at(data), { XDG_STATE_HOME: state }) ?? '')).toBe(made('whole'));
  });
});

describe('ERASURES_FILE', () => {
  test('takes back what was not done, and only that', () => {
    const file = path.join(folder, 'erasures');
    const note = (at: string, ...persons: string[]) =>
      appendErasureLog(
        file,
        persons.map((person) => ({ tenant: 't', person, asListed: true })),
        new Date(at),
      );
    const entry = `suppression-${'0'.repeat(64)}`;
    note('2026-03-01T00:00:00Z', 'partner-p', entry);
    note('2026-03-05T00:00:00Z', 'partner-p', 'search-url-p', entry);
    note('2026-03-05T00:00:00Z', 'partner-q');
    const left = () => readErasures(file).map(({ person, at }) => `${at?.slice(8, 10)} ${person.replace(/-0+$/, '')}`);
    dropNoted(file, 't', 'partner-p', '2026-03-04T00:00:00.000Z');
    expect(left()).toEqual(['01 partner-p', '01 suppression', '05 partner-q']);
    const text = readFileSync(file, 'utf8');
    dropNoted(file, 't', 'partner-p', '2026-03-04T00:00:00.000Z');
    expect(readFileSync(file, 'utf8')).toBe(text);
    dropNoted(path.join(folder, 'none'), 't', 'partner-p', '2026-03-04T00:00:00.000Z');
    expect(readErasures(file)).toHaveLength(3);
  });
});

test('a mark is absent, unreadable or whole', () => {
  const data = path.join(folder, 'marked');
  mkdirSync(data);
  const mark = {
    installation: 'a1',
    epoch: 1,
    tx: '7',
    position: '8',
    hash: 'b2',
    recordedAt: '',
    seenAt: seal.sealedAt,
  };
  const read = (text: string) => {
    writeFileSync(path.join(data, 'high-water.json'), text);
    return readMark(data);
  };
  expect(readMark(data)).toBeNull();
  for (const text of ['', '{"inst', 'null', JSON.stringify({ ...mark, tx: undefined })])
    expect(read(text)).toContain('high-water.json');
  expect(read(JSON.stringify(mark))).toEqual(mark);
});
