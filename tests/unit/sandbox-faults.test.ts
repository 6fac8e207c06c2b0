import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultySandbox } from '../support/faultProxy/startFaultProxy.ts';

let sandbox: FaultProxy;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-faults-'));
  sandbox = await startFaultySandbox({ dataDir, port: 0, host: '127.0.0.1' });
});

afterEach(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

const put = (body: unknown) =>
  fetch(`${sandbox.url}/faults`, { method: 'PUT', body: typeof body === 'string' ? body : JSON.stringify(body) });

const mail = {
  personalizations: [{ to: [{ email: 'a@b.example' }] }],
  from: { email: 'c@d.example' },
  subject: 'S',
  content: [{ type: 'text/plain', value: 'text' }],
};

const calls = {
  sendgrid: () =>
    fetch(`${sandbox.url}/sendgrid/v3/mail/send`, {
      method: 'POST',
      headers: { authorization: 'Bearer k' },
      body: JSON.stringify(mail),
    }),
  people_data_labs: () =>
    fetch(`${sandbox.url}/pdl/v5/person/search`, {
      method: 'POST',
      headers: { 'x-api-key': 'k' },
      body: JSON.stringify({ query: { match_all: {} } }),
    }),
  openai: () =>
    fetch(`${sandbox.url}/openai/v1/responses`, {
      method: 'POST',
      headers: { authorization: 'Bearer k' },
      body: JSON.stringify({
        model: 'gpt-6.1-terra',
        input: 'INPUT:\n{"partner":{}}',
        text: { format: { type: 'json_schema', name: 'contact_search', schema: {} } },
      }),
    }),
};

type Provider = keyof typeof calls;
const providers = Object.keys(calls) as Provider[];

const isOwnForm: Record<Provider, (body: Record<string, unknown>, status: number) => void> = {
  sendgrid: (body) => expect(body).toEqual({ errors: [{ message: expect.any(String), field: null, help: null }] }),
  people_data_labs: (body, status) =>
    expect(body).toEqual({ status, error: { type: expect.any(String), message: expect.any(String) } }),
  openai: (body) =>
    expect(body).toMatchObject({ error: { message: expect.any(String), type: expect.any(String), param: null } }),
};

const accepted = async (): Promise<number> => {
  const answer = await fetch(`${sandbox.url}/outbox`, { headers: { accept: 'application/json' } });
  return ((await answer.json()) as { messages: unknown[] }).messages.length;
};

describe.each(providers)('faults of %s', (provider) => {
  it.each([
    ['reject-4xx', 400],
    ['429', 429],
    ['500', 500],
  ])('%s answers %i in its own form, as often as asked', async (mode, status) => {
    expect((await put({ provider, mode, count: 2 })).status).toBe(200);
    for (let i = 0; i < 2; i++) {
      const answer = await calls[provider]();
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBeNull();
      isOwnForm[provider]((await answer.json()) as Record<string, unknown>, status);
    }
    expect((await calls[provider]()).ok).toBe(true);
    expect(await accepted()).toBe(provider === 'sendgrid' ? 1 : 0);
  });

  it('429 carries Retry-After if asked, and none clears it', async () => {
    await put({ provider, mode: 429, count: 5, retryAfter: 7 });
    expect((await calls[provider]()).headers.get('retry-after')).toBe('7');
    await put({ provider, mode: 'none' });
    expect((await calls[provider]()).ok).toBe(true);
  });

  it('accept-then-500 accepts, and answers 500 without a trace of the acceptance', async () => {
    await put({ provider, mode: 'accept-then-500' });
    const answer = await calls[provider]();
    expect(answer.status).toBe(500);
    expect(answer.headers.get('x-message-id')).toBeNull();
    isOwnForm[provider]((await answer.json()) as Record<string, unknown>, 500);
    expect(await accepted()).toBe(provider === 'sendgrid' ? 1 : 0);
  });

  it('accept-then-reset accepts, and the connection breaks', async () => {
    await put({ provider, mode: 'accept-then-reset' });
    await expect(calls[provider]()).rejects.toThrow();
    expect(await accepted()).toBe(provider === 'sendgrid' ? 1 : 0);
    expect((await calls[provider]()).ok).toBe(true);
  });

  it('slow answers late', async () => {
    await put({ provider, mode: 'slow', delayMs: 300 });
    const started = Date.now();
    expect((await calls[provider]()).ok).toBe(true);
    expect(Date.now() - started).toBeGreaterThanOrEqual(290);
  });

  it('hang answers nothing until the sandbox closes, and accepts nothing', async () => {
    await put({ provider, mode: 'hang' });
    let settled = false;
    const call = calls[provider]()
      .then(
        (answer) => answer.status,
        () => 'broken',
      )
      .finally(() => {
        settled = true;
      });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(settled).toBe(false);
    expect(await accepted()).toBe(0);
    const started = Date.now();
    await sandbox.close();
    expect([500, 'broken']).toContain(await call);
    expect(Date.now() - started).toBeLessThan(3_000);
    sandbox = await startFaultySandbox({ dataDir, port: 0, host: '127.0.0.1' });
  });
});

it('shows what is set, and says what is wrong with an order', async () => {
  await put({ provider: 'openai', mode: '500', count: 3 });
  await calls.openai();
  const shown = (await (await fetch(`${sandbox.url}/faults`)).json()) as { faults: unknown[] };
  expect(shown.faults).toEqual([expect.objectContaining({ provider: 'openai', mode: '500', count: 2 })]);
  for (const [order, word] of [
    [{ provider: 'nobody', mode: '500' }, 'provider'],
    [{ provider: 'openai', mode: 'explode' }, 'mode'],
    [{ provider: 'openai', mode: '500', count: 0 }, 'count'],
    ['{', 'JSON'],
  ] as const) {
    const answer = await put(order);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(word);
  }
});
