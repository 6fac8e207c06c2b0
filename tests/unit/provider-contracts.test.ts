/** Each data adapter with an answer, none, each error, and a slow, cut or non-JSON one: one server. */

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { hunter, OptedOut } from '../../worker/providers/hunter/client.ts';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import { modelLookUp } from '../../worker/providers/openai/check.ts';
import { contactSearchPrompt, replyClassificationPrompt } from '../../worker/providers/openai/prompts.ts';
import { peopleDataLabs } from '../../worker/providers/peopleDataLabs/client.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { youTube } from '../../worker/providers/youtube/client.ts';
import { rememberedCalls } from '../evals/calls.ts';

let answer: RequestListener;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(
  () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
);

/** Short, as the tests of a silent provider wait for it; on a busy machine an answer takes a moment, too. */
const TIMEOUT_MS = 750;
const says = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  answer = (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};

type Adapter = {
  name: string;
  ask: () => Promise<unknown>;
  /** An answer, and what comes of it. */
  success: [body: unknown, result: unknown];
  empty: [status: number, body: unknown, result: unknown];
  errorBody: (status: number, code: string) => unknown;
  /** By status, with the provider's own code: our code, and whether it is worth another try. */
  errors: [status: number, code: string, ours: string, retryable: boolean][];
  /** The result of one that takes too long and is not tried again. */
  late?: string;
};

const person = { full_name: 'Ada Lindqvist', linkedin_url: 'linkedin.com/in/ada' };
const asked = {
  name: 'Ada Lindqvist',
  domain: 'uphill.example',
  company: null,
  profileUrl: 'https://linkedin.com/in/ada',
};
const pdl = () => peopleDataLabs({ apiKey: 'k', baseUrl: url, timeoutMs: TIMEOUT_MS });
const atHunter = () => hunter({ apiKey: 'k', baseUrl: url, timeoutMs: TIMEOUT_MS });
const question = {
  ...{ tenant: 't', about: 'message-m', input: { reply: { subject: 'Re', text: 'No.' } } },
  cause: { actor: 'test', correlationId: 'c', causationId: null },
};
const pdlError = (status: number, type: string) => ({ status, error: { type, message: 'for Ada Lindqvist' } });
const pdlErrors: Adapter['errors'] = [
  [400, 'invalid_request_error', 'http_400', false],
  [401, 'authentication_error', 'http_401', false],
  [402, 'payment_required', 'http_402', false],
  [429, 'rate_limit_error', 'http_429', true],
  [500, 'api_error', 'http_500', true],
];
const response = (value: object, searched: object[] = [], cited: string[] = []) => ({
  ...{ id: 'r', object: 'response', model: 'gpt-6.1-terra', status: 'completed', incomplete_details: null },
  output: [
    ...searched,
    {
      ...{ type: 'message', id: 'm', status: 'completed', role: 'assistant' },
      content: [
        {
          ...{ type: 'output_text', text: JSON.stringify(value) },
          annotations: cited.map((url) => ({ type: 'url_citation', url, title: '', start_index: 0, end_index: 1 })),
        },
      ],
    },
  ],
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
});
/** A model's comment before its answer, and the answer. */
const afterComment = (value: object) => {
  const answer = response(value);
  const [message] = answer.output;
  const comment = {
    ...message,
    phase: 'commentary',
    content: [{ type: 'output_text', text: 'I check.', annotations: [] }],
  };
  return { ...answer, output: [comment, { ...message, phase: 'final_answer' }] };
};
const webSearch = (action: object) => ({ type: 'web_search_call', id: 'w', status: 'completed', action });
const aiErrors: Adapter['errors'] = [
  [400, 'context_length_exceeded', 'context_length_exceeded', false],
  [400, 'content_filter', 'content_filter', false],
  [400, 'invalid_value', 'http_400', false],
  [401, 'invalid_api_key', 'http_401', false],
  [404, 'model_not_found', 'model_not_found', false],
  [429, 'rate_limit_exceeded', 'http_429', true],
  [429, 'insufficient_quota', 'insufficient_quota', false],
  [500, 'server_error', 'http_500', true],
];
const askAi = () =>
  openAi(rememberedCalls(), { apiKey: 'k', baseUrl: url, model: 'gpt-6.1-terra', timeoutMs: TIMEOUT_MS });
const aiError = (_status: number, code: string) => ({ error: { message: 'for Ada', type: 'x', param: null, code } });
const hunterError = (status: number, id: string) => ({ errors: [{ id, code: status, details: 'for Ada Lindqvist' }] });
// as its documents have it: 403 is the rate, 429 the empty account
const hunterErrors: Adapter['errors'] = [
  [400, 'wrong_params', 'http_400', false],
  [401, 'authentication_failed', 'http_401', false],
  [403, 'too_many_requests', 'http_429', true],
  [429, 'too_many_requests', 'http_429', false],
  [451, 'claimed_email', 'http_451', false],
  [500, 'internal', 'http_500', true],
];

const atYouTube = () => youTube({ apiKey: 'k', baseUrl: url, timeoutMs: TIMEOUT_MS });
const youTubeErrors: Pick<Adapter, 'errorBody' | 'errors'> = {
  errorBody: (code, reason) => ({
    error: { code, message: 'for Ada', errors: [{ reason, domain: 'x', message: '' }] },
  }),
  errors: [
    [400, 'keyInvalid', 'youtube_key', false],
    [403, 'quotaExceeded', 'youtube_quota', false],
    [403, 'accessNotConfigured', 'youtube_disabled', false],
    [500, 'backendError', 'http_500', true],
  ],
};

const adapters: Adapter[] = [
  {
    name: 'People Data Labs, search',
    ask: () => pdl().search({}, 1, null),
    success: [
      { status: 200, data: [person], scroll_token: 's', total: 9 },
      { people: [person], scrollToken: 's', credits: 1 },
    ],
    empty: [404, pdlError(404, 'not_found'), { people: [], scrollToken: null, credits: 0 }],
    errorBody: pdlError,
    errors: pdlErrors,
  },
  {
    name: 'People Data Labs, enrich',
    ask: () => pdl().enrich('linkedin.com/in/ada'),
    success: [
      { status: 200, likelihood: 9, data: person },
      { person, credits: 1 },
    ],
    empty: [404, pdlError(404, 'not_found'), { person: null, credits: 0 }],
    errorBody: pdlError,
    errors: pdlErrors,
  },
  {
    name: 'Hunter, finder',
    ask: () => atHunter().find(asked),
    success: [
      {
        data: {
          ...{ email: 'ada@uphill.example', score: 97, domain: 'uphill.example', accept_all: false },
          ...{ verification: { date: '2026-01-01', status: 'valid' }, sources: [] },
        },
      },
      { email: 'ada@uphill.example', score: 97, status: 'valid', sourceUrl: null },
    ],
    empty: [200, { data: { email: null, score: null, sources: [], verification: { date: null, status: null } } }, null],
    errorBody: hunterError,
    errors: hunterErrors,
  },
  {
    name: 'Hunter, verifier',
    ask: () => atHunter().verify('ada@uphill.example'),
    success: [
      { data: { status: 'accept_all', result: 'risky', score: 70, block: false, email: 'ada@uphill.example' } },
      'accept_all',
    ],
    // an address that it has nothing on, which is no verdict
    empty: [404, hunterError(404, 'not_found'), 'unknown'],
    errorBody: hunterError,
    errors: [...hunterErrors, [202, 'not_ready', 'http_202', true], [222, 'no_usable_answer', 'http_222', true]],
  },
  {
    name: 'Hunter, account',
    ask: () => atHunter().check(),
    success: [
      { data: { requests: { searches: { used: 5, available: 25 } } } },
      '20 searches left, this call cost nothing',
    ],
    // an account that counts in none of the ways that are known
    empty: [200, { data: {} }, 'this call cost nothing'],
    errorBody: hunterError,
    errors: hunterErrors,
  },
  {
    name: 'YouTube, search',
    ask: () => atYouTube().searchChannels('trail', null, null),
    success: [
      { items: [{ id: { channelId: 'UC1' } }], nextPageToken: 'n' },
      { ids: ['UC1'], nextPage: 'n' },
    ],
    empty: [200, {}, { ids: [], nextPage: null }],
    ...youTubeErrors,
  },
  {
    name: 'YouTube, channels',
    ask: () => atYouTube().channels(['UC1']),
    success: [{ items: [{ id: 'UC1' }] }, [{ id: 'UC1' }]],
    empty: [200, {}, []],
    ...youTubeErrors,
  },
  {
    name: 'YouTube, newest videos',
    ask: () => atYouTube().newestVideos('UU1', 5),
    success: [{ items: [{ contentDetails: { videoId: 'v1' } }, { contentDetails: {} }] }, ['v1']],
    // a channel without public videos
    empty: [404, youTubeErrors.errorBody(404, 'playlistNotFound'), []],
    ...youTubeErrors,
  },
  {
    name: 'YouTube, videos',
    ask: () => atYouTube().videos(['v1']),
    success: [{ items: [{ id: 'v1' }] }, [{ id: 'v1' }]],
    empty: [200, {}, []],
    ...youTubeErrors,
  },
  {
    name: 'OpenAI, models',
    ask: () =>
      modelLookUp({ apiKey: 'k', baseUrl: url, model: 'gpt-6.1-terra', timeoutMs: TIMEOUT_MS }).ask('gpt-6.1-terra'),
    success: [
      { id: 'gpt-6.1-terra', shutdown_date: '2027-03-01' },
      { offered: true, endsOn: '2027-03-01' },
    ],
    empty: [404, aiError(404, 'model_not_found'), { offered: false, endsOn: null }],
    errorBody: aiError,
    errors: aiErrors.filter(([, code]) => code !== 'model_not_found'),
  },
  {
    name: 'OpenAI',
    ask: async () => (await askAi()(replyClassificationPrompt, question)).value,
    success: [response({ labels: [] }), { labels: [] }],
    // it declined: there is no empty answer that is a good one
    empty: [
      200,
      { ...response({}), output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }] },
      'refusal',
    ],
    errorBody: aiError,
    errors: aiErrors,
  },
  {
    name: 'OpenAI, web search for an address',
    late: 'not: it was paid for',
    ask: async () => {
      const { value, opened } = await askAi()(contactSearchPrompt, question);
      return { email: value.email, opened };
    },
    // what it only came across is no page that it read
    success: [
      response(
        { email: 'ada@uphill.example', sourceUrl: 'https://uphill.example/about', confidence: 0.8 },
        [
          webSearch({ type: 'search', query: 'q', sources: [{ type: 'url', url: 'https://list.example/' }] }),
          webSearch({ type: 'open_page', url: 'https://uphill.example/about' }),
          webSearch({ type: 'open_page', url: 'javascript:alert(1)' }),
        ],
        ['https://uphill.example/team', 'https://uphill.example/about'],
      ),
      { email: 'ada@uphill.example', opened: ['https://uphill.example/about', 'https://uphill.example/team'] },
    ],
    empty: [
      200,
      response({ email: null, sourceUrl: null, confidence: 0 }, [webSearch({ type: 'search', query: 'q' })]),
      { email: null, opened: [] },
    ],
    errorBody: aiError,
    errors: aiErrors,
  },
];

/** The trouble that a call ends in. */
async function troubleOf(ask: () => Promise<unknown>): Promise<ProviderError> {
  const error = await ask().then(
    (value) => new Error(`no trouble, but ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown as Error,
  );
  expect(error).toBeInstanceOf(ProviderError);
  // the provider's own words may name people
  expect(JSON.stringify((error as ProviderError).reason)).not.toMatch(/Ada/);
  return error as ProviderError;
}

test('what a model says before its answer is no part of it', async () => {
  says(200, afterComment({ labels: [] }));
  expect((await askAi()(replyClassificationPrompt, question)).value).toEqual({ labels: [] });
});

describe.each(adapters)('$name', ({ ask, success, empty, errorBody, errors, late }) => {
  test('an answer is read', async () => {
    says(200, success[0]);
    expect(await ask()).toEqual(success[1]);
  });

  test('nobody is nobody, and no trouble', async () => {
    says(empty[0], empty[1]);
    if (empty[2] === 'refusal') expect((await troubleOf(ask)).code).toBe('refusal');
    else expect(await ask()).toEqual(empty[2]);
  });

  test.each(errors)('%i %s is %s', async (status, code, ours, retryable) => {
    says(status, errorBody(status, code));
    expect(await troubleOf(ask)).toMatchObject({ code: ours, retryable });
  });

  test('a redirect is not followed: another host would get key and question', async () => {
    const paths: (string | undefined)[] = [];
    answer = (request, response) => {
      paths.push(request.url);
      if (request.url !== '/elsewhere') response.writeHead(307, { Location: `${url}/elsewhere` });
      response.end();
    };
    expect(await troubleOf(ask)).toMatchObject({ code: 'http_307', retryable: false });
    expect(paths).not.toContain('/elsewhere');
  });

  test(`one that takes too long is ${late ?? 'tried again'}`, async () => {
    answer = () => undefined;
    expect(await troubleOf(ask)).toMatchObject({ code: 'timeout', retryable: late === undefined });
  });

  test('one that is cut off is tried again', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '5000' });
      response.write('{"data":[');
      setImmediate(() => response.destroy());
    };
    expect((await troubleOf(ask)).retryable).toBe(true);
  });

  test('one that is no JSON, or has another shape, says so', async () => {
    for (const body of ['<html>Bad gateway</html>', { data: 7, output: 7, items: 7 }]) {
      says(200, body);
      expect(reasonSentence((await troubleOf(ask)).reason)).toMatch(/answer that cannot be used|not responding/);
    }
  });
});

test.each([
  ['finder', () => atHunter().find(asked)],
  ['verifier', () => atHunter().verify('ada@uphill.example')],
])('who opted out at Hunter is told apart by the %s', async (_name, ask) => {
  says(451, hunterError(451, 'claimed_email'));
  await expect(ask()).rejects.toBeInstanceOf(OptedOut);
});

test('what a call of People Data Labs cost is what its header says', async () => {
  says(200, { status: 200, data: [person], scroll_token: null, total: 1 }, { 'x-call-credits-spent': '3' });
  expect(await pdl().search({}, 1, null)).toMatchObject({ credits: 3 });
});

test.each<[string, unknown]>([
  ['of another shape', { data: [{ full_name: 5 }] }],
  ['that is no JSON', '<html>'],
])('an answer of People Data Labs %s costs what its header says all the same', async (_how, body) => {
  says(200, body, { 'x-call-credits-spent': '3' });
  expect(await troubleOf(() => pdl().search({}, 1, null))).toMatchObject({ code: 'bad_answer', credits: 3 });
  expect(await troubleOf(() => pdl().enrich('linkedin.com/in/ada'))).toMatchObject({ code: 'bad_answer', credits: 3 });
  says(200, body);
  expect(await troubleOf(() => pdl().search({}, 1, null))).toMatchObject({ code: 'bad_answer', credits: 0 });
});

test.each([
  ['without its zone', ' ', ''],
  ['as its documents have it', 'T', 'Z'],
])('the limit of People Data Labs says by its own header when it ends, %s', async (_how, between, zone) => {
  const reset = `${new Date(Date.now() + 42_000).toISOString().slice(0, 19).replace('T', between)}${zone}`;
  says(429, pdlError(429, 'rate_limit_error'), { 'x-ratelimit-reset': reset });
  const { retryAfterSeconds } = await troubleOf(() => pdl().search({}, 1, null));
  expect(retryAfterSeconds).toBeGreaterThan(35);
  expect(retryAfterSeconds).toBeLessThanOrEqual(42);
});

test('an error of People Data Labs that is no limit lets the next call pass, whatever the limit header says', async () => {
  const reset = new Date(Date.now() + 42_000).toISOString().slice(0, 19);
  const client = pdl();
  says(500, pdlError(500, 'api_error'), { 'x-ratelimit-reset': reset });
  expect(await troubleOf(() => client.search({}, 1, null))).toMatchObject({
    code: 'http_500',
    retryAfterSeconds: null,
  });
  says(200, { status: 200, data: [person], scroll_token: null, total: 1 });
  expect((await client.search({}, 1, null)).people).toHaveLength(1);
});
