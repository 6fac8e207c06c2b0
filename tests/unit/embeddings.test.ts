import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddings } from '../../worker/providers/openai/embed.ts';
import { type Sandbox, startSandbox } from '../../worker/sandbox/serve.ts';
import { rememberedCalls } from '../evals/calls.ts';

let sandbox: Sandbox;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'embeddings-'));
  sandbox = await startSandbox({ dataDir, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

const cause = { actor: 'worker:test', correlationId: 'test', causationId: null };
const question = { tenant: 't', cause, about: 'search-t' };

function inSandbox(baseUrl = `${sandbox.url}/openai/v1`) {
  const calls = rememberedCalls();
  const embed = openEmbeddings(calls, { apiKey: 'k', baseUrl, model: 'gpt-6.1-terra', timeoutMs: 20_000 });
  return { embed: (texts: string[]) => embed(texts, question), made: calls.made };
}

const cosine = (a: number[] = [], b: number[] = []) =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b));

test('similar texts are nearer, in the order of the texts, and the call is recorded with its price', async () => {
  const { embed, made } = inSandbox();
  const { vectors, model } = await embed([
    'Trail running shoes and repairs for runners',
    'I run trails and repair my running shoes',
    'Payroll software for tax advisers',
  ]);
  const [first, second, third] = vectors;
  expect(cosine(first, second)).toBeGreaterThan(cosine(first, third) + 0.2);
  expect(model).toBe('text-embedding-3-small');
  expect(made).toMatchObject([
    { operation: 'embedding', promptVersion: 'embedding@1', about: 'search-t', outcome: 'ok', outputTokens: 0 },
  ]);
  expect(made[0]?.costUsd).toBeCloseTo(((made[0]?.inputTokens ?? 0) * 0.02) / 1e6, 9);
});

test('a list beyond the limits of a request, with texts that are too long, blank, or in any script', async () => {
  const { embed, made } = inSandbox();
  const texts = [
    ...Array.from({ length: 2_100 }, (_, index) => `partner ${index}`),
    ...Array.from({ length: 60 }, () => '山を走る人のための靴 '.repeat(2_000)),
    ...['', '\ud800 half a letter', '🐕'.repeat(9_000)],
  ];
  const { vectors } = await embed(texts);
  expect(vectors).toHaveLength(texts.length);
  expect(new Set(vectors.map(({ length }) => length)).size).toBe(1);
  expect(made.length).toBeGreaterThan(2);
  expect(made.every(({ outcome }) => outcome === 'ok')).toBe(true);
});

test('no text, no call', async () => {
  const { embed, made } = inSandbox();
  expect((await embed([])).vectors).toEqual([]);
  expect(made).toEqual([]);
});

/** A server with this answer to a list of texts. */
async function serverThat(
  answer: (input: string[]) => [number, unknown],
): Promise<{ server: Server; baseUrl: string }> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const [status, body] = answer((JSON.parse(Buffer.concat(parts).toString()) as { input: string[] }).input);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a local model that takes less is asked with less, also the next time', async () => {
  const sizes: number[] = [];
  const { server, baseUrl } = await serverThat((input) => {
    sizes.push(input[0]?.length ?? 0);
    if ((input[0]?.length ?? 0) > 512) return [500, { error: { message: 'input is too large to process', code: 500 } }];
    return [200, { data: input.map((_, index) => ({ index, embedding: [1, 0] })) }];
  });
  const { embed, made } = inSandbox(baseUrl);
  await embed(['x'.repeat(9_000)]);
  await embed(['x'.repeat(9_000)]);
  expect(sizes).toEqual([8_191, 1_500, 400, 400]);
  // it named no usage
  expect(made).toMatchObject([{ outcome: 'ok', costUsd: null }, { outcome: 'ok' }]);
  server.close();
});

test('answers out of order are put in order; one that is missing makes the answer unusable', async () => {
  const vector = (index: number) => ({ index, embedding: [index, 1] });
  const { server, baseUrl } = await serverThat((input) => [
    200,
    { data: input.length === 2 ? [vector(1), vector(0)] : [vector(2), vector(0)], usage: { prompt_tokens: 4 } },
  ]);
  const { embed } = inSandbox(baseUrl);
  expect((await embed(['a', 'b'])).vectors).toEqual([
    [0, 1],
    [1, 1],
  ]);
  await expect(embed(['a', 'b', 'c'])).rejects.toMatchObject({ code: 'bad_answer', retryable: true });
  server.close();
});
