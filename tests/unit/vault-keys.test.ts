import { expect, test } from 'vitest';
import { openEnvelope, sealEnvelope } from '../../db/vault/envelope.ts';
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
  const anew = makeKey(MASTER, 't1', PERSON);
  expect(opened(anew.id, anew.wrapped)).toEqual({ value: null });
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
