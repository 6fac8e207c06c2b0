import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { type Sandbox, startSandbox } from '../../worker/sandbox/serve.ts';

interface Person {
  readonly full_name: string;
  readonly linkedin_url: string;
  readonly industry: string;
  readonly summary: string;
  readonly interests: string[];
  readonly location_country: string;
  readonly work_email: string | boolean | null;
  readonly emails: { address: string }[];
  readonly profiles: { network: string; url: string }[];
}

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

const search = async (body: unknown, key = 'k') => {
  const answer = await fetch(`${sandbox.url}/pdl/v5/person/search`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const json = (await answer.json()) as {
    status: number;
    data: Person[];
    total: number;
    scroll_token: string | null;
    error: { type: string; message: string };
  };
  return { answer, ...json };
};

const enrich = async (query: Record<string, string>) => {
  const answer = await fetch(`${sandbox.url}/pdl/v5/person/enrich?${new URLSearchParams(query)}`, {
    headers: { 'x-api-key': 'k' },
  });
  return {
    status: answer.status,
    ...((await answer.json()) as { likelihood: number; data: Person; error: { type: string; message: string } }),
  };
};

describe('person/search', () => {
  it('matches its clauses together, and counts what it spends', async () => {
    const query = {
      bool: {
        must: [{ term: { industry: 'fitness' } }, { exists: { field: 'summary' } }],
        must_not: [{ term: { location_country: 'canada' } }],
      },
    };
    const found = await search({ size: 5, query });
    expect(found.answer.status).toBe(200);
    expect(found.answer.headers.get('x-call-credits-spent')).toBe('5');
    expect(found.answer.headers.get('x-call-credits-type')).toBe('search');
    expect(found.answer.headers.get('x-totallimit-remaining')).toMatch(/^\d+$/);
    expect(JSON.parse(found.answer.headers.get('x-ratelimit-remaining') ?? '')).toEqual({ minute: expect.any(Number) });
    const expected = samplePeople.filter(
      (person) => person.industry.name === 'Fitness' && person.place.country !== 'Canada',
    );
    expect(found.total).toBeGreaterThan(0);
    expect(found.total).toBeLessThan(expected.length);
    for (const person of found.data) expect(person.industry).toBe('fitness');
  });

  it('answers the most complete records first: what should be there does not rank', async () => {
    const should = [{ match_phrase: { interests: 'trail running' } }, { match_phrase: { summary: 'repair clinic' } }];
    const filter = [{ exists: { field: 'linkedin_url' } }];
    const plain = await search({ size: 100, query: { bool: { filter } } });
    expect(plain.total).toBe(samplePeople.length);
    const wished = await search({ size: 100, query: { bool: { filter, should } } });
    expect(wished.data).toEqual(plain.data);
    const filled = plain.data.map((record) =>
      Object.values(record).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : +(value !== null)), 0),
    );
    expect(filled).toEqual(filled.toSorted((a, b) => b - a));
    const least = await search({ size: 1, query: { bool: { filter, should, minimum_should_match: 1 } } });
    expect(least.total).toBeLessThan(60);
  });

  it('has no TikTok, few other networks, no followers, and finds nothing by a field of a nested list', async () => {
    const { data } = await search({ size: 100, query: { match_all: {} }, data_include: 'profiles,linkedin_url' });
    expect(Object.keys(data[0] ?? {}).sort()).toEqual(['linkedin_url', 'profiles']);
    const profiles = data.flatMap((person) => person.profiles);
    expect(profiles.filter(({ network }) => network === 'tiktok')).toEqual([]);
    expect(profiles.filter(({ network }) => network === 'instagram').length).toBeLessThan(20);
    for (const profile of profiles) expect(profile).not.toHaveProperty('followers');
    const nested = await search({ size: 1, query: { term: { 'profiles.network': 'linkedin' } } });
    expect(nested.answer.status).toBe(404);
  });

  it('scrolls through everybody exactly once', async () => {
    const query = { term: { location_country: 'canada' } };
    const seen: string[] = [];
    let scroll_token: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof search>> = await search({ size: 20, query, scroll_token });
      seen.push(...page.data.map((person) => person.linkedin_url));
      scroll_token = page.scroll_token;
    } while (scroll_token);
    const canadians = samplePeople.filter(({ place }) => place.country === 'Canada');
    expect(seen).toHaveLength(canadians.length);
    expect(new Set(seen).size).toBe(canadians.length);
    const foreign = await search({ size: 1, query, scroll_token: 'abc' });
    expect(foreign.error).toMatchObject({ type: 'invalid_request_error' });
  });

  it('writes names as the provider does: lower-case unless titlecase is asked', async () => {
    const query = { match_all: {} };
    expect((await search({ query })).data[0]?.full_name).toMatch(/^\p{Ll}[\p{Ll} '’-]+$/u);
    expect((await search({ query, titlecase: true })).data[0]?.full_name).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}/u);
  });

  it('says what it does not understand', async () => {
    const cases: [unknown, string][] = [
      [{ query: { fuzzy: { industry: 'x' } } }, 'fuzzy'],
      [{ query: { term: { shoe_size: 4 } } }, 'shoe_size'],
      [{ query: { bool: { most: [] } } }, 'most'],
      [{ query: { term: { industry: ['x'] } } }, 'industry'],
      [{ query: [] }, 'query'],
      [{ sql: 'SELECT * FROM person' }, 'query'],
      [{ size: 101, query: { match_all: {} } }, 'size'],
      [{}, 'query'],
      ['{', 'JSON'],
    ];
    for (const [body, word] of cases) {
      const refused = await search(body);
      expect(refused.answer.status, word).toBe(400);
      expect(refused.error).toMatchObject({ type: 'invalid_request_error', message: expect.stringContaining(word) });
    }
    const none = await search({ query: { term: { industry: 'mining' } } });
    expect([none.answer.status, none.error.type]).toEqual([404, 'not_found']);
    const anonymous = await fetch(`${sandbox.url}/pdl/v5/person/search`, { method: 'POST', body: '{}' });
    expect(anonymous.status).toBe(401);
  });
});

describe('person/enrich', () => {
  const listed = samplePeople.find(({ email }) => email.kind === 'listed');
  const hidden = samplePeople.find(({ email }) => email.kind === 'published');
  if (!listed || !hidden) throw new Error('no people');

  it('finds a person by any spelling of any profile URL', async () => {
    for (const profile of [
      `https://www.linkedin.com/in/${listed.slug}/`,
      `http://ca.linkedin.com/in/${listed.slug}?trk=abc`,
      `LinkedIn.com/in/${listed.slug.toUpperCase()}`,
    ]) {
      const found = await enrich({ profile });
      expect(found.status, profile).toBe(200);
      expect(found.data.linkedin_url).toBe(`linkedin.com/in/${listed.slug}`);
    }
    expect((await enrich({ profile: 'https://notlinkedin.com/in/%E0%A4%A' })).status).toBe(404);
  });

  it('fills the address only where it is listed', async () => {
    const address = listed.email.kind === 'listed' ? listed.email.address : '';
    const found = await enrich({ profile: `linkedin.com/in/${listed.slug}`, required: 'emails AND job_title' });
    expect(found.data).toMatchObject({
      work_email: address,
      emails: expect.arrayContaining([expect.objectContaining({ address, type: 'current_professional' })]),
    });
    const silent = await enrich({ profile: `linkedin.com/in/${hidden.slug}` });
    expect(silent.data).toMatchObject({ work_email: null });
    expect((await enrich({ profile: `linkedin.com/in/${hidden.slug}`, required: 'work_email' })).status).toBe(404);
  });
});
