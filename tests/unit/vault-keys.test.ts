import { expect, test } from 'vitest';
import { openEnvelope, pack, sealEnvelope, unpack } from '../../db/vault/envelope.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { makeKey, unwrapKey } from '../../db/vault/personKeys.ts';
import { aggregateOf } from '../../events/catalog.ts';
import { DAMAGES } from '../support/damagedKeys.ts';

const MASTER = masterKey('a'.repeat(64));
const PERSON = 'partner-a';
const key = makeKey(MASTER, 't1', PERSON);
const other = makeKey(MASTER, 't1', 'partner-b');
const sealed = sealEnvelope(key, { name: 'Ada' }, 'stream|1|personal');

const opened = (id: string, wrapped: Buffer) =>
  openEnvelope(unwrapKey(MASTER, 't1', PERSON, id, wrapped), sealed, 'stream|1|personal');

test('a right key opens, a key that is gone or another means erased', () => {
  expect(opened(key.id, key.wrapped)).toEqual({ value: { name: 'Ada' } });
  expect(openEnvelope(undefined, sealed, 'stream|1|personal')).toEqual({ value: null });
  const again = makeKey(MASTER, 't1', PERSON);
  expect(opened(again.id, again.wrapped)).toEqual({ value: null });
});

test.each(Object.entries(DAMAGES))('a key with %s is unreadable, and nothing throws', (_, damage) => {
  const damaged = damage(key, other);
  expect(opened(damaged.id, damaged.wrapped)).toEqual({ value: null, unreadable: 'key' });
});

test('an altered text is unreadable, too', () => {
  expect(openEnvelope(key, { ...sealed, ct: 'AAAA' }, 'stream|1|personal')).toEqual({
    value: null,
    unreadable: 'text',
  });
  expect(openEnvelope(key, sealed, 'stream|2|personal')).toEqual({ value: null, unreadable: 'text' });
});

test('a packed secret holds nothing of its text, and opens only by its key, in its place, as it is', () => {
  const text = 'SG.a-secret-of-the-vault';
  const packed = pack(MASTER.seal, Buffer.from(text), 't1|sendgrid|s1');
  const stored = packed.toString('latin1');
  for (let at = 0; at + 4 <= text.length; at += 1) expect(stored).not.toContain(text.slice(at, at + 4));
  expect(pack(MASTER.seal, Buffer.from(text), 't1|sendgrid|s1')).not.toEqual(packed);
  expect(unpack(MASTER.seal, packed, 't1|sendgrid|s1').toString()).toBe(text);
  expect(() => unpack(masterKey('b'.repeat(64)).seal, packed, 't1|sendgrid|s1')).toThrow();
  expect(() => unpack(MASTER.seal, packed, 't2|sendgrid|s1')).toThrow();
  for (const at of [0, 12, packed.length - 1]) {
    const altered = Buffer.from(packed);
    altered.writeUInt8((packed[at] ?? 0) ^ 1, at);
    expect(() => unpack(MASTER.seal, altered, 't1|sendgrid|s1')).toThrow();
  }
});

test('a fold remembers what it could not read until the person is erased, and is not erased by it', () => {
  const { evolve, initial } = aggregateOf('partner');
  const at = { at: '2026-01-01T00:00:00.000Z', actor: 'system' };
  const data = { platform: 'linkedin', otherPlatforms: [], source: 'import', by: 'import' };
  const added = evolve(initial, { type: 'PartnerAdded', data, personal: null, unreadable: 'key', ...at });
  expect(added).toMatchObject({ unreadable: true, erased: false, person: null, status: 'pending' });
  expect(evolve(added, { type: 'PartnerApproved', data: {}, ...at })).toMatchObject({ unreadable: true });
  const erased = evolve(added, { type: 'PersonErased', data: {}, ...at });
  expect(erased).toMatchObject({ erased: true });
  expect(erased).not.toHaveProperty('unreadable');
});
