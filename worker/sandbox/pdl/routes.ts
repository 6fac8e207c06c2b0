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

const withoutContacts = (record: PersonRecord): PersonRecord => ({
  ...record,
  ...Object.fromEntries(
    CONTACT_FIELDS.map((field) => {
      const value = record[field];
      return [field, Array.isArray(value) ? value.length > 0 : value !== null];
    }),
  ),
});

const perMinute = 100;
const allowance = 10_000;

/** People Data Labs v5 over the sample people; the limits are counted and shown, never enforced. */
export const pdlRoutes = (now: () => Date) => {
  let minute = 0;
  let used = 0;
  const left = { search: allowance, enrich: allowance };
  const spend = (c: Context, type: keyof typeof left, credits: number): void => {
    const current = Math.floor(now().getTime() / 60_000);
    used = current === minute ? used + 1 : 1;
    minute = current;
    left[type] = Math.max(0, left[type] - credits);
    // JSON by window, and a time of UTC without a zone: as there
    c.header('x-ratelimit-limit', JSON.stringify({ minute: perMinute }));
    c.header('x-ratelimit-remaining', JSON.stringify({ minute: Math.max(0, perMinute - used) }));
    c.header('x-ratelimit-reset', new Date((minute + 1) * 60_000).toISOString().slice(0, 19).replace('T', ' '));
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
  app.post('/person/search', async (c) => {
    const body: unknown = await c.req.json().catch(() => {
      throw new InvalidQuery('The body is not JSON.');
    });
    const page = searchPeople(body);
    spend(c, 'search', page.data.length);
    if (page.total === 0) return pdlError(c, 404, 'No records were found matching your search.');
    return c.json({ status: 200, data: page.data, scroll_token: page.scrollToken, total: page.total }, 200);
  });
  app.get('/person/enrich', (c) => {
    const found = enrichPerson(c.req.query());
    spend(c, 'enrich', found ? 1 : 0);
    if (!found) return pdlError(c, 404, 'No records were found matching your request.');
    const data = c.req.header('x-api-key') === FREE_PLAN ? withoutContacts(found.data) : found.data;
    return c.json({ status: 200, likelihood: found.likelihood, data }, 200);
  });
  return app;
};
