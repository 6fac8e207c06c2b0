import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { personByProfile } from '../people/lookup.ts';
import { samplePeople } from '../people/sample.ts';
import { hunterRecord, isOptedOut, verdictOn } from './knowledge.ts';

const ids: Record<number, string> = {
  400: 'wrong_params',
  401: 'authentication_failed',
  403: 'rate_limit_reached',
  404: 'not_found',
  429: 'usage_limit_reached',
  451: 'claimed_email',
};

/** A non-result in Hunter's form. 202: the verification goes on. 222: the mail server answered strangely. */
export const hunterError = (c: Context, status: ContentfulStatusCode, message: string): Response =>
  status < 300
    ? c.json({ data: null, meta: { message } }, status)
    : c.json({ errors: [{ id: ids[status] ?? 'server_error', code: status, details: message }] }, status);

const same = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.trim().toLowerCase();

/** A key whose account has no searches and no verifications left. */
const EXHAUSTED = 'exhausted';
/** A verification of an address at `slow.…` is not ready this often. */
const NOT_READY = 2;

/** Hunter v2 over the sample people. Nothing is counted, and no limit is enforced. */
export const hunterRoutes = () => {
  const asked = new Map<string, number>();
  const app = new Hono();
  app.use(async (c, next) => {
    const key = c.req.header('x-api-key') ?? c.req.query('api_key');
    if (!key) return hunterError(c, 401, 'No user found for the API key supplied');
    if (key === EXHAUSTED && !c.req.path.endsWith('/account'))
      return hunterError(c, 429, "You've reached the limit of your plan.");
    return next();
  });
  app.get('/account', (c) => {
    const used = c.req.header('x-api-key') === EXHAUSTED ? 500 : 0;
    const requests = { searches: { used, available: 500 }, verifications: { used, available: 1_000 } };
    return c.json({ data: { plan_name: 'Starter', plan_level: 1, reset_date: '2027-01-01', requests } }, 200);
  });
  app.get('/email-finder', (c) => {
    const { domain, company, linkedin_handle: handle, full_name, first_name, last_name } = c.req.query();
    const name = full_name ?? (first_name && last_name ? `${first_name} ${last_name}` : undefined);
    if (!domain && !company && !handle) return hunterError(c, 400, 'You are missing the domain or company parameter');
    if (!handle && !name) return hunterError(c, 400, 'You are missing the name of the person');
    const person = handle
      ? personByProfile(`https://linkedin.com/in/${handle}`)
      : samplePeople.find(
          (one) => same(one.fullName, name) && (same(one.domain, domain) || same(one.company, company)),
        );
    if (person && isOptedOut(person))
      return hunterError(c, 451, 'The person behind the requested email address asked us not to process their data');
    const record = person ? hunterRecord(person) : null;
    const uri = `https://www.${person?.domain}/team`;
    return c.json(
      {
        data: {
          first_name: person?.firstName ?? null,
          last_name: person?.lastName ?? null,
          email: record?.email ?? null,
          score: record?.score ?? null,
          domain: person?.domain ?? domain ?? null,
          accept_all: record?.status === 'accept_all',
          position: person?.title ?? null,
          company: person?.company ?? null,
          linkedin_url: null,
          // what is built by a pattern was seen nowhere
          verification:
            record && !record.guess ? { date: '2026-11-02', status: record.status } : { date: null, status: null },
          sources: record && !record.guess ? [{ domain: person?.domain, uri, still_on_page: true }] : [],
        },
        meta: { params: {} },
      },
      200,
    );
  });
  app.get('/email-verifier', (c) => {
    const email = c.req.query('email')?.trim().toLowerCase() ?? '';
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return hunterError(c, 400, 'The email supplied is invalid');
    const times = (asked.get(email) ?? 0) + 1;
    asked.set(email, times);
    if (/@slow\./.test(email) && times <= NOT_READY) return hunterError(c, 202, 'The verification is in progress');
    if (/@greylisting\./.test(email))
      return hunterError(c, 222 as ContentfulStatusCode, 'The SMTP server returned an unexpected response');
    const status = /@slow\./.test(email) ? 'valid' : verdictOn(email);
    return c.json(
      {
        data: {
          status,
          score: status === 'valid' ? 97 : status === 'invalid' ? 0 : 55,
          email,
          regexp: true,
          gibberish: false,
          disposable: false,
          webmail: status === 'webmail',
          mx_records: true,
          smtp_server: status !== 'unknown',
          smtp_check: status === 'valid',
          accept_all: status === 'accept_all',
          block: false,
          sources: [],
        },
        meta: { params: { email } },
      },
      200,
    );
  });
  return app;
};
