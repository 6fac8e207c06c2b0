import { z } from 'zod';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { ProviderError, rateLimited, retryAfter, statusError } from '../providerError.ts';
import { providerGate } from '../providerGate.ts';
import { HUNTER_STATUSES, type HunterStatus } from './verdict.ts';

const TIMEOUT_MS = 30_000;
/** The time that Hunter may take, in seconds: its maximum. It is surer then. */
const MAX_DURATION = '20';
/** Seconds until the next request, if a verification is not ready, or its mail server gave no usable answer. */
const NOT_READY_WAIT = 10;
const NO_ANSWER_WAIT = 120;
/** Below this score, of 100, Hunter guesses. */
const LEAST_SCORE = 70;

const text = z.string().nullish();
/** A status that is new to us says nothing. */
const status = z.enum(HUNTER_STATUSES).nullish().catch('unknown');

const finderAnswer = z.object({
  data: z.object({
    email: text,
    score: z.number().nullish(),
    verification: z.object({ status }).nullish(),
    sources: z.array(z.object({ uri: text, still_on_page: z.boolean().nullish() })).nullish(),
  }),
});
const verifierAnswer = z.object({ data: z.object({ status, block: z.boolean().nullish() }) });
const counter = z.object({ used: z.number(), available: z.number() }).nullish();
const accountAnswer = z.object({
  data: z.object({ requests: z.object({ searches: counter, verifications: counter, credits: counter }).nullish() }),
});

/** Hunter knows that this person wants nobody to use their data: they are to be erased here, too. */
export class OptedOut extends ProviderError {
  constructor() {
    super({ code: 'hunter_opted_out' }, 'http_451', false);
  }
}

export type HunterFind = { email: string; score: number; status: HunterStatus | null; sourceUrl: string | null };

export type Hunter = {
  /** The work address of a person at their company: 1 search if there is one, else nothing. Throws OptedOut. */
  find(person: {
    name: string;
    profileUrl: string | null;
    domain: string | null;
    company: string | null;
  }): Promise<HunterFind | null>;
  /** Whether an address takes mail: 1 verification. Throws ProviderError to ask again later while it is not ready, and OptedOut. */
  verify(email: string): Promise<HunterStatus>;
  /** Looks at the account, which costs nothing: whether the key works, and what is left. */
  check(): Promise<string>;
};

declare module '../../context.ts' {
  interface Deps {
    hunter: Hunter | null;
  }
}

/** Opens the way to Hunter v2 by plain HTTP. Throws ProviderError. */
export function hunter(options: { apiKey: string; baseUrl: string; timeoutMs?: number }): Hunter {
  const gate = providerGate('Hunter');

  /** null: there is no such thing. */
  async function call(path: string, query: Record<string, string> = {}): Promise<unknown> {
    gate.pass();
    let response: Response;
    try {
      response = await fetch(`${options.baseUrl}${path}?${new URLSearchParams(query)}`, {
        headers: { 'X-API-KEY': options.apiKey, Accept: 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      });
    } catch (error) {
      throw unreachable(error);
    }
    if (response.status === 404) return null;
    if (response.status !== 200) {
      await response.body?.cancel();
      const failed = failure(response);
      // one that is not ready says nothing of the others
      if (response.status >= 400) gate.heed(failed);
      throw failed;
    }
    try {
      return await response.json();
    } catch (error) {
      if (error instanceof SyntaxError) throw badAnswer();
      throw unreachable(error);
    }
  }

  return {
    async find({ name, profileUrl, domain, company }) {
      const handle = /linkedin\.com\/in\/([^/?#]+)/i.exec(profileUrl ?? '')?.[1];
      const where = domain ? { domain } : company ? { company } : handle ? { linkedin_handle: handle } : null;
      if (!where) return null;
      const answer = await call('/email-finder', { ...where, full_name: name, max_duration: MAX_DURATION });
      const { email, score, verification, sources } = answer === null ? {} : read(finderAnswer, answer).data;
      const sure = verification?.status === 'valid' || (score ?? 0) >= LEAST_SCORE;
      if (!email || !sure) return null;
      const seen = sources?.find(({ still_on_page }) => still_on_page) ?? sources?.[0];
      return {
        email: email.toLowerCase(),
        score: score ?? 0,
        status: verification?.status ?? null,
        sourceUrl: externalUrl(seen?.uri),
      };
    },
    async verify(email) {
      const answer = await call('/email-verifier', { email });
      if (answer === null) return 'unknown';
      const { status: found, block } = read(verifierAnswer, answer).data;
      // the mail server refused the question, not the address
      return block ? 'unknown' : (found ?? 'unknown');
    },
    async check() {
      const { requests } = read(accountAnswer, await call('/account')).data;
      const left = (name: string, one: z.infer<typeof counter>) =>
        one && `${Math.max(0, one.available - one.used)} ${name} left`;
      return [
        left('searches', requests?.searches),
        left('verifications', requests?.verifications),
        left('credits', requests?.credits),
        'this call cost nothing',
      ]
        .filter(Boolean)
        .join(', ');
    },
  };
}

function unreachable(error: unknown): ProviderError {
  const slow = error instanceof DOMException && error.name === 'TimeoutError';
  return slow
    ? new ProviderError({ code: 'provider_timeout', provider: 'Hunter' }, 'timeout', true)
    : new ProviderError({ code: 'provider_unreachable', provider: 'Hunter' }, 'connection', true);
}

const badAnswer = () => new ProviderError({ code: 'provider_unusable', provider: 'Hunter' }, 'bad_answer', false);

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw badAnswer();
  return parsed.data;
}

/** Hunter's 403 is what others call 429, and its 429 is an empty account. */
function failure({ status: code, headers }: Response): ProviderError {
  const wait = retryAfter(headers.get('retry-after'));
  switch (code) {
    case 202:
      return new ProviderError({ code: 'hunter_checking' }, 'http_202', true, wait ?? NOT_READY_WAIT);
    case 222:
      return new ProviderError({ code: 'hunter_no_answer' }, 'http_222', true, NO_ANSWER_WAIT);
    case 403:
      return rateLimited('Hunter', wait);
    case 429:
      return new ProviderError(
        { code: 'provider_no_credits', provider: 'Hunter', setting: 'HUNTER_API_KEY' },
        'http_429',
        false,
      );
    case 451:
      return new OptedOut();
    default:
      return statusError('Hunter', 'HUNTER_API_KEY', code, wait);
  }
}
