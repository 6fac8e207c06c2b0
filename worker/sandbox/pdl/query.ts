import { knownFields, valuesOf, wordsOf } from './fields.ts';
import type { PersonRecord } from './record.ts';

/** A query that the search does not understand; the message names the clause or the field. */
export class InvalidQuery extends Error {}

/** The score of a record that matches, null for one that does not. */
export type Matcher = (record: PersonRecord) => number | null;

type Json = Record<string, unknown>;

const object = (value: unknown, where: string): Json => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new InvalidQuery(`${where} must be an object`);
};

const single = (value: unknown, where: string): [string, unknown] => {
  const [first, ...rest] = Object.entries(object(value, where));
  if (!first || rest.length > 0) throw new InvalidQuery(`${where} must have exactly one key`);
  return first;
};

const known = (field: string, clause: string): string => {
  if (!knownFields.has(field)) throw new InvalidQuery(`unknown field "${field}" in ${clause}`);
  return field;
};

const scalar = (value: unknown, where: string): string | number => {
  if (typeof value === 'string') return value.toLowerCase();
  if (typeof value === 'number') return value;
  throw new InvalidQuery(`${where} must be a text or a number`);
};

const lowered = (value: string | number): string | number => (typeof value === 'string' ? value.toLowerCase() : value);

/** `{field: value}` or `{field: {[key]: value, …options}}`. */
const fieldAndValue = (body: unknown, clause: string, key: string) => {
  const [name, given] = single(body, clause);
  const field = known(name, clause);
  const options =
    typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Json) : { [key]: given };
  return { field, value: options[key], options };
};

const any = (field: string, test: (value: string | number) => boolean): Matcher => {
  return (record) => (valuesOf(record, field).some((value) => test(lowered(value))) ? 1 : null);
};

const range = (body: unknown): Matcher => {
  const [name, given] = single(body, 'range');
  const field = known(name, 'range');
  const bounds = Object.entries(object(given, `range of "${field}"`)).map(([operator, value]) => {
    const bound = scalar(value, `range ${operator} of "${field}"`);
    const compare = { gt: 1, gte: 1, lt: -1, lte: -1 }[operator];
    if (!compare) throw new InvalidQuery(`unknown bound "${operator}" in range of "${field}"`);
    return (candidate: string | number): boolean => {
      if (typeof candidate !== typeof bound) return false;
      const order = candidate < bound ? -1 : candidate > bound ? 1 : 0;
      return order === 0 ? operator.endsWith('e') : order === compare;
    };
  });
  return any(field, (value) => bounds.every((bound) => bound(value)));
};

const match = (body: unknown): Matcher => {
  const { field, value, options } = fieldAndValue(body, 'match', 'query');
  const wanted = wordsOf(String(scalar(value, `match of "${field}"`)));
  const all = String(options.operator ?? 'or').toLowerCase() === 'and';
  return (record) => {
    const words = new Set(valuesOf(record, field).flatMap((text) => wordsOf(String(text))));
    const hits = wanted.filter((word) => words.has(word)).length;
    return hits === 0 || (all && hits < wanted.length) ? null : hits / wanted.length;
  };
};

const phrase = (body: unknown): Matcher => {
  const { field, value } = fieldAndValue(body, 'match_phrase', 'query');
  const wanted = ` ${wordsOf(String(scalar(value, `match_phrase of "${field}"`))).join(' ')} `;
  return any(field, (text) => ` ${wordsOf(String(text)).join(' ')} `.includes(wanted));
};

const pattern = (clause: 'prefix' | 'wildcard', body: unknown): Matcher => {
  const { field, value } = fieldAndValue(body, clause, 'value');
  const wanted = String(scalar(value, `${clause} of "${field}"`));
  if (clause === 'prefix') return any(field, (text) => String(text).startsWith(wanted));
  const source = wanted
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`);
  return any(field, (text) => expression.test(String(text)));
};

const terms = (body: unknown): Matcher => {
  const [name, values] = single(body, 'terms');
  const field = known(name, 'terms');
  if (!Array.isArray(values)) throw new InvalidQuery(`terms of "${field}" must be a list`);
  const wanted = new Set(values.map((value) => scalar(value, `terms of "${field}"`)));
  return any(field, (value) => wanted.has(value));
};

const term = (body: unknown): Matcher => {
  const { field, value } = fieldAndValue(body, 'term', 'value');
  const wanted = scalar(value, `term of "${field}"`);
  return any(field, (candidate) => candidate === wanted);
};

const exists = (body: unknown): Matcher => {
  const field = object(body, 'exists').field;
  if (typeof field !== 'string') throw new InvalidQuery('exists needs a "field"');
  known(field, 'exists');
  return (record) => (valuesOf(record, field).length > 0 || hasItems(record, field) ? 1 : null);
};

/** An array of objects (emails, profiles) has no value of its own, but exists. */
const hasItems = (record: PersonRecord, field: string): boolean => {
  const value = record[field];
  return Array.isArray(value) && value.length > 0;
};

const boolParts = ['must', 'should', 'must_not', 'filter', 'minimum_should_match'];

const bool = (body: unknown): Matcher => {
  const parts = object(body, 'bool');
  const unknown = Object.keys(parts).find((key) => !boolParts.includes(key));
  if (unknown) throw new InvalidQuery(`unknown part "${unknown}" in bool`);
  const compiled = (key: string): Matcher[] => [parts[key] ?? []].flat().map(compileQuery);
  const [must, filter, mustNot, should] = ['must', 'filter', 'must_not', 'should'].map(compiled) as [
    Matcher[],
    Matcher[],
    Matcher[],
    Matcher[],
  ];
  const given = parts.minimum_should_match;
  if (given !== undefined && !Number.isInteger(Number(given)))
    throw new InvalidQuery('minimum_should_match must be a whole number');
  const least = given !== undefined ? Number(given) : should.length > 0 && must.length + filter.length === 0 ? 1 : 0;
  return (record) => {
    if (filter.some((clause) => clause(record) === null)) return null;
    if (mustNot.some((clause) => clause(record) !== null)) return null;
    const musts = must.map((clause) => clause(record));
    if (musts.includes(null)) return null;
    const shoulds = should.map((clause) => clause(record)).filter((score) => score !== null);
    if (shoulds.length < least) return null;
    return [...musts, ...shoulds].reduce<number>((sum, score) => sum + (score ?? 0), 0);
  };
};

const clauses: Record<string, (body: unknown) => Matcher> = {
  bool,
  term,
  terms,
  match,
  match_phrase: phrase,
  exists,
  range,
  prefix: (body) => pattern('prefix', body),
  wildcard: (body) => pattern('wildcard', body),
  match_all: () => () => 1,
};

/** Turns an Elasticsearch query into a function of a record. Throws InvalidQuery for whatever it does not know. */
export const compileQuery = (query: unknown): Matcher => {
  const [clause, body] = single(query, 'query');
  const compile = clauses[clause];
  if (!compile) throw new InvalidQuery(`unknown clause "${clause}"; known: ${Object.keys(clauses).join(', ')}`);
  return compile(body);
};
