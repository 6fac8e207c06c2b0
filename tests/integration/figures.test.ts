/** Figures from YouTube are at most 30 days old: asked for again, or removed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GenerateView, PartnerDetailView, PartnerTimelineView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import type { Channel, YouTube } from '../../worker/providers/youtube/client.ts';
import { refreshYouTubeFigures } from '../../worker/tasks/refreshFigures.ts';
import { readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const DAY_MS = 86_400_000;
const criteria = { industry: 'Fitness', targetAudience: 'runners', platforms: ['youtube' as const] };

/** A day's run, so many days after now, with YouTube answering like this. */
async function runAfter(days: number, youTube: YouTube | null): Promise<void> {
  const { store } = testApp.worker;
  const later = new Date(store.now().getTime() + days * DAY_MS);
  const shifted = Object.assign(Object.create(store), { now: () => later }) as typeof store;
  const job = { tenant: '', id: '', correlationId: '', causationId: null };
  const run = { lastTry: false, giveUp: false, addJob: async () => undefined, signal: undefined };
  await refreshYouTubeFigures.handler({ store: shifted, youTube }, job, run as never);
}

const figuresIn = ({ person }: PartnerState) =>
  (person?.evidence ?? []).flatMap(({ field, text }) => (['followers', 'engagement'].includes(field) ? [text] : []));

test('they are asked for again after 25 days in one call, and removed after 29 if YouTube cannot be asked', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const { partners } = await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count: 5 });
  const load = (id: string) => testApp.worker.store.load(tenant, ref('partner', id)).then(({ state }) => state);
  const states = () => Promise.all(partners.map(({ id }) => load(id)));
  const before = await states();
  const [gone, ...stay] = before.filter(({ followersCount }) => followersCount !== null);
  expect(stay.length).toBeGreaterThan(1);

  const asked: string[][] = [];
  const isOf = ({ person: known }: PartnerState, id: string) =>
    known?.socialProfiles.some(({ url }) => url.endsWith(id));
  const youTube = {
    channels: async (ids: readonly string[]): Promise<Channel[]> => {
      asked.push([...ids]);
      const left = ids.filter((id) => gone && !isOf(gone, id));
      return left.map((id) => ({ id, statistics: { subscriberCount: '4321' } }));
    },
    newestVideos: async () => [],
    videos: async () => [],
  } as unknown as YouTube;
  await runAfter(24, youTube);
  expect(asked).toEqual([]);
  await runAfter(26, youTube);
  expect(asked).toHaveLength(1);
  const refreshed = await states();
  for (const [at, state] of refreshed.entries()) {
    const wasKnown = figuresIn(before[at] as PartnerState).length > 0;
    const isGone = before[at]?.person?.name === gone?.person?.name;
    if (!wasKnown) continue;
    expect(state.followersCount).toBe(isGone ? null : 4321);
    expect(state.engagementRate).toBeNull();
    if (isGone) expect(figuresIn(state)).toEqual([]);
  }
  expect(refreshed.flatMap(figuresIn)).toContain('4,321 followers');
  const { id } = partners[before.findIndex(({ person: one }) => one?.name === gone?.person?.name)] ?? { id: '' };
  const detail = await person.ok<PartnerDetailView>('GET', `/api/partners/${id}`);
  expect(detail.followersCount).toBeNull();
  const { entries } = await person.ok<PartnerTimelineView>('GET', `/api/partners/${id}/timeline`);
  expect(entries).toContainEqual(expect.objectContaining({ what: 'Figures from YouTube removed' }));

  const down = async () => Promise.reject(new ProviderError({ code: 'youtube_quota', setting: 'K' }, 'quota', false));
  const quota = { ...youTube, channels: down } as unknown as YouTube;
  await runAfter(27, quota);
  expect((await states()).flatMap(figuresIn)).toContain('4,321 followers');
  await runAfter(30, quota);
  expect((await states()).flatMap(figuresIn)).toEqual([]);
});
