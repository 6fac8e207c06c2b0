import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { youTube } from '../../worker/providers/youtube/client.ts';
import { youTubeSource } from '../../worker/providers/youtube/source.ts';
import { type FaultProxy, startFaultySandbox } from '../support/faultProxy/startFaultProxy.ts';
import { NO_MEMORY } from '../support/samples.ts';

let sandbox: FaultProxy;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-youtube-'));
  sandbox = await startFaultySandbox({ dataDir, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

const client = (apiKey: string, timeoutMs = 2_000) => youTube({ apiKey, baseUrl: sandbox.url, timeoutMs });
const fault = (order: object) =>
  fetch(`${sandbox.url}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'youtube', ...order }),
  });
const ask = (more: object = {}) => ({
  plan: { topics: ['trail running', 'running coach'], jobTitles: [], audienceTerms: [], regions: [] },
  criteria: { minFollowers: 5000 },
  regions: ['united states', 'canada'],
  known: [],
  seenAt: '2026-03-01T09:00:00.000Z',
  scope: { tenant: 't', cause: { actor: 'worker:test', correlationId: 'c', causationId: null } },
  about: 'search-s1',
  ...NO_MEMORY,
  ...more,
});

describe('a search of channels', () => {
  test('finds those of the regions who speak of a topic, with the figures that they show', async () => {
    const search = youTubeSource(client('k')).search(ask());
    const found = await search.next(10);
    expect(found.length).toBeGreaterThan(3);
    while (!search.dry) found.push(...(await search.next(10)));
    const countries = new Set(found.map(({ person }) => person.country));
    expect([...countries].filter((one) => one !== null && one !== 'united states' && one !== 'canada')).toEqual([]);
    expect(
      found.filter(({ facts }) => facts.followersCount !== null && facts.engagementRate !== null).length,
    ).toBeGreaterThan(2);
    for (const { facts, person } of found) {
      expect(facts).toMatchObject({ platform: 'youtube', source: 'youtube' });
      expect(person.profileUrl).toMatch(/^https:\/\/www\.youtube\.com\//);
      expect(person.evidence.length).toBeGreaterThan(0);
    }
  });

  test('leaves out channels that are known, and finds none for a topic that nobody has', async () => {
    const all = await youTubeSource(client('k')).search(ask()).next(10);
    const known = all.map(
      ({ person }) => person.socialProfiles.find(({ url }) => url.includes('/channel/'))?.url ?? '',
    );
    const addresses = known.map((url) => url.replace('https://www.', '').toLowerCase());
    expect(
      await youTubeSource(client('k'))
        .search(ask({ known: addresses }))
        .next(10),
    ).toEqual([]);
    const nobody = ask({ plan: { ...ask().plan, topics: ['zzyzx'] } });
    expect(await youTubeSource(client('k')).search(nobody).next(10)).toEqual([]);
  });
});

describe('the searches of a day', () => {
  const remembered = () => {
    const kept = new Map<string, string | null>();
    const places = {
      read: (name: string) => kept.get(name) ?? null,
      keep: async (name: string, value: string | null) => void kept.set(name, value),
    };
    return { kept, places };
  };
  /** Searches until it is dry, and says what was asked. `fails`: the page that YouTube refuses. */
  const asked = async (more: object, channels: { id: string }[] = [], fails: string | null = null) => {
    const calls: (string | null)[][] = [];
    const searchChannels = async (query: string, regionCode: string | null, page: string | null) => {
      calls.push([query, regionCode, page]);
      if (page !== null && page === fails)
        throw new ProviderError({ code: 'provider_refused', provider: 'YouTube', setting: null }, 'http_400', false);
      return { ids: channels.map(({ id }) => id), nextPage: `after ${page ?? 'the first'}` };
    };
    const found = channels.map(({ id }) => ({ id, snippet: { title: id }, statistics: { videoCount: '3' } }));
    const fake = {
      ...{ searchChannels, channels: async (ids: readonly string[]) => found.filter(({ id }) => ids.includes(id)) },
      ...{ newestVideos: async () => [], videos: async () => [], check: async () => '' },
    };
    const search = youTubeSource(fake).search(ask(more));
    while (!search.dry) await search.next(10);
    return calls;
  };

  test('ask each country before a next page, and never more than three times', async () => {
    expect(await asked({})).toEqual([
      ['trail running|running coach', 'US', null],
      ['trail running|running coach', 'CA', null],
      ['trail running|running coach', 'US', 'after the first'],
    ]);
  });

  test('reach all topics and all countries, as far as they can', async () => {
    const topics = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(await asked({ plan: { ...ask().plan, topics } })).toEqual([
      ['a|b|c', 'US', null],
      ['d|e|f', 'CA', null],
      ['g', 'US', null],
    ]);
  });

  test('skip a page without new channels, and start again where YouTube no longer knows the page', async () => {
    const { places } = remembered();
    const one = { regions: ['canada'], places };
    await asked(one);
    const page = 'after after after the first';
    expect((await asked(one))[0]).toEqual(['trail running|running coach', 'CA', page]);
    const stale = remembered();
    await asked({ ...one, places: stale.places });
    await asked({ ...one, places: stale.places }, [], page);
    expect((await asked({ ...one, places: stale.places }))[0]?.[2]).toBeNull();
  });

  test('stay on a page that may have more channels', async () => {
    const { places } = remembered();
    const one = { regions: ['canada'], places };
    await asked(one, [{ id: 'UC1' }]);
    expect((await asked(one))[0]?.[2]).toBeNull();
  });
});

describe('a late failure', () => {
  const quota = new ProviderError({ code: 'youtube_quota', setting: 'YOUTUBE_API_KEY' }, 'youtube_quota', false);
  const fails = async () => {
    throw quota;
  };
  test.each([
    ['the lists of videos', { newestVideos: fails }],
    ['the videos', { videos: fails }],
  ])('of %s keeps the channels, with unknown engagement, and says what failed', async (_what, broken) => {
    const all = await youTubeSource(client('k')).search(ask()).next(10);
    const search = youTubeSource({ ...client('k'), ...broken }).search(ask());
    const found = await search.next(10);
    expect(found.map(({ person }) => person.name)).toEqual(all.map(({ person }) => person.name));
    expect(found.every(({ facts }) => facts.engagementRate === null)).toBe(true);
    expect(found.some(({ facts }) => facts.followersCount !== null)).toBe(true);
    expect(search.trouble).toBe(quota);
    await expect(search.next(10)).rejects.toBe(quota);
  });

  test('of one list keeps what the others told', async () => {
    let calls = 0;
    const whole = client('k');
    const newestVideos: typeof whole.newestVideos = (...of) => {
      calls += 1;
      return calls === 3 ? fails() : whole.newestVideos(...of);
    };
    const found = await youTubeSource({ ...whole, newestVideos })
      .search(ask())
      .next(10);
    expect(found.some(({ facts }) => facts.engagementRate !== null)).toBe(true);
  });
});

describe('what YouTube refuses', () => {
  test.each([
    ['a wrong key', 'wrong-key', null, /refused the key in YOUTUBE_API_KEY/, false],
    ['the quota', 'k', { mode: 'reject-4xx', status: 403, reason: 'quotaExceeded' }, /used up for today/, false],
    [
      'an API that is off',
      'k',
      { mode: 'reject-4xx', status: 403, reason: 'accessNotConfigured' },
      /Enable it in Google Cloud/,
      false,
    ],
    ['a restricted key', 'k', { mode: 'reject-4xx', status: 403, reason: 'ipRefererBlocked' }, /restrictions/, false],
    ['a rate limit', 'k', { mode: '429', retryAfter: 7 }, /asks to wait/, true],
    ['an error of its own', 'k', { mode: '500' }, /not responding/, true],
    ['no answer', 'k', { mode: 'hang' }, /took too long/, true],
    ['a cut', 'k', { mode: 'accept-then-reset' }, /cannot be reached/, true],
  ])('%s has a text of its own', async (_what, key, order, text, retryable) => {
    if (order) await fault({ ...order, count: 1 });
    const failed = await client(key, 300)
      .check()
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ProviderError);
    expect(failed).toMatchObject({ retryable });
    expect(reasonSentence((failed as ProviderError).reason, 'operator')).toMatch(text);
  });

  test('the 101st search of a day', async () => {
    const many = client('many');
    for (let call = 0; call < 100; call += 1) await many.searchChannels('x', null, null);
    await expect(many.searchChannels('x', null, null)).rejects.toMatchObject({ code: 'youtube_quota' });
    expect(await many.check()).toContain('1 of');
  });
});
