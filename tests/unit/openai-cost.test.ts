import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AiCallEvent } from '../../events/ai/aiCall.ts';
import { costOfCall, MOST_TOKENS } from '../../events/ai/prices.ts';
import type { AiCalls } from '../../worker/aiCalls.ts';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import { contactSearchPrompt, partnerProfilePrompt } from '../../worker/providers/openai/prompts.ts';
import type { OpenAiOptions } from '../../worker/providers/openai/server.ts';

const MODEL = 'gpt-6.1-terra';
const USAGE = {
  input_tokens: 900,
  input_tokens_details: { cached_tokens: 300, cache_write_tokens: 100 },
  output_tokens: 500,
};
const COST = costOfCall(MODEL, { input: 900, cachedInput: 300, cacheWrite: 100, output: 500 });

let provider: Server;
let answered: object[];
let cutOff: string | null = null;
/** The model's actions before its answer. */
let actions: { type: string; [key: string]: unknown }[] = [];
/** Instead of an answer. */
let respond: ((response: ServerResponse, request: IncomingMessage) => unknown) | null = null;
beforeAll(async () => {
  provider = createServer((request, response) => {
    if (respond) return respond(response, request);
    const content = answered.map((part) => ({ annotations: [], logprobs: [], ...part }));
    const calls = actions.map((action) => ({ type: 'web_search_call', id: 'w', status: 'completed', action }));
    const output = [...calls, { type: 'message', id: 'm', role: 'assistant', status: 'completed', content }];
    response.setHeader('Content-Type', 'application/json');
    const incomplete_details = cutOff && { reason: cutOff };
    response.end(
      JSON.stringify({ id: 'r', object: 'response', model: MODEL, output, incomplete_details, usage: USAGE }),
    );
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
});
afterEach(() => {
  respond = null;
  cutOff = null;
  actions = [];
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

const cause = { actor: 'worker:test', correlationId: 'test', causationId: null };
const question = { tenant: 't', cause, about: 'profile-t', input: {} };

/** The provider as the product asks it, and what was recorded of the calls. */
function asked(options: Partial<OpenAiOptions> = {}) {
  const recorded: Extract<AiCallEvent, { type: 'AiCallMade' }>[] = [];
  const calls: AiCalls = {
    start: async () => ({
      end: async (made) => {
        recorded.push({ type: 'AiCallMade', data: made });
      },
    }),
  };
  const { port } = provider.address() as AddressInfo;
  const ask = openAi(calls, { apiKey: 'key', baseUrl: `http://127.0.0.1:${port}`, model: MODEL, ...options });
  return {
    ask: () => ask(partnerProfilePrompt, question),
    search: () => ask(contactSearchPrompt, question),
    recorded,
  };
}

test.each([
  ['that was declined', [{ type: 'refusal', refusal: 'No.' }], null, { outcome: 'refused', errorCode: 'refusal' }],
  ['whose answer is none', [], null, { outcome: 'error', errorCode: 'bad_answer' }],
  [
    'whose answer is of an unknown kind',
    [{ type: 'output_hologram', text: '{}' }],
    null,
    { outcome: 'error', errorCode: 'bad_answer' },
  ],
  [
    'whose answer cannot be used',
    [{ type: 'output_text', text: '{"a' }],
    null,
    { outcome: 'error', errorCode: 'bad_answer' },
  ],
  [
    'that was cut off',
    [{ type: 'output_text', text: '{"a' }],
    'max_output_tokens',
    { outcome: 'refused', errorCode: 'max_output_tokens' },
  ],
  ['that was filtered', [], 'content_filter', { outcome: 'refused', errorCode: 'content_filter' }],
])('a call is counted with its tokens and cost: one %s', async (_, content, incomplete, expected) => {
  answered = content;
  cutOff = incomplete;
  const { ask, recorded } = asked();
  await expect(ask()).rejects.toMatchObject({ code: expected.errorCode });
  expect(COST).toBeGreaterThan(0);
  const counted = { inputTokens: 900, cachedInputTokens: 300, outputTokens: 500, costUsd: COST };
  expect(recorded).toMatchObject([{ type: 'AiCallMade', data: { ...counted, ...expected, model: MODEL } }]);
});

test('searches of the web are a part of the cost, pages that are opened are not', async () => {
  answered = [{ type: 'refusal', refusal: 'No.' }];
  actions = [
    { type: 'search', query: 'a', sources: [] },
    { type: 'open_page', url: 'https://a.example' },
    { type: 'search', query: 'b', sources: [] },
    { type: 'find_in_page', url: 'https://a.example', pattern: '@' },
  ];
  const { ask, recorded } = asked();
  await expect(ask()).rejects.toMatchObject({ code: 'refusal' });
  expect(recorded).toMatchObject([{ data: { webSearches: 2, cacheWriteTokens: 100 } }]);
  expect(recorded[0]?.data.costUsd).toBeCloseTo((COST ?? 0) + 0.02, 9);
});

const PROFILE = {
  ...{ description: 'd', industry: 'Fitness', minFollowers: 1, minEngagement: 1, platforms: [], targetAudience: 't' },
};
const TEXT = JSON.stringify(PROFILE);
/** An answer as it is on the wire. */
const says = (body: object) => {
  respond = (response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({ id: 'r', object: 'response', status: 'completed', model: MODEL, output: [], ...body }),
    );
  };
};
const message = (...content: object[]) => ({ type: 'message', id: 'm', role: 'assistant', content });
const GOOD = { output: [message({ type: 'output_text', text: TEXT })], usage: USAGE };

test.each<[string, object]>([
  ['annotations', {}],
  ['the parts of a message', { output: [{ type: 'message', id: 'm0', role: 'assistant' }, ...GOOD.output] }],
  ['a phase', { output: [message({ type: 'output_text', text: 'I look around first.' }), ...GOOD.output] }],
  ['its model', { model: undefined }],
])('an answer that leaves out %s is one', async (_what, more) => {
  says({ ...GOOD, ...more });
  const { ask, recorded } = asked();
  expect((await ask()).value).toEqual(PROFILE);
  expect(recorded).toMatchObject([{ data: { outcome: 'ok', costUsd: COST } }]);
});

test('a part of an unknown kind beside the text is ignored', async () => {
  says({ ...GOOD, output: [message({ type: 'output_hologram' }, { type: 'output_text', text: TEXT })] });
  expect((await asked().ask()).value).toEqual(PROFILE);
});

test.each([
  ['server_error', { code: 'http_500', retryable: true }, 'error'],
  ['rate_limit_exceeded', { code: 'http_429', retryable: true, retryAfterSeconds: 20 }, 'error'],
  ['what_is_new', { code: 'http_500', retryable: true }, 'error'],
  [null, { code: 'http_500', retryable: true }, 'error'],
  ['insufficient_quota', { code: 'insufficient_quota', retryable: false }, 'error'],
  ['invalid_prompt', { code: 'invalid_prompt', retryable: false }, 'refused'],
])('an answer that failed with %s is trouble by its code', async (code, expected, outcome) => {
  says({ status: 'failed', error: code && { code, message: 'kim@packs.example' }, usage: null });
  const { ask, recorded } = asked();
  await expect(ask()).rejects.toMatchObject(expected);
  // whoever answered may have charged for it
  expect(recorded).toMatchObject([{ data: { outcome, costUsd: null } }]);
});

test.each([
  ['none', undefined],
  ['null', null],
  ['negative', { ...USAGE, input_tokens: -5_000_000 }],
  ['no number', { ...USAGE, output_tokens: '500' }],
  ['a part of a token', { ...USAGE, output_tokens: 0.5 }],
])('an answer whose usage is %s is good, and its cost unknown', async (_how, usage) => {
  says({ ...GOOD, usage });
  const { ask, recorded } = asked();
  expect((await ask()).value).toEqual(PROFILE);
  expect(recorded).toMatchObject([{ data: { outcome: 'ok', costUsd: null, inputTokens: 0, outputTokens: 0 } }]);
});

test('usage that no model can have is cut to the most that one can, and says so', async () => {
  says({ ...GOOD, usage: { input_tokens: 4e12, input_tokens_details: { cached_tokens: 9e12 }, output_tokens: 4e12 } });
  const { ask, recorded } = asked();
  await ask();
  const { input, output } = MOST_TOKENS;
  expect(recorded).toMatchObject([
    { data: { inputTokens: input, cachedInputTokens: input, outputTokens: output, tokensCut: true } },
  ]);
  expect(recorded[0]?.data.costUsd).toBeLessThan(2);
  says(GOOD);
  await ask();
  expect(recorded[1]?.data).not.toHaveProperty('tokensCut');
});

test('a search of the web makes so many calls at the most', async () => {
  const bodies: Record<string, unknown>[] = [];
  respond = async (response, request) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(400).end();
  };
  const { ask, search } = asked();
  await ask().catch(() => undefined);
  await search().catch(() => undefined);
  expect(bodies[0]).not.toHaveProperty('max_tool_calls');
  expect(bodies[1]).toMatchObject({ max_tool_calls: 12, tools: [{ type: 'web_search' }] });
});

test('waits as long as its own limit says, however soon fetch gives up', async () => {
  const usual = getGlobalDispatcher();
  setGlobalDispatcher(new Agent({ headersTimeout: 50 }));
  respond = (response) => setTimeout(() => response.writeHead(429).end(), 1_300);
  try {
    await expect(asked({ timeoutMs: 10_000 }).ask()).rejects.toMatchObject({ code: 'http_429' });
  } finally {
    setGlobalDispatcher(usual);
  }
});

test('a call that was given up has an unknown cost; one that was refused costs nothing', async () => {
  respond = () => undefined;
  const silent = asked({ timeoutMs: 50 });
  await expect(silent.ask()).rejects.toMatchObject({ code: 'timeout' });
  expect(silent.recorded).toMatchObject([{ data: { outcome: 'error', costUsd: null } }]);
  respond = (response) => response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":{}}');
  const refused = asked();
  await expect(refused.ask()).rejects.toMatchObject({ code: 'http_400' });
  expect(refused.recorded).toMatchObject([{ data: { outcome: 'error', costUsd: 0 } }]);
});

const HEAD = { 'Content-Type': 'application/json', 'Content-Length': '5000' };
test.each([
  [
    'breaks off',
    (response: ServerResponse) => response.writeHead(200, HEAD).write('{"id"', () => response.destroy()),
    'connection',
  ],
  ['is no whole JSON', (response: ServerResponse) => response.writeHead(200).end('{"id"'), 'bad_answer'],
  ['stops after its start', (response: ServerResponse) => response.writeHead(200, HEAD).write('{"id"'), 'timeout'],
])('an answer that %s has an unknown cost', async (_how, answer, code) => {
  respond = answer;
  const { ask, recorded } = asked({ timeoutMs: 400 });
  await expect(ask()).rejects.toMatchObject({ code, retryable: true });
  expect(recorded).toMatchObject([{ data: { outcome: 'error', errorCode: code, costUsd: null } }]);
});

test('a provider that asked to wait is not called until then', async () => {
  let calls = 0;
  respond = (response) => {
    calls += 1;
    response.writeHead(429, { 'Retry-After': '120' }).end();
  };
  const { ask, recorded } = asked();
  for (let time = 0; time < 3; time += 1)
    await expect(ask()).rejects.toMatchObject({
      code: 'http_429',
      retryable: true,
      reason: { code: 'provider_waits', provider: 'The AI provider', minutes: 2 },
    });
  expect(calls).toBe(1);
  expect(recorded).toHaveLength(1);
});

test('an answer may be so long, and models that do not think are not told how hard to', async () => {
  const bodies: Record<string, unknown>[] = [];
  respond = async (response, request) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(400).end();
  };
  await asked()
    .ask()
    .catch(() => undefined);
  await asked({ model: 'gpt-4.1-mini' })
    .ask()
    .catch(() => undefined);
  expect(bodies).toMatchObject([
    { max_output_tokens: 4000, reasoning: { effort: 'low' } },
    { max_output_tokens: 4000 },
  ]);
  expect(bodies[1]).not.toHaveProperty('reasoning');
});
