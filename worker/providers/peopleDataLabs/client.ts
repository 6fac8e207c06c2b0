import { z } from 'zod';
import { newId } from '../../../db/log/newId.ts';
import { ProviderError, retryAfter, statusError } from '../providerError.ts';
import { providerGate } from '../providerGate.ts';

const TIMEOUT_MS = 20_000;

/** The requested fields of a person: those that are read below. */
const FIELDS = [
  'full_name',
  'linkedin_url',
  'linkedin_username',
  'headline',
  'summary',
  'industry',
  'job_title',
  'job_company_name',
  'job_company_website',
  'location_country',
  'location_region',
  'location_locality',
  'work_email',
  'emails',
  'interests',
  'skills',
  'profiles',
] as const;

const text = z.string().nullish();
/** A person as People Data Labs answers it; what we do not use is dropped. On the free plan contact fields are true or false. */
const pdlPerson = z.object({
  full_name: text,
  linkedin_url: text,
  linkedin_username: text,
  headline: text,
  summary: text,
  industry: text,
  job_title: text,
  job_company_name: text,
  job_company_website: text,
  location_country: text,
  // a plan without them answers true or false
  location_region: z.union([z.string(), z.boolean()]).nullish(),
  location_locality: z.union([z.string(), z.boolean()]).nullish(),
  work_email: z.union([z.string(), z.boolean()]).nullish(),
  emails: z.union([z.array(z.object({ address: text, type: text, last_seen: text })), z.boolean()]).nullish(),
  interests: z.array(z.string()).nullish(),
  skills: z.array(z.string()).nullish(),
  profiles: z
    .array(
      z.object({
        network: text,
        url: text,
        username: text,
      }),
    )
    .nullish(),
});
export type PdlPerson = z.infer<typeof pdlPerson>;

const searchAnswer = z.object({ data: z.array(pdlPerson), scroll_token: text, total: z.number() });
const enrichAnswer = z.object({ likelihood: z.number(), data: pdlPerson });

export type PeopleDataLabs = {
  /** One page of a search: 1 credit a record. An empty page means that nothing (more) matches. */
  search(
    query: object,
    size: number,
    scrollToken: string | null,
  ): Promise<{ people: PdlPerson[]; scrollToken: string | null; credits: number }>;
  /**
   * The person behind a profile URL: 1 credit; null, and no credit, when there is none. `required`: the fields of which one must be there, or
   * it counts as none.
   */
  enrich(
    profileUrl: string,
    required?: readonly (keyof PdlPerson)[],
  ): Promise<{ person: PdlPerson | null; credits: number }>;
  /** Looks up a profile that does not exist, which costs no credit. It tells whether the key works, and what is left of its limits. */
  check(): Promise<string>;
};

declare module '../../context.ts' {
  interface Deps {
    peopleData: PeopleDataLabs | null;
  }
}

/** A limit by window is JSON, such as {"minute": 99}. */
const perMinute = (header: string | null): string | undefined => /minute\W+(\d+)/.exec(header ?? '')?.[1];

function limitsIn(headers: Headers): string {
  const [left, limit] = [perMinute(headers.get('x-ratelimit-remaining')), perMinute(headers.get('x-ratelimit-limit'))];
  const credits = headers.get('x-totallimit-remaining');
  const spent = headers.get('x-call-credits-spent');
  return [
    left && `${left}${limit ? ` of ${limit}` : ''} lookups left in this minute`,
    credits && `${credits} lookup credits left`,
    spent && `this call cost ${spent} credits`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** A call's cost. If the provider does not say, a credit for each person. */
function creditsIn(headers: Headers, people: number): number {
  const spent = headers.get('x-call-credits-spent');
  return spent !== null && /^\d+(\.\d+)?$/.test(spent) ? Number(spent) : people;
}

/** An answer that cannot be read is paid for like any other; how many people it has is not known. */
const badAnswer = (headers: Headers, retryable: boolean): ProviderError =>
  new ProviderError(
    { code: 'provider_unusable', provider: 'People Data Labs' },
    'bad_answer',
    retryable,
    null,
    creditsIn(headers, 0),
  );

/** Seconds until a limit starts again: a time of UTC, with its zone or without, such as 2026-11-24 13:05:00. There is no Retry-After. */
function untilReset(header: string | null): number | null {
  const at = Date.parse(`${(header ?? '').trim().replace(' ', 'T').replace(/Z$/, '')}Z`);
  return Number.isNaN(at) ? null : Math.max(1, (at - Date.now()) / 1000);
}

/** Opens the way to People Data Labs v5 by plain HTTP (its own SDK never settles on some answers). Throws ProviderError. */
export function peopleDataLabs(options: { apiKey: string; baseUrl: string; timeoutMs?: number }): PeopleDataLabs {
  const gate = providerGate('People Data Labs');

  /** 404 says that there is nobody. */
  async function request(path: string, init: RequestInit): Promise<Response> {
    gate.pass();
    let response: Response;
    try {
      response = await fetch(`${options.baseUrl}${path}`, {
        ...init,
        headers: { 'X-Api-Key': options.apiKey, 'Content-Type': 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      });
    } catch (error) {
      const slow = error instanceof DOMException && error.name === 'TimeoutError';
      throw slow
        ? new ProviderError({ code: 'provider_timeout', provider: 'People Data Labs' }, 'timeout', true)
        : new ProviderError({ code: 'provider_unreachable', provider: 'People Data Labs' }, 'connection', true);
    }
    if (!response.ok && response.status !== 404) {
      const { headers, status } = response;
      // each answer says when the limit starts again, but only this one says that it is reached
      const reset = status === 429 ? untilReset(headers.get('x-ratelimit-reset')) : null;
      const wait = retryAfter(headers.get('retry-after')) ?? reset;
      const failed = statusError('People Data Labs', 'PDL_API_KEY', status, wait);
      gate.heed(failed);
      throw failed;
    }
    return response;
  }

  /** `answer` null: there is nobody. */
  async function call(path: string, init: RequestInit): Promise<{ answer: unknown; headers: Headers }> {
    const response = await request(path, init);
    const { headers } = response;
    if (response.status === 404) return { answer: null, headers };
    const answer: unknown = await response.json().catch(() => {
      throw badAnswer(headers, true);
    });
    return { answer, headers };
  }

  const enrichPath = (profile: string, required: readonly string[] = []) =>
    `/person/enrich?${new URLSearchParams({
      ...{ profile, min_likelihood: '6', titlecase: 'true' },
      ...(required.length > 0 ? { required: required.join(' OR ') } : {}),
    })}`;

  function read<T>(schema: z.ZodType<T>, value: unknown, headers: Headers): T {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw badAnswer(headers, false);
    return parsed.data;
  }

  return {
    async search(query, size, scrollToken) {
      const body = JSON.stringify({
        dataset: 'all',
        size,
        query,
        titlecase: true,
        data_include: FIELDS.join(','),
        ...(scrollToken ? { scroll_token: scrollToken } : {}),
      });
      const { answer, headers } = await call('/person/search', { method: 'POST', body });
      if (answer === null) return { people: [], scrollToken: null, credits: creditsIn(headers, 0) };
      const { data: people, scroll_token } = read(searchAnswer, answer, headers);
      return { people, scrollToken: scroll_token ?? null, credits: creditsIn(headers, people.length) };
    },
    async enrich(profileUrl, required) {
      const { answer, headers } = await call(enrichPath(profileUrl, required), { method: 'GET' });
      const person = answer === null ? null : read(enrichAnswer, answer, headers).data;
      return { person, credits: creditsIn(headers, person ? 1 : 0) };
    },
    check: async () => limitsIn((await request(enrichPath(`linkedin.com/in/${newId()}`), { method: 'GET' })).headers),
  };
}
