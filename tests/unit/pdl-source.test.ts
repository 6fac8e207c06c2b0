import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressesOf } from '../../events/partners/mergeFound.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';
import { peopleDataLabs } from '../../worker/providers/peopleDataLabs/client.ts';
import { peopleDataSource } from '../../worker/providers/peopleDataLabs/source.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { type Sandbox, startSandbox } from '../../worker/sandbox/serve.ts';
import { NO_MEMORY } from '../support/samples.ts';

let sandbox: Sandbox;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-pdl-'));
  sandbox = await startSandbox({ dataDir, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

const ask = (more: object = {}) => ({
  plan: {
    topics: ['cooking', 'software engineering', 'personal finance'],
    jobTitles: ['editor', 'coach', 'founder', 'writer', 'teacher', 'author', 'owner', 'chef'],
    audienceTerms: [],
    regions: [],
  },
  criteria: { platforms: ['linkedin' as const] },
  regions: ['united states', 'canada'],
  known: [] as string[],
  seenAt: '2026-03-01T09:00:00.000Z',
  scope: { tenant: 't', cause: { actor: 'worker:test', correlationId: 'c', causationId: null } },
  about: 'search-s1',
  ...NO_MEMORY,
  ...more,
});

/** The real client, and how many records each call of it read. */
function counted(apiKey = 'k') {
  const client = peopleDataLabs({ apiKey, baseUrl: `${sandbox.url}/pdl/v5` });
  const read: number[] = [];
  const search: typeof client.search = async (...how) => {
    const page = await client.search(...how);
    read.push(page.people.length);
    return page;
  };
  return { source: peopleDataSource({ ...client, search }), read };
}
const names = (people: readonly FoundPerson[]) => people.map(({ person }) => person.profileUrl);

test('whom an earlier search paid for counts first, as far as this one would ask for them', async () => {
  const first = await counted().source.search(ask()).next(5);
  expect(first).toHaveLength(10);
  const kept = first.slice(0, 6);
  const { source, read } = counted();
  const known = kept.flatMap(addressesOf);
  const found = await source.search(ask({ kept, known })).next(5);
  expect(names(found).slice(0, 6)).toEqual(names(kept));
  expect(read).toEqual([4]);
  expect(new Set(names(found)).size).toBe(10);
  const others = counted();
  const elsewhere = others.source.search(ask({ kept, known, regions: ['germany'] }));
  expect(names(await elsewhere.next(5)).filter((url) => names(kept).includes(url))).toEqual([]);
});

test('those whom we have count, also when the provider has no credits; then it says so', async () => {
  const kept = (await counted().source.search(ask()).next(5)).slice(0, 3);
  const search = counted('').source.search(ask({ kept }));
  expect(names(await search.next(5))).toEqual(names(kept));
  expect(search.dry).toBe(false);
  await expect(search.next(5)).rejects.toMatchObject({ code: 'http_401' });
});

test('a page that cannot be read is counted like one that can', async () => {
  const broken = async () => {
    throw new ProviderError({ code: 'provider_unusable', provider: 'People Data Labs' }, 'bad_answer', false, null, 4);
  };
  const client = peopleDataLabs({ apiKey: 'k', baseUrl: `${sandbox.url}/pdl/v5` });
  const search = peopleDataSource({ ...client, search: broken }).search(ask());
  await expect(search.next(5)).rejects.toMatchObject({ code: 'bad_answer' });
  expect(search.credits).toBe(4);
});

test('the next search goes on where the one before stopped, and one whose place has grown old starts again', async () => {
  const stored = new Map<string, string>();
  const places = {
    read: (name: string) => stored.get(name) ?? null,
    keep: async (name: string, value: string | null) => void (value ? stored.set(name, value) : stored.delete(name)),
  };
  const first = names(await counted().source.search(ask({ places })).next(5));
  expect(stored.size).toBe(1);
  const second = names(await counted().source.search(ask({ places })).next(5));
  expect(second).toHaveLength(10);
  expect(second.filter((url) => first.includes(url))).toEqual([]);
  for (const [name, value] of stored) stored.set(name, JSON.stringify({ ...JSON.parse(value), token: 'b2xk' }));
  expect(names(await counted().source.search(ask({ places })).next(5))).toEqual(first);
});

test('the 11th search of a minute is put off until the next; looking people up has a limit of its own', async () => {
  const limited = () => peopleDataLabs({ apiKey: 'limited', baseUrl: `${sandbox.url}/pdl/v5` });
  const query = { term: { location_country: 'canada' } };
  const search = () => limited().search(query, 1, null);
  let trouble: unknown;
  // a new minute may begin on the way
  for (let calls = 0; calls < 22 && !trouble; calls += 1) await search().catch((error) => (trouble = error));
  expect(trouble).toMatchObject({ code: 'http_429', retryable: true });
  const wait = (trouble as { retryAfterSeconds: number }).retryAfterSeconds;
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await limited().enrich('linkedin.com/in/nobody')).person).toBeNull();
});
