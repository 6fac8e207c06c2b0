/** Servers that speak as OpenAI does, each as its own source and issues show it (worker/decisions/0013). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import { modelLookUp } from '../../worker/providers/openai/check.ts';
import { openEmbeddings } from '../../worker/providers/openai/embed.ts';
import { NEVER_ANSWERED } from '../../worker/providers/openai/failure.ts';
import { contactSearchPrompt, partnerProfilePrompt } from '../../worker/providers/openai/prompts.ts';
import { aiServer } from '../../worker/providers/openai/server.ts';
import { rememberedCalls } from '../evals/calls.ts';

type Body = Record<string, unknown>;
type Reply = [status: number, body: unknown];
type Routes = Readonly<Record<string, (body: Body) => Reply>>;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server with these paths. `other`: its answer to all the rest. */
async function serverWith(routes: Routes, other: Reply, name = 'llama3.2') {
  const asked: { path: string; body: Body }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const path = `${request.method} ${request.url?.replace(/^\/v1/, '')}`;
      const body = (text === '' ? {} : JSON.parse(text)) as Body;
      asked.push({ path, body });
      const [status, answer] = routes[path]?.(body) ?? other;
      const isText = typeof answer === 'string';
      response.writeHead(status, { 'Content-Type': isText ? 'text/plain' : 'application/json' });
      response.end(isText ? answer : JSON.stringify(answer));
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const ai = aiServer({ apiKey: 'any', baseUrl, model: name, timeoutMs: 5_000 });
  const calls = rememberedCalls();
  const ask = openAi(calls, ai);
  return {
    ai,
    made: calls.made,
    paths: () => asked.splice(0).map(({ path }) => path.replace(/^POST \//, '')),
    asked,
    ask: () => ask(partnerProfilePrompt, question),
    search: () => ask(contactSearchPrompt, question),
    embed: (texts: string[]) => openEmbeddings(calls, ai)(texts, question),
    lookUp: modelLookUp(ai),
  };
}

const cause = { actor: 'worker:test', correlationId: 'test', causationId: null };
const question = { tenant: 't', cause, about: 'profile-t', input: { topic: 'shoes' } };

const PROFILE = {
  ...{ description: 'Runners', industry: 'Fitness', targetAudience: 'Runners who repair' },
  ...{ minFollowers: 1000, minEngagement: 2, platforms: ['youtube'], regions: [], exclusions: [] },
};
const usage = { prompt_tokens: 120, completion_tokens: 40, total_tokens: 160 };
const completion = (content: unknown, more: object = {}) => ({
  ...{ id: 'c', object: 'chat.completion', model: 'served-model', usage },
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content }, ...more }],
});
const json = JSON.stringify(PROFILE);
const isPlain = (body: Body) => body.response_format === undefined;
const formatOf = ({ response_format: format }: Body) => (format as { type?: string } | undefined)?.type;
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { code: string }) => error.code,
  );

test('an older Ollama: no Responses API, which is learned once', async () => {
  const server = await serverWith({ 'POST /chat/completions': () => [200, completion(json)] }, [
    404,
    '404 page not found',
  ]);
  expect((await server.ask()).value).toMatchObject({ industry: 'Fitness' });
  expect(server.asked.at(-1)?.body).toMatchObject({ max_tokens: 4_000, response_format: { type: 'json_schema' } });
  expect(JSON.stringify(server.asked.at(-1)?.body)).toContain('targetAudience');
  expect(server.paths()).toEqual(['responses', 'chat/completions']);
  await server.ask();
  expect(server.paths()).toEqual(['chat/completions']);
  expect([...server.ai.lacks]).toEqual(['responses']);
  expect(server.made.at(-1)).toMatchObject({
    ...{ model: 'served-model', inputTokens: 120, outputTokens: 40, outcome: 'ok', costUsd: null },
  });
});

test('a model that Ollama does not have is no missing path', async () => {
  const missing = {
    error: { message: 'model "llama3.2" not found, try pulling it first', type: 'api_error', code: null },
  };
  const server = await serverWith({}, [404, missing]);
  expect(await codeOf(server.ask())).toBe('model_not_found');
  expect(await codeOf(server.search())).toBe('model_not_found');
  expect([...server.ai.lacks]).toEqual([]);
  expect(await server.lookUp.ask('llama3.2')).toEqual({ offered: false, endsOn: null });
});

test('vLLM: a path without route, and a model without the new name of the limit', async () => {
  const refused = { object: 'error', message: "Unsupported parameter: 'max_completion_tokens'", code: 400 };
  const server = await serverWith(
    {
      'POST /chat/completions': (body) =>
        'max_completion_tokens' in body ? [400, refused] : [200, completion(`<think>hm {"a":1}</think>${json}`)],
    },
    [404, { detail: 'Not Found' }],
    'gpt-5-mini',
  );
  expect((await server.ask()).value).toMatchObject({ industry: 'Fitness' });
  expect(server.asked.at(-1)?.body).toHaveProperty('max_tokens');
  expect(server.paths()).toEqual(['responses', 'chat/completions', 'chat/completions']);
  // no list of one model: nothing speaks against it
  expect(await server.lookUp.ask('gpt-5-mini')).toMatchObject({ offered: true });
});

test('a server whose model does not reason', async () => {
  const answers = (body: Body): Reply =>
    'reasoning' in body
      ? [400, { error: { message: "Unsupported parameter: 'reasoning.effort'", param: 'reasoning.effort', code: 'x' } }]
      : [200, { output: [{ type: 'message', content: [{ type: 'output_text', text: json }] }] }];
  const server = await serverWith({ 'POST /responses': answers }, [404, {}], 'gpt-5-mini');
  await server.ask();
  await server.ask();
  expect(server.paths()).toEqual(['responses', 'responses', 'responses']);
});

test('LM Studio: unknown paths and errors come with 200, and only json_schema or text is taken', async () => {
  const format = { error: "'response_format.type' must be 'json_schema' or 'text'" };
  const server = await serverWith(
    {
      'POST /chat/completions': (body) => (formatOf(body) === 'json_object' ? [400, format] : [200, completion(json)]),
    },
    [200, { error: 'Unexpected endpoint or method. (POST /v1/responses)' }],
  );
  await server.ask();
  expect(server.paths()).toEqual(['responses', 'chat/completions']);
  expect(await codeOf(server.embed(['shoes']))).toBe('no_embeddings');
  expect(await server.lookUp.lacks()).toEqual(['responses', 'embeddings']);
});

test('LM Studio with a Responses API that ignores the schema: the next try asks by chat completions', async () => {
  const words = { type: 'message', content: [{ type: 'output_text', text: '```json\n{"answer": "a profile"}\n```' }] };
  const server = await serverWith(
    { 'POST /responses': () => [200, { output: [words] }], 'POST /chat/completions': () => [200, completion(json)] },
    [404, {}],
  );
  expect(await codeOf(server.ask())).toBe('bad_answer');
  expect((await server.ask()).value).toMatchObject({ industry: 'Fitness' });
  expect(server.paths()).toEqual(['responses', 'chat/completions']);
});

test('a server that refuses every response_format is asked in words, and its fence is opened', async () => {
  const refused = { error: { message: 'response_format is not supported by this model', code: 400 } };
  const server = await serverWith(
    {
      'POST /chat/completions': (body) =>
        isPlain(body)
          ? [200, completion([{ type: 'text', text: `Here you are:\n\`\`\`json\n${json}\n\`\`\`` }])]
          : [400, refused],
    },
    [405, { detail: 'Method Not Allowed' }],
  );
  expect((await server.ask()).value).toMatchObject({ industry: 'Fitness' });
  await server.ask();
  expect(server.asked.map(({ body }) => formatOf(body))).toEqual([
    ...[undefined, 'json_schema', 'json_object', undefined],
    undefined,
  ]);
  expect([...server.ai.lacks]).toEqual(['responses', 'json_schema']);
});

test('llama.cpp: it converts the Responses API, refuses foreign tools, and makes no embeddings', async () => {
  const failed = (code: number, message: string): Reply => [
    code,
    { error: { code, message, type: 'not_supported_error' } },
  ];
  const message = { type: 'message', content: [{ type: 'output_text', text: json }] };
  const server = await serverWith(
    {
      'POST /responses': ({ tools }) =>
        tools ? failed(400, "'type' of tool must be 'function'") : [200, { output: [message] }],
      'POST /embeddings': () => failed(501, 'This server does not support embeddings. Start it with `--embeddings`'),
    },
    [404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } }],
  );
  await server.ask();
  expect(await codeOf(server.search())).toBe('no_web_search');
  expect(server.paths()).toEqual(['responses', 'responses']);
  expect(await codeOf(server.search())).toBe('no_web_search');
  expect(await codeOf(server.embed(['shoes']))).toBe('no_embeddings');
  expect(await codeOf(server.embed(['shoes']))).toBe('no_embeddings');
  // neither is asked again, and neither is a reason to wait
  expect(server.paths()).toEqual(['embeddings']);
  expect([...server.ai.lacks]).toEqual(['web_search', 'embeddings']);
  expect(['no_web_search', 'no_embeddings'].every((code) => NEVER_ANSWERED.has(code))).toBe(true);
  await server.ask();
  expect(server.paths()).toEqual(['responses']);
});

test('a server that ignores the web search: after two answers without one it is not asked again', async () => {
  const nothing = JSON.stringify({ email: null, sourceUrl: null, confidence: 0 });
  const message = { type: 'message', content: [{ type: 'output_text', text: nothing }] };
  const server = await serverWith({ 'POST /responses': () => [200, { output: [message] }] }, [404, {}]);
  expect([await codeOf(server.search()), await codeOf(server.search()), await codeOf(server.search())]).toEqual([
    ...['none', 'none', 'no_web_search'],
  ]);
});

test('OpenRouter: a refusal of parameters is no missing path, and an error may come with 200', async () => {
  const routing = { error: { message: 'No endpoints found that can handle the requested parameters.', code: 404 } };
  let isDown = false;
  const server = await serverWith(
    {
      'POST /responses': () => [404, routing],
      'POST /chat/completions': (body) => {
        if (isDown) return [200, { error: { message: 'Provider returned error', code: 502, metadata: { raw: 'x' } } }];
        return isPlain(body) ? [200, completion(json)] : [404, routing];
      },
    },
    [404, {}],
  );
  expect((await server.ask()).value).toMatchObject({ industry: 'Fitness' });
  expect([...server.ai.lacks]).toEqual(['json_schema']);
  isDown = true;
  expect(await codeOf(server.ask())).toBe('http_502');
  const gone = await serverWith({}, [404, { error: { message: 'No endpoints found for a/b.', code: 404 } }]);
  expect(await codeOf(gone.ask())).toBe('model_not_found');
});

test.each([
  ['length', null, 'max_output_tokens'],
  ['content_filter', null, 'content_filter'],
  ['stop', 'I cannot help with that.', 'refusal'],
])('a completion that ends by %s', async (finish_reason, refusal, code) => {
  const said = completion('{"descr', { finish_reason, message: { content: refusal ? null : '{"descr', refusal } });
  const server = await serverWith({ 'POST /chat/completions': () => [200, said] }, [404, '404 page not found']);
  expect(await codeOf(server.ask())).toBe(code);
  expect(server.made.at(-1)).toMatchObject({ outcome: 'refused', inputTokens: 120 });
});

test('OpenAI itself is asked in one form only', async () => {
  const server = await serverWith({}, [404, {}]);
  server.ai.isOther = false;
  expect(await codeOf(server.ask())).toBe('http_404');
  expect(server.paths()).toEqual(['responses']);
});

test('a wrong key, a limit and trouble are what they are, in any form', async () => {
  for (const [status, code] of [
    [401, 'http_401'],
    [429, 'http_429'],
    [503, 'http_503'],
  ] as const) {
    const server = await serverWith({}, [status, { detail: 'no' }]);
    expect(await codeOf(server.ask())).toBe(code);
    expect(server.paths()).toEqual(['responses']);
    expect([...server.ai.lacks]).toEqual([]);
  }
});
