import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../db/store.ts';
import { type AiCallEvent, aiCall } from '../../events/ai/aiCall.ts';
import { costOfCall } from '../../events/ai/prices.ts';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import { partnerProfilePrompt } from '../../worker/providers/openai/prompts.ts';

const MODEL = 'gpt-6.1-terra';
const USAGE = {
  input_tokens: 900,
  input_tokens_details: { cached_tokens: 300, cache_write_tokens: 100 },
  output_tokens: 500,
};
const COST = costOfCall(MODEL, { input: 900, cachedInput: 300, cacheWrite: 100, output: 500 });

let provider: Server;
let answered: object[];
beforeAll(async () => {
  provider = createServer((_, response) => {
    const content = answered.map((part) => ({ annotations: [], logprobs: [], ...part }));
    const output = [{ type: 'message', id: 'm', role: 'assistant', status: 'completed', content }];
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ id: 'r', object: 'response', model: MODEL, output, usage: USAGE }));
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
});
afterAll(() => provider.close());

test.each([
  ['that was declined', [{ type: 'refusal', refusal: 'No.' }], { outcome: 'refused', errorCode: 'refusal' }],
  ['whose answer is none', [], { outcome: 'refused', errorCode: 'refusal' }],
  [
    'whose answer cannot be used',
    [{ type: 'output_text', text: '{"a' }],
    { outcome: 'error', errorCode: 'bad_answer' },
  ],
])('a call is counted with its tokens and cost: one %s', async (_, content, expected) => {
  answered = content;
  const recorded: AiCallEvent[] = [];
  const store = {
    async decide(_scope: object, _stream: object, verb: (state: unknown, now: string) => AiCallEvent[]) {
      recorded.push(...verb(aiCall.initial, ''));
    },
  } as unknown as Store;
  const { port } = provider.address() as AddressInfo;
  const ask = openAi(store, { apiKey: 'key', baseUrl: `http://127.0.0.1:${port}`, model: MODEL });
  const cause = { actor: 'worker:test', correlationId: 'test', causationId: null };
  await expect(ask(partnerProfilePrompt, { tenant: 't', cause, about: 'profile-t', input: {} })).rejects.toMatchObject({
    code: expected.errorCode,
  });
  expect(COST).toBeGreaterThan(0);
  const counted = { inputTokens: 900, cachedInputTokens: 300, outputTokens: 500, costUsd: COST };
  expect(recorded).toMatchObject([{ type: 'AiCallMade', data: { ...counted, ...expected, model: MODEL } }]);
});
