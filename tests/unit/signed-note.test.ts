import { expect, test } from 'vitest';
import { openCheckpoint, originOf, parseCheckpoint, signCheckpoint } from '../../db/seal/checkpoint.ts';
import {
  cosignatureLine,
  parseNote,
  readVerifierKey,
  signatureLine,
  signedBy,
  signerOf,
  verifierKey,
} from '../../db/seal/note.ts';

const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

test('the example of c2sp.org/signed-note holds, and nothing near it', () => {
  const key = readVerifierKey(KEY);
  const note = parseNote(NOTE);
  if (!key || !note) throw new Error('The example cannot be read.');
  expect(verifierKey(key)).toBe(KEY);
  expect(signedBy(note, key)).toBe(0n);
  expect(signedBy({ ...note, body: 'This is another message.\n' }, key)).toBeNull();
  expect(signedBy(note, { ...key, name: 'example.com/bar' })).toBeNull();
  for (const text of ['', NOTE.slice(0, -1), NOTE.replace('—', '-'), NOTE.replace('\n\n', '\n')])
    expect(parseNote(text)).toBeNull();
  for (const text of ['', KEY.replace('530d903a', '530d903b'), KEY.replace('Aeky', 'Beky'), `${KEY}A`])
    expect(readVerifierKey(text)).toBeNull();
});

const signer = signerOf(Buffer.alloc(32, 1), originOf);
const other = signerOf(Buffer.alloc(32, 2), () => 'witness.example/w1');
const root = Buffer.alloc(32, 9);

test('a checkpoint says size, root and time, and names its key', () => {
  const note = signCheckpoint({ size: 12, root }, signer, '2026-03-02T08:00:01.999999Z');
  expect(note.split('\n').slice(0, 4)).toEqual([signer.name, '12', root.toString('base64'), '']);
  expect(openCheckpoint(note)).toMatchObject({ size: 12, root, sealedAt: '2026-03-02T08:00:01.000Z', note });
  // a witness may add its line
  expect(openCheckpoint(`${note}${cosignatureLine(parseNote(note)?.body ?? '', other, 5n)}`)).toMatchObject({
    size: 12,
  });
  const [first = '', second = ''] = note.split('\n').slice(4);
  for (const bad of [
    note.replace('\n12\n', '\n13\n'),
    note.replace(first, second),
    note.replace(second, first),
    `${note}\n`,
  ])
    expect(openCheckpoint(bad)).toBeNull();
  const foreign = note.replaceAll(signer.name, originOf(Buffer.alloc(32, 3)));
  expect(openCheckpoint(foreign)).toBeNull();
});

test('a cosignature has a type, an id and a time of its own', () => {
  const body = `example.com/log\n3\n${root.toString('base64')}\n`;
  expect(parseCheckpoint(body)).toEqual({ origin: 'example.com/log', size: 3, root });
  expect(parseCheckpoint(body.replace('\n3\n', '\n03\n'))).toBeNull();
  const note = parseNote(`${body}\n${signatureLine(body, signer)}${cosignatureLine(body, other, 1_679_315_147n)}`);
  if (!note) throw new Error('The note cannot be read.');
  expect(signedBy(note, { ...other, type: 4 })).toBe(1_679_315_147n);
  expect(signedBy(note, { ...other, type: 1 })).toBeNull();
  expect(signedBy(note, { ...signer, type: 1 })).toBe(0n);
  const moved = note.signatures.map((line) => ({ ...line, signature: Buffer.from(line.signature) }));
  moved[1]?.signature.writeUInt8(1, 7);
  expect(signedBy({ body, signatures: moved }, { ...other, type: 4 })).toBeNull();
});
