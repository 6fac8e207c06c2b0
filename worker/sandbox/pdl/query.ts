import { entries, type PersonRecord } from './record.ts';

/** A query that the search does not understand; the message names the clause or the field. */
export class InvalidQuery extends Error {}

export type Matcher = (record: PersonRecord) => boolean;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All values of a field, arrays flattened and nulls left out. A field in a nested list finds nothing, as there. */
const valuesOf = (record: PersonRecord, field: string): string[] =>
  [record[field]].flat().flatMap((value) => (value === null || isObject(value) ? [] : String(value).toLowerCase()));

const fields = new Set(
  entries.flatMap(({ lower }) =>
    Object.entries(lower).flatMap(([name, value]) => [
      name,
      ...[value].flat().flatMap((item) => (isObject(item) ? Object.keys(item).map((inner) => `${name}.${inner}`) : [])),
    ]),
  ),
);

const single = (value: unknown, where: string): [string, unknown] => {
  const [first, ...rest] = isObject(value) ? Object.entries(value) : [];
  if (first && rest.length === 0) return first;
  throw new InvalidQuery(`${where} must be an object with exactly one key`);
};

const known = (field: unknown, clause: string): string => {
  if (typeof field === 'string' && fields.has(field)) return field;
  throw new InvalidQuery(`unknown field "${field}" in ${clause}`);
};

/** The words of a text between spaces: letters and digits of any script. */
const words = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** `{field: value}`, by what a value of the record must be. */
const compared = (clause: string, body: unknown, test: (value: string, wanted: string[]) => boolean): Matcher => {
  const [name, given] = single(body, clause);
  const field = known(name, clause);
  const wanted = clause === 'terms' ? given : [given];
  if (!Array.isArray(wanted) || wanted.some((one) => typeof one !== 'string' && typeof one !== 'number'))
    throw new InvalidQuery(`${clause} of "${field}" must be ${clause === 'terms' ? 'a list' : 'a text or a number'}`);
  const texts = wanted.map((one) => String(one).toLowerCase());
  return (record) => valuesOf(record, field).some((value) => test(value, texts));
};

const boolParts = ['must', 'should', 'must_not', 'filter', 'minimum_should_match'];

const bool = (body: unknown): Matcher => {
  const parts = isObject(body) ? body : {};
  const unknown = Object.keys(parts).find((key) => !boolParts.includes(key));
  if (unknown) throw new InvalidQuery(`unknown part "${unknown}" in bool`);
  const compiled = (key: string): Matcher[] => [parts[key] ?? []].flat().map(compileQuery);
  const all = [...compiled('must'), ...compiled('filter')];
  const [none, should] = [compiled('must_not'), compiled('should')];
  const least = Number(parts.minimum_should_match ?? (should.length > 0 && all.length === 0 ? 1 : 0));
  if (!Number.isInteger(least)) throw new InvalidQuery('minimum_should_match must be a whole number');
  return (record) =>
    all.every((fits) => fits(record)) &&
    !none.some((fits) => fits(record)) &&
    should.filter((fits) => fits(record)).length >= least;
};

const clauses: Record<string, (body: unknown) => Matcher> = {
  bool,
  term: (body) => compared('term', body, (value, wanted) => wanted.includes(value)),
  terms: (body) => compared('terms', body, (value, wanted) => wanted.includes(value)),
  match_phrase: (body) =>
    compared('match_phrase', body, (value, [phrase = '']) => words(value).includes(words(phrase))),
  exists: (body) => {
    const field = known(isObject(body) ? body.field : undefined, 'exists');
    return (record) => [record[field]].flat().some((value) => value !== null);
  },
  match_all: () => () => true,
};

/** Turns an Elasticsearch query into a function of a record. Throws InvalidQuery for what the product does not use. */
export const compileQuery = (query: unknown): Matcher => {
  const [clause, body] = single(query, 'query');
  const compile = clauses[clause];
  if (!compile) throw new InvalidQuery(`unknown clause "${clause}"; known: ${Object.keys(clauses).join(', ')}`);
  return compile(body);
};
