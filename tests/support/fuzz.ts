/** Requests of every route, drawn from the schemas that it declares: fitting ones at their bounds, and broken ones. */
import fc from 'fast-check';
import { anyCharacters } from './anyCharacters.ts';
import { EMOJI, LONG, RIGHT_TO_LEFT, UNBROKEN } from './awkwardTexts.ts';
import type { JsonSchema, Route } from './routes.ts';

/** Real values by the end of a field's name. */
export type Pool = readonly (readonly [name: RegExp, values: readonly string[]])[];

/** `by`: who sends it, as a number. */
export type DrawnRequest = { path: string; query: string; body: unknown; by: number };

const LONGEST = 300;
/** Of so many fields that may be left out, one is. */
const OPTIONAL = 1;
/** Texts that a field may hold, and those that none does. */
const READABLE = [
  ...['', ' ', '%00', "' or 1=1 --", '../../etc/passwd', '<script>', '__proto__', 'constructor', '{{name}}', '=1+1'],
  ...['https://169.254.169.254/', 'NaN', '1e999', RIGHT_TO_LEFT, EMOJI, UNBROKEN, LONG],
];
const WILD = [...READABLE, '\0', '\ud800', 'a\udc00b', 'a@b.example\r\nBcc: c@d.example'];

/** Stands for lists in lists: `JSON.stringify` could not write them. */
const DEEP = 'lists in lists';
export const jsonOf = (body: unknown): string =>
  (JSON.stringify(body) ?? '').replaceAll(`"${DEEP}"`, '['.repeat(25_000) + ']'.repeat(25_000));

const wild = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(...WILD, null, true, -1, 0.5, 1e308, -0, Number.MAX_SAFE_INTEGER + 1, [], {}),
    fc.constantFrom<unknown>('x'.repeat(30_000), '語'.repeat(10_000), Array(5_000).fill('x'), DEEP),
    fc.jsonValue({ maxDepth: 3 }),
    anyCharacters(),
  );

/** A text of this many characters. */
const filledTo = (length: number, part: string): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

function texts({ minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> {
  const fits = READABLE.filter((text) => text.length >= minLength && text.length <= maxLength);
  const bounds = [minLength, minLength + 1, maxLength - 1, maxLength].flatMap((length) =>
    length < minLength || length > maxLength ? [] : [filledTo(length, 'x'), filledTo(length, 'é ')],
  );
  const words = fc.constantFrom('Trail runners', 'Northwind', 'Fitness', 'Europe/Berlin', '1');
  const padded = words.map((word) => word.padEnd(minLength, ' and more').slice(0, Math.max(maxLength, 0)));
  return fc.oneof({ weight: 2, arbitrary: padded }, fc.constantFrom(...bounds, ...fits));
}

const DAYS = [
  '1970-01-01',
  '2999-12-31',
  '2026-01-01',
  '2026-12-01',
  '2026-12-02',
  '2024-02-29',
  '0001-01-01',
  '9999-12-31',
];
const MOMENTS = [...DAYS.map((day) => `${day}T23:59:59Z`), '2026-12-01T10:00:00.123456789+14:00'];
const FORMATS: Record<string, readonly string[]> = {
  date: DAYS,
  'date-time': MOMENTS,
  email: ['ada@lindqvist.example', `${'a'.repeat(64)}@${'b'.repeat(60)}.example`, 'Ada@LINDQVIST.example'],
  uri: ['https://www.linkedin.com/in/somebody', 'https://a.example/?q=%00', 'javascript:alert(1)', 'http://[::1]:1/'],
};

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    // a class of all Unicode takes a second to be made
    return /\\p\{/i.test(pattern) ? fc.constantFrom(...READABLE) : fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return fc.constantFrom(...WILD);
  }
}

function numbers({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const low = minimum ?? -1e15;
  const high = maximum ?? 1e15;
  const whole = type === 'integer';
  const some = [low, high, Math.min(high, low + 1), Math.round(low / 2 + high / 2), 0, 1, 30]
    .filter((value) => value >= low && value <= high)
    .map((value) => (whole ? Math.round(value) : value));
  return whole ? fc.constantFrom(...some) : fc.oneof(fc.constantFrom(...some), fc.constant(low + (high - low) / 3));
}

function lists(schema: JsonSchema, pool: Pool, name: string): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = 5 } = schema;
  const item = valueFor(items as JsonSchema, pool, name);
  const short = fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) });
  const most = item.map((one) => Array(Math.min(maxItems, LONGEST)).fill(one));
  return fc.oneof({ weight: 19, arbitrary: short }, most);
}

function objects({ properties = {}, required = [], additionalProperties }: JsonSchema, pool: Pool) {
  const entries = Object.entries(properties).map(([key, inner]) => {
    const value = valueFor(inner as JsonSchema, pool, key);
    return [key, required.includes(key) ? value : fc.option(value, { nil: undefined, freq: OPTIONAL })] as const;
  });
  const known = fc.record(Object.fromEntries(entries));
  if (typeof additionalProperties !== 'object') return known;
  return fc
    .tuple(known, fc.dictionary(fc.constantFrom('name', 'email', 'platform', 'username'), wild()))
    .map(([own, more]) => ({ ...(more as object), ...own }));
}

/** A value that fits the schema, as far as JSON Schema says it. `name`: of its field. */
export function valueFor(schema: JsonSchema, pool: Pool, name = ''): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, type, pattern, format } = schema;
  const union = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (union) return fc.oneof(...union.map((one) => valueFor(one, pool, name)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => valueFor({ ...schema, type: one } as JsonSchema, pool, name)));
  if (type === 'integer' || type === 'number') return numbers(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return lists(schema, pool, name);
  if (type === 'object') return objects(schema, pool);
  const real = pool
    .find(([field]) => field.test(name))?.[1]
    .filter((one) => !pattern || new RegExp(pattern, 'u').test(one));
  if (real && real.length > 0)
    return fc.oneof({ weight: 11, arbitrary: fc.constantFrom(...real) }, fc.constantFrom(...READABLE));
  if (format && FORMATS[format]) return fc.constantFrom(...FORMATS[format]);
  if (pattern) return matching(pattern);
  return type === 'string'
    ? texts(schema)
    : fc.oneof(
        texts({}),
        fc.dictionary(fc.constantFrom('name', 'email', 'platform', 'username', 'profileUrl'), texts({})),
        wild(),
      );
}

/** Replaces one value anywhere in a body, or adds one. */
function broken(value: unknown, where: number, by: unknown): unknown {
  if (value === null || typeof value !== 'object') return by;
  const keys = Object.keys(value);
  const key = keys[where % (keys.length + 1)];
  if (key === undefined)
    return Array.isArray(value) ? [...value, by] : { ...value, [where % 2 ? 'more' : '__proto__x']: by };
  const inner = broken((value as Record<string, unknown>)[key], Math.floor(where / (keys.length + 1)), by);
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? inner : one));
  return { ...value, [key]: inner };
}

const asQuery = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return '';
  const pairs = Object.entries(value).flatMap(([key, one]) => {
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    // a lone surrogate has no form in an address
    return text === undefined
      ? []
      : [`${encodeURIComponent(key)}=${encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))}`];
  });
  return pairs.length > 0 ? `?${pairs.join('&').slice(0, 8_000)}` : '';
};

const STRANGE_IDS = [
  'x',
  '-',
  '..%2f',
  '%00',
  '%F0%28',
  '%E2%80%AE',
  'x'.repeat(3_000),
  'a.b.1',
  '0'.repeat(32),
  '1e9',
];

/** Fields of the forms and queries of routes that declare nothing. */
const FORM: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    ['email', 'password', 'firstName', 'code', 'token', 'state', 'next', 'error', 'from', 'to', 'text', 'envelope'].map(
      (name) => [name, { type: 'string', maxLength: 1_000 }],
    ),
  ),
};

/** A body from the schema, or one that the rules beyond it take, as it is or with a field of the first. */
const bodies = (schema: fc.Arbitrary<unknown>, good: readonly object[]): fc.Arbitrary<unknown> =>
  good.length === 0
    ? schema
    : fc
        .record({ drawn: schema, one: fc.constantFrom(...good), field: fc.nat(30), which: fc.nat(3) })
        .map(({ drawn, one, field, which }) => {
          if (which === 0) return drawn;
          const fields = Object.entries(drawn as object);
          const [name, value] = fields[field % Math.max(1, fields.length)] ?? [];
          return which === 1 || name === undefined ? one : { ...one, [name]: value };
        });

/** `idsOf`: the real ids that fit a name in the path. `callers`: how many there are to choose from. */
export function requestOf(
  { path, method, inputs, answers }: Route,
  pool: Pool,
  idsOf: (place: string) => readonly string[],
  callers: number,
  good: readonly object[],
): fc.Arbitrary<DrawnRequest> {
  const undeclared = Object.keys(answers).length === 0;
  const parts = path.split('/').map((part, index, all) => {
    const name = /^:\w+/.exec(part)?.[0];
    if (part === '*') return fc.constantFrom('x', '0/000', 'x/../y', '%00', '8/0/x001/234');
    if (!name) return fc.constant(part);
    const real = idsOf(`/${all[index - 1]}/${name}`);
    const strange = fc.constantFrom(...STRANGE_IDS);
    return real.length === 0 ? strange : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...real) }, strange);
  });
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = inputs.json
    ? bodies(valueFor(inputs.json, pool), good)
    : undeclared
      ? valueFor(FORM, pool)
      : fc.constant(undefined);
  const query = inputs.query ? valueFor(inputs.query, pool) : undeclared ? valueFor(FORM, pool) : fc.constant({});
  return fc
    .record({
      ...{ parts: fc.tuple(...parts), body, query },
      breaks: fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'body', 'body', 'query', 'all'),
      ...{ where: fc.nat(1_000), wild: wild(), by: fc.nat(callers - 1) },
    })
    .map(({ parts: names, breaks, where, wild: other, by, ...drawn }) => {
      const badBody = breaks === 'body' ? broken(drawn.body, where, other) : breaks === 'all' ? other : drawn.body;
      const badQuery = breaks === 'query' ? broken(drawn.query, where, other) : drawn.query;
      return {
        path: names.join('/').replace(/\?$/, ''),
        query: asQuery(badQuery),
        body: hasBody ? badBody : undefined,
        by,
      };
    });
}
