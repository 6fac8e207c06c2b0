import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { enrichPerson } from './enrich.ts';
import { InvalidQuery } from './query.ts';
import type { PersonRecord } from './record.ts';
import { searchPeople } from './search.ts';

const types: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'payment_required',
  404: 'not_found',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'api_error',
};

/** An error in the form of People Data Labs. */
export const pdlError = (c: Context, status: ContentfulStatusCode, message: string) =>
  c.json({ status, error: { type: types[status] ?? 'api_error', message } }, status);

/** A key whose plan says of addresses and numbers only whether they are known. */
const FREE_PLAN = 'free-plan';
const CONTACT_FIELDS = [
  'work_email',
  'personal_emails',
  'recommended_personal_email',
  'emails',
  'mobile_phone',
  'phone_numbers',
];

const shownTo = (c: Context, record: PersonRecord): PersonRecord =>
  c.req.header('x-api-key') === FREE_PLAN ? withoutContacts(record) : record;

const withoutContacts = (record: PersonRecord): PersonRecord => ({
  ...record,
  ...Object.fromEntries(
    CONTACT_FIELDS.filter((field) => field in record).map((field) => {
      const value = record[field];
      return [field, Array.isArray(value) ? value.length > 0 : value !== null];
    }),
  ),
});

/** A key whose limits are enforced, as those of real ones are. Those of other keys are only counted and shown. */
const LIMITED = 'limited';
/** Each kind of call has a limit of its own. */
const PER_MINUTE = { search: 10, enrich: 100 };
const allowance = 10_000;

/** People Data Labs v5 over the sample people. */
export const pdlRoutes = (now: () => Date) => {
  type Kind = keyof typeof PER_MINUTE;
  const calls = new Map<string, { minute: number; used: number }>();
  const left = { search: allowance, enrich: allowance };
  /** Counts a call, and answers whether the limit of the minute has room for it. */
  const count = (c: Context, type: Kind): boolean => {
    const key = c.req.header('x-api-key') ?? '';
    const minute = Math.floor(now().getTime() / 60_000);
    const before = calls.get(`${key} ${type}`);
    const used = before?.minute === minute ? before.used + 1 : 1;
    // JSON by window, and a time of UTC without a zone: as there
    c.header('x-ratelimit-limit', JSON.stringify({ minute: PER_MINUTE[type] }));
    c.header('x-ratelimit-remaining', JSON.stringify({ minute: Math.max(0, PER_MINUTE[type] - used) }));
    c.header('x-ratelimit-reset', new Date((minute + 1) * 60_000).toISOString().slice(0, 19).replace('T', ' '));
    if (key === LIMITED && used > PER_MINUTE[type]) return false;
    calls.set(`${key} ${type}`, { minute, used });
    return true;
  };
  const spend = (c: Context, type: Kind, credits: number): void => {
    left[type] = Math.max(0, left[type] - credits);
    c.header('x-totallimit-remaining', String(left[type]));
    c.header('x-call-credits-type', type);
    c.header('x-call-credits-spent', String(credits));
  };
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof InvalidQuery) return pdlError(c, 400, error.message);
    throw error;
  });
  app.use(async (c, next) => {
    if (!c.req.header('x-api-key')) return pdlError(c, 401, 'The X-Api-Key header is missing.');
    return next();
  });
  const limited = (c: Context) => pdlError(c, 429, 'An error occurred due to requests hitting the API too quick.');
  app.post('/person/search', async (c) => {
    if (!count(c, 'search')) return limited(c);
    const body: unknown = await c.req.json().catch(() => {
      throw new InvalidQuery('The body is not JSON.');
    });
    const page = searchPeople(body);
    spend(c, 'search', page.data.length);
    if (page.total === 0) return pdlError(c, 404, 'No records were found matching your search.');
    const data = page.data.map((record) => shownTo(c, record));
    return c.json({ status: 200, data, scroll_token: page.scrollToken, total: page.total }, 200);
  });
  app.get('/person/enrich', (c) => {
    if (!count(c, 'enrich')) return limited(c);
    const found = enrichPerson(c.req.query());
    spend(c, 'enrich', found ? 1 : 0);
    if (!found) return pdlError(c, 404, 'No records were found matching your request.');
    return c.json({ status: 200, likelihood: found.likelihood, data: shownTo(c, found.data) }, 200);
  });
  return app;
};
