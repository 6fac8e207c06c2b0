import { entries, type PersonRecord } from './record.ts';

/** Arrays of objects that are mapped as nested: a query that names a field in them finds nothing. */
const NESTED = /^(?:profiles|emails|phone_numbers)\./;

/** All values of a dotted field, arrays flattened and nulls left out. */
export const valuesOf = (record: PersonRecord, field: string): (string | number)[] => {
  if (NESTED.test(field)) return [];
  let found: unknown[] = [record];
  for (const key of field.split('.'))
    found = found
      .flatMap((value) => (value && typeof value === 'object' ? [(value as Record<string, unknown>)[key]] : []))
      .flat();
  return found.filter((value): value is string | number => typeof value === 'string' || typeof value === 'number');
};

const pathsOf = (value: unknown, prefix: string): string[] => {
  if (Array.isArray(value)) return [prefix, ...value.flatMap((item) => (isObject(item) ? pathsOf(item, prefix) : []))];
  if (!isObject(value)) return [prefix];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, prefix ? `${prefix}.${key}` : key));
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every field that a query may name. */
export const knownFields: ReadonlySet<string> = new Set(entries.flatMap(({ lower }) => pathsOf(lower, '')));

/** The words of a text, lower-cased: letters and digits of any script. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
