import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hunter, OptedOut } from '../../worker/providers/hunter/client.ts';
import { hunterRecord, isOptedOut } from '../../worker/sandbox/hunter/knowledge.ts';
import { type SamplePerson, samplePeople } from '../../worker/sandbox/people/sample.ts';
import { type FaultProxy, startFaultySandbox } from '../support/faultProxy/startFaultProxy.ts';

let sandbox: FaultProxy;
const dataDir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-hunter-'));
beforeAll(async () => {
  sandbox = await startFaultySandbox({ dataDir, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const client = (apiKey = 'sandbox', baseUrl = `${sandbox.url}/hunter/v2`) =>
  hunter({ apiKey, baseUrl, timeoutMs: 500 });
const someone = (fits: (person: SamplePerson) => unknown): SamplePerson => {
  const found = samplePeople.find(fits);
  if (!found) throw new Error('There is no such sample person.');
  return found;
};
const asked = ({ fullName: name, domain, company, slug }: SamplePerson) => ({
  ...{ name, domain, company },
  profileUrl: `https://www.linkedin.com/in/${slug}`,
});
const sure = someone((person) => hunterRecord(person)?.guess === false);

test('finds a person by the domain, the company or the LinkedIn profile, with a page that shows the address', async () => {
  const expected = {
    email: hunterRecord(sure)?.email,
    score: hunterRecord(sure)?.score,
    status: hunterRecord(sure)?.status,
    sourceUrl: `https://www.${sure.domain}/team`,
  };
  for (const less of [{}, { domain: null }, { domain: null, company: null }]) {
    expect(await client().find({ ...asked(sure), ...less })).toEqual(expected);
  }
});

test('what Hunter only guesses, and whom it does not know, is nobody', async () => {
  const guessed = someone((person) => hunterRecord(person)?.guess);
  const unknown = someone((person) => hunterRecord(person) === null && !isOptedOut(person));
  for (const person of [guessed, unknown]) expect(await client().find(asked(person))).toBeNull();
  const nowhere = { name: 'Ada Lindqvist', domain: null, company: null, profileUrl: 'https://youtube.com/@ada' };
  expect(await client().find(nowhere)).toBeNull();
});

test('a person who opted out is told apart from all other troubles', async () => {
  await expect(client().find(asked(someone(isOptedOut)))).rejects.toBeInstanceOf(OptedOut);
});

test('verifies: a mailbox, none, a server that takes all, webmail, and nobody knows', async () => {
  const verdicts = await Promise.all(
    [
      someone((person) => hunterRecord(person)?.status === 'valid' && person.email.kind === 'listed'),
      someone((person) => hunterRecord(person)?.status === 'accept_all' && person.email.kind === 'listed'),
    ].map((person) => client().verify(hunterRecord(person)?.email ?? '')),
  );
  expect(verdicts).toEqual(['valid', 'accept_all']);
  expect(await client().verify(`nobody@${sure.domain}`)).toBe('invalid');
  expect(await client().verify('ada@gmail.com')).toBe('webmail');
  expect(await client().verify('ada@elsewhere.example')).toBe('unknown');
});

test('a verification that is not ready is asked for again, and then is', async () => {
  const again = { code: 'http_202', retryable: true, retryAfterSeconds: 10 };
  for (const _ of [1, 2]) await expect(client().verify('ada@slow.example')).rejects.toMatchObject(again);
  expect(await client().verify('ada@slow.example')).toBe('valid');
  await expect(client().verify('ada@greylisting.example')).rejects.toMatchObject({ code: 'http_222', retryable: true });
});

test('the account says what is left, and costs nothing', async () => {
  expect(await client().check()).toBe('500 searches left, 1000 verifications left, this call cost nothing');
  expect(await client('exhausted').check()).toBe('0 searches left, 500 verifications left, this call cost nothing');
});

async function fault(mode: string, more: object = {}): Promise<void> {
  const body = JSON.stringify({ provider: 'hunter', mode, count: 1, ...more });
  const answer = await fetch(`${sandbox.url}/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

test.each([
  [
    '401',
    ['reject-4xx', { status: 401 }],
    { retryable: false, reason: { code: 'provider_key_refused', provider: 'Hunter', setting: 'HUNTER_API_KEY' } },
  ],
  [
    '400',
    ['reject-4xx', { status: 400 }],
    { retryable: false, reason: { code: 'provider_refused', provider: 'Hunter', setting: 'HUNTER_API_KEY' } },
  ],
  [
    '403, its rate limit',
    ['reject-4xx', { status: 403 }],
    { retryable: true, reason: { code: 'provider_waits', provider: 'Hunter', minutes: null } },
  ],
  [
    '429, an empty account',
    ['429', {}],
    { retryable: false, reason: { code: 'provider_no_credits', provider: 'Hunter', setting: 'HUNTER_API_KEY' } },
  ],
  ['451', ['reject-4xx', { status: 451 }], { retryable: false, code: 'http_451' }],
  ['500', ['500', {}], { retryable: true, reason: { code: 'provider_trouble', provider: 'Hunter' } }],
  [
    'a slow answer',
    ['slow', { delayMs: 2_000 }],
    { retryable: true, reason: { code: 'provider_timeout', provider: 'Hunter' } },
  ],
  [
    'a lost answer',
    ['accept-then-reset', {}],
    { retryable: true, reason: { code: 'provider_unreachable', provider: 'Hunter' } },
  ],
] as const)('%s', async (_name, [mode, more], expected) => {
  await fault(mode, more);
  await expect(client().find(asked(sure))).rejects.toMatchObject(expected);
});

test('after a rate limit no call is made until it is over', async () => {
  await fault('reject-4xx', { status: 403 });
  const limited = client();
  await expect(limited.find(asked(sure))).rejects.toMatchObject({ code: 'http_429' });
  await expect(limited.verify('ada@elsewhere.example')).rejects.toMatchObject({ code: 'http_429' });
});

test.each([
  ['no JSON', '<html>', { code: 'bad_answer' }],
  ['another shape', '{"data":{"email":5}}', { code: 'bad_answer' }],
  ['cut off', null, { code: 'connection', retryable: true }],
])('an answer that is %s', async (_name, body, expected) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      ...(body === null ? { 'Content-Length': '99' } : {}),
    });
    if (body === null) response.write('{"data":', () => response.destroy());
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(client('key', at).find(asked(sure))).rejects.toMatchObject(expected);
});

test('the key goes in a header, where no log of addresses has it', async () => {
  let seen: { url: string; key: unknown } | null = null;
  const server = createServer((request, response) => {
    seen = { url: request.url ?? '', key: request.headers['x-api-key'] };
    response.end('{"data":{"email":null}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  await client('the-key', `http://127.0.0.1:${(server.address() as AddressInfo).port}`).find(asked(sure));
  expect(seen).toMatchObject({ key: 'the-key', url: expect.not.stringContaining('the-key') });
});
