/** Every version of every event, as stored (tests/golden/), must stay readable forever. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aggregateOf, upcast } from '../../events/catalog.ts';
import type { AnyEvent, Kind } from '../../events/shared/event.ts';
import { allDefinitions, fingerprintOf, knownFingerprints, type Sample, samplesOf } from '../golden/fingerprints.ts';

const HOW =
  'Raise the version of the event, write its upcaster beside it, put a sample of the new version (and what the old one becomes) into tests/golden/<kind>.json, and run npx tsx tests/golden/add.ts.';

const versions = allDefinitions().flatMap(({ kind, type, definition }) =>
  Array.from({ length: definition.version }, (_, index) => ({ kind, type, definition, version: index + 1 })),
);
const nameOf = ({ kind, type, version }: { kind: Kind; type: string; version: number }) => `${kind}/${type}@${version}`;

test('every version has a stored sample', () => {
  const lacking = versions.filter(({ kind, type, version }) => samplesOf(kind)[type]?.[String(version)] === undefined);
  expect(lacking.map(nameOf), HOW).toEqual([]);
});

test('a schema that changed is a new version', () => {
  const known = knownFingerprints();
  const changed = allDefinitions().filter(({ name, definition }) => (known[name] ?? '') !== fingerprintOf(definition));
  expect(
    changed.map(({ name }) => name),
    HOW,
  ).toEqual([]);
});

test('a form of a text is part of its schema, a limit of a form is not', () => {
  const of = (data: z.ZodType) => fingerprintOf({ version: 1, data: z.object({ data }) });
  const forms = [z.string(), z.iso.date(), z.iso.datetime(), z.email(), z.string().regex(/^a/), z.string().regex(/^b/)];
  expect(new Set(forms.map(of)).size).toBe(forms.length);
  expect(of(z.string().max(9))).toBe(of(z.string()));
});

test('what was ever written down is still in the catalogue', () => {
  const names = new Set(versions.map(nameOf));
  expect(Object.keys(knownFingerprints()).filter((name) => !names.has(name))).toEqual([]);
  const kinds = [...new Set(versions.map(({ kind }) => kind))];
  const sampled = kinds.flatMap((kind) =>
    Object.entries(samplesOf(kind)).flatMap(([type, of]) =>
      Object.keys(of).map((version) => `${kind}/${type}@${version}`),
    ),
  );
  expect(sampled.filter((name) => !names.has(name))).toEqual([]);
});

describe.each(versions)('$kind/$type@$version', ({ kind, type, version, definition }) => {
  const sample = samplesOf(kind)[type]?.[String(version)] as Sample;

  test('is read as what it is now', () => {
    const data = upcast(kind, type, version, sample.d);
    expect(data).toEqual(version === definition.version ? sample.d : sample.becomes);
    // as it is: nothing is missing, nothing is taken off
    expect(definition.data.parse(data)).toEqual(data);
    expect(sample.p !== undefined).toBe(definition.personal !== undefined);
    if (definition.personal) expect(definition.personal.parse(sample.p)).toEqual(sample.p);
  });

  test('folds, and once its person is erased to nothing of what was personal', () => {
    const aggregate = aggregateOf(kind);
    const data = upcast(kind, type, version, sample.d);
    const folded = (...events: AnyEvent[]) =>
      events
        .map((event) => ({ ...event, at: '2026-03-01T09:00:00.000Z', actor: 'user:u1' }))
        .reduce(aggregate.evolve, aggregate.initial);
    if (sample.p === undefined) {
      expect(JSON.stringify(folded({ type, data }))).toMatch(/^\{/);
      return;
    }
    const erased = { type: 'PersonErased', data: {} };
    expect(Object.keys(aggregate.definitions)).toContain(erased.type);
    // as the log is folded afterwards, which nobody can open; and live, when its erasure is committed
    const closed = folded({ type, data, personal: null }, erased);
    expect(folded({ type, data, personal: sample.p }, erased)).toEqual(closed);
  });
});
