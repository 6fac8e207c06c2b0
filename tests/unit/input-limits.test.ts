import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { unreadableField } from '../../events/shared/unreadableField.ts';
import { passesMs } from '../support/mainThread.ts';

/**
 * One request must not keep the only thread of the API busy. Every schema that a file …Input.ts of events exports is tried with long texts in every
 * field. A new schema is found automatically.
 */
const folder = new URL('../../events/', import.meta.url);

type Named = [name: string, schema: z.ZodType];

/** Exported schemas, also those in an exported record. */
const named = (name: string, value: unknown): Named[] => {
  if (value instanceof z.ZodType) return [[name, value]];
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => named(`${name}.${key}`, inner));
};
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('Input.ts'));
const schemas = (
  await Promise.all(
    modules.map(async (file) => {
      const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>;
      return Object.entries(exported).flatMap(([key, value]) => named(`${file} ${key}`, value));
    }),
  )
).flat();

const PARTS = ['{', '{{a', ' ', '\n', '@', 'a@', 'a.', '-', '/', '1.', '🦊', '<b>', '漢字', 'a@b.example, ', '"'];
const AROUND: ((text: string) => string)[] = [
  (text) => `${text}!`,
  (text) => `https://${text}`,
  (text) => `a@${text}!`,
];
/** In a check whose time grows with the square of the length, even this much takes longer than `MOST_MS`. */
const LENGTH = 100_000;
type LongText = { what: string; text: string };
const textsIn = (shapes: typeof AROUND): LongText[] =>
  PARTS.flatMap((part) =>
    shapes.map((around) => ({ what: around(part), text: around(part.repeat(LENGTH / part.length)) })),
  );
const TEXTS = textsIn(AROUND);
/** A field ends its check at the limit, however its text begins. */
const PLAIN_TEXTS = textsIn(AROUND.slice(0, 1));
/** Processor time, since others work beside. */
const MOST_MS = passesMs(2_000);

function expectFast(name: string, run: (text: string) => unknown, texts = TEXTS): void {
  for (const { what, text } of texts) {
    const start = process.cpuUsage();
    run(text);
    expect(process.cpuUsage(start).user / 1000, `${name}: ${what}`).toBeLessThan(MOST_MS);
  }
}

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  values?: unknown[];
  checks?: { _zod: { def: { check: string; abort?: boolean } } }[];
};
const defOf = (schema: z.ZodType) => schema.def as unknown as Def;
const inside = (schema: z.ZodType): z.ZodType[] => {
  const { shape, element, options, innerType, in: first, out } = defOf(schema);
  return [...Object.values(shape ?? {}), ...(options ?? []), element, innerType, first, out].filter(
    (one) => one !== undefined,
  );
};

/** The document in whose every field the text stands; `n` chooses among the members of unions. */
function filled(schema: z.ZodType, text: string, n: number): unknown {
  const { type, shape, element, options, innerType, in: first, values } = defOf(schema);
  if (shape) return Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, filled(inner, text, n)]));
  if (element) return [filled(element, text, n)];
  if (options?.length) return filled(options[n % options.length] as z.ZodType, text, n);
  if (type === 'record') return { [text]: text };
  if (type === 'literal') return values?.[0];
  const within = innerType ?? first;
  return within ? filled(within, text, n) : text;
}

const strings = (schema: z.ZodType): z.ZodType[] => [
  ...(defOf(schema).type === 'string' ? [schema] : []),
  ...inside(schema).flatMap(strings),
];
const checksOf = (schema: z.ZodType) => defOf(schema).checks ?? [];
const isLimit = (check: { _zod: { def: { check: string } } }) => /^max_length$|^length_/.test(check._zod.def.check);

test('finds the schemas', () => {
  expect(schemas.length).toBeGreaterThan(40);
  expect(schemas.map(([name]) => name)).toContain('accounts/accountInput.ts ADMIN_SETTING_VALUES.signup_url');
});

test.each(schemas)('%s: a text that is too long ends its check', (_name, schema) => {
  for (const text of strings(schema))
    for (const check of checksOf(text).filter(isLimit)) expect(check._zod.def.abort).toBe(true);
});

/** The number of documents that reach every member of every union. */
const variants = (schema: z.ZodType): number =>
  Math.max(1, defOf(schema).options?.length ?? 1, ...inside(schema).map(variants));

test.each(schemas)('%s: a long text in every field is answered at once', (name, schema) => {
  for (let n = 0; n < variants(schema); n += 1)
    expectFast(name, (value) => schema.safeParse(filled(schema, value, n)), PLAIN_TEXTS);
});

test('no expression takes long, whatever the length', () => {
  // most are used by several schemas
  const distinct = new Map(schemas.flatMap(([name, schema]) => strings(schema).map((leaf) => [leaf, name])));
  for (const [leaf, name] of distinct) {
    const checks = checksOf(leaf).filter((check) => !isLimit(check));
    const unlimited = leaf.clone({ ...leaf.def, checks } as never);
    expectFast(`${name}, a field`, (value) => unlimited.safeParse(value));
  }
}, 60_000);

test('unreadable characters are looked for in one pass', () => {
  expectFast('unreadableField', (text) => unreadableField({ a: [text] }));
  // one call of itself for each would end its stack
  const deep = (inner: string) => JSON.parse(`${'['.repeat(30_000)}"${inner}"${']'.repeat(30_000)}`);
  expect(unreadableField({ a: deep('x') })).toBeNull();
  expect(unreadableField({ a: deep('\\u0000') })).toMatch(/^a(\.0){30000}$/);
  expect(unreadableField(Array(500_000).fill('x'))).toBeNull();
  expect(unreadableField({ a: ['x', { b: '\0' }, '\0'] })).toBe('a.1.b');
});
