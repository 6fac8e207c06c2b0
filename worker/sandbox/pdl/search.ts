import { z } from 'zod';
import { hashOf } from '../hash.ts';
import { compileQuery, InvalidQuery } from './query.ts';
import { type Entry, entries, type PersonRecord } from './record.ts';

const Body = z.object({
  size: z.int().min(1).max(100).default(1),
  scroll_token: z.string().nullish(),
  query: z.unknown().optional(),
  sql: z.unknown().optional(),
  dataset: z.string().nullish(),
  titlecase: z.boolean().default(false),
  data_include: z.string().nullish(),
});

/** One page of a search; `scrollToken` is null on the last. */
export interface SearchPage {
  readonly data: PersonRecord[];
  readonly total: number;
  readonly scrollToken: string | null;
}

const tokenOf = (query: unknown, offset: number): string =>
  Buffer.from(`${hashOf(JSON.stringify(query)).toString(36)}.${offset}`).toString('base64url');

const offsetOf = (token: string | null | undefined, query: unknown): number => {
  if (!token) return 0;
  const offset = Number(Buffer.from(token, 'base64url').toString().split('.')[1]);
  if (!Number.isInteger(offset) || tokenOf(query, offset) !== token)
    throw new InvalidQuery('scroll_token does not belong to this query');
  return offset;
};

/** A search shows the address of one in so many people. Only a look-up shows it for all. */
const SHOWN_ONE_IN = 3;

const asSearched = (record: PersonRecord, { slug }: Entry['person']): PersonRecord =>
  hashOf(`${slug} shown`) % SHOWN_ONE_IN === 0
    ? record
    : {
        ...record,
        work_email: null,
        emails: (record.emails as { type: string }[]).filter(({ type }) => type !== 'current_professional'),
      };

const searched: readonly Entry[] = entries.map(({ person, lower, titled }) => ({
  person,
  lower: asSearched(lower, person),
  titled: asSearched(titled, person),
}));

const withFields = (record: PersonRecord, include: string | null | undefined): PersonRecord => {
  if (!include) return record;
  const without = include.startsWith('-');
  const names = new Set(include.replace(/^-/, '').split(','));
  return Object.fromEntries(Object.entries(record).filter(([key]) => names.has(key) !== without));
};

/** The filled part of a record. */
const completeness = (record: PersonRecord): number =>
  Object.values(record).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : value === null ? 0 : 1),
    0,
  );

/**
 * Answers the body of POST /person/search: the most complete records first. Their fit does not count. Throws InvalidQuery when the body is not
 * understood.
 */
export const searchPeople = (input: unknown): SearchPage => {
  const parsed = Body.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new InvalidQuery(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
  }
  const { query, sql, size, scroll_token, titlecase, data_include } = parsed.data;
  if (sql !== undefined) throw new InvalidQuery('sql is not supported by the sandbox; use query (Elasticsearch)');
  if (query === undefined) throw new InvalidQuery('query is missing');
  const matches = compileQuery(query);
  const offset = offsetOf(scroll_token, query);
  const found = searched
    .filter((entry) => matches(entry.lower))
    .map((entry) => ({ entry, complete: completeness(entry.lower), tie: hashOf(entry.person.slug) }))
    .sort((a, b) => b.complete - a.complete || a.tie - b.tie);
  const page = found.slice(offset, offset + size);
  const next = offset + page.length;
  return {
    data: page.map(({ entry }) => withFields(titlecase ? entry.titled : entry.lower, data_include)),
    total: found.length,
    scrollToken: next < found.length ? tokenOf(query, next) : null,
  };
};
