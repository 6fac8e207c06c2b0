import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StreamNotice } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ working: false, beatMs: 300 });
});
afterAll(() => testApp.stop());

/** A new person of whom the log knows only the account. */
async function newcomer(at: TestApp = testApp): Promise<{ person: Person; tenant: string }> {
  const person = await new Person(at.url).signUp(`lee.${randomBytes(5).toString('hex')}@northwind.example`);
  return { person, tenant: await person.tenant() };
}

type Feed = { notices: StreamNotice[]; beats: number; ready: boolean; ended: boolean; close(): void; headers: Headers };

/** Opens the live feed of someone and reads it until it ends. */
async function listen(person: Person): Promise<Feed> {
  const abort = new AbortController();
  const response = await fetch(`${person.url}/api/events/stream`, {
    headers: { Cookie: person.cookie, Accept: 'text/event-stream', 'Accept-Encoding': 'gzip' },
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  const feed: Feed = {
    notices: [],
    beats: 0,
    ready: false,
    ended: false,
    close: () => abort.abort(),
    headers: response.headers,
  };
  void (async () => {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          const name = lines.find((line) => line.startsWith('event: '))?.slice(7);
          const data = lines.find((line) => line.startsWith('data: '))?.slice(6) ?? '{}';
          if (name === 'ready') feed.ready = true;
          else if (name === 'beat') feed.beats += 1;
          else feed.notices.push(JSON.parse(data) as StreamNotice);
        }
      }
    } catch {
      // closed by us
    }
    feed.ended = true;
  })();
  await until(async () => feed.ready, Boolean, 5000);
  return feed;
}

const commit = (tenant: string, id: string, value: string) =>
  testApp.api.run({
    tenant,
    cause: { actor: 'user:test', correlationId: 'test', causationId: null },
    streams: { setting: ref('setting', id) },
    decide: () => ({ setting: [{ type: 'SettingChanged' as const, data: { value, was: '' } }] }),
  });

test('a commit arrives with its stream and no content; what other tenants do does not', async () => {
  const [mine, theirs] = await Promise.all([newcomer(), newcomer()]);
  const [here, there] = await Promise.all([listen(mine.person), listen(theirs.person)]);
  expect(here.headers.get('content-type')).toContain('text/event-stream');
  expect(here.headers.get('content-encoding')).toBeNull();
  const started = performance.now();
  await mine.person.ok('PUT', '/api/business-profile', { jobTitle: 'Chief runner' });
  await until(
    async () => here.notices.length,
    (count) => count > 0,
    3000,
  );
  expect(performance.now() - started).toBeLessThan(2000);
  expect(here.notices).toEqual([
    { kind: 'profile', id: mine.tenant, type: 'BusinessProfileUpdated', version: expect.any(Number) },
  ]);
  await theirs.person.ok('PUT', '/api/business-profile', { jobTitle: 'Other' });
  await until(
    async () => there.notices.length,
    (count) => count > 0,
    3000,
  );
  expect(here.notices).toHaveLength(1);
  expect(there.notices).toHaveLength(1);
  here.close();
  there.close();
});

test('200 commits of 8 writers all arrive, each once and in the order of its stream', async () => {
  const { person, tenant } = await newcomer();
  const feed = await listen(person);
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; index < 25; index += 1) await commit(tenant, `s${writer}`, String(index));
    }),
  );
  await until(
    async () => feed.notices.length,
    (count) => count >= 200,
    5000,
  );
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(feed.notices).toHaveLength(200);
  for (let writer = 0; writer < 8; writer += 1) {
    const versions = feed.notices.filter(({ id }) => id === `s${writer}`).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  }
  feed.close();
});

test('a silent feed says that it is there', async () => {
  const { person } = await newcomer();
  const feed = await listen(person);
  await until(
    async () => feed.beats,
    (beats) => beats >= 2,
    3000,
  );
  feed.close();
});

test('logging out ends the feed, and nothing that happens after it is told', async () => {
  const { person, tenant } = await newcomer();
  const feed = await listen(person);
  await fetch(`${testApp.url}/api/logout`, { headers: { Cookie: person.cookie }, redirect: 'manual' });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await commit(tenant, 'after', 'x');
  await until(async () => feed.ended, Boolean, 3000);
  expect(feed.notices).toEqual([]);
});

test('a feed that is opened after others were left hears what is new, once', async () => {
  const { person, tenant } = await newcomer();
  const feeds = await Promise.all([1, 2, 3].map(() => listen(person)));
  for (const feed of feeds) feed.close();
  await commit(tenant, 'left', 'x');
  await new Promise((resolve) => setTimeout(resolve, 600));
  const still = await listen(person);
  await commit(tenant, 'left', 'y');
  await until(
    async () => still.notices.length,
    (count) => count === 1,
    3000,
  );
  still.close();
});

test('when the server stops, every feed ends at once', async () => {
  const other = await startTestApp({ working: false });
  const { person } = await newcomer(other);
  const feed = await listen(person);
  const started = performance.now();
  const stopped = other.stop();
  await until(async () => feed.ended, Boolean, 3000);
  expect(performance.now() - started).toBeLessThan(2000);
  await stopped;
});
