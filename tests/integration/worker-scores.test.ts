import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerDetailView, PartnerTimelineView, PartnerView } from '../../api/views.ts';
import { newId } from '../../db/log/newId.ts';
import { listPartners } from '../../db/read/partners.ts';
import { planFor } from '../../db/read/searchPlan.ts';
import { ref } from '../../db/store.ts';
import { planFromWords, type SearchPlan } from '../../events/partners/match.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { endStep, planSearch, requestSearch, search } from '../../events/partners/search.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { rescorePartners } from '../../worker/tasks/rescorePartners.ts';
import { damageKey } from '../support/damagedKeys.ts';
import { hurry, idle } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
  // these scores are by rules: the AI judges no one here
  const { worker } = testApp;
  const { askAi } = worker;
  worker.askAi = (prompt, question) =>
    !askAi || prompt.operation === 'partnerJudgment'
      ? Promise.reject(new ProviderError({ code: 'ai_declined' }, 'refusal', false))
      : askAi(prompt, question);
});
afterAll(() => testApp.stop());

test('new criteria score everyone again; the same criteria, or a new phone number, leave no event', async () => {
  const { person, tenant } = await readyPerson(testApp, 4);
  const scored = async () => {
    await idle(testApp.owner.sql);
    return (await clearEvents(testApp, tenant, 'PartnerScored')).length;
  };
  const save = (body: object) => person.ok('PUT', '/api/business-profile', body);
  // no audience is described yet
  expect(await scored()).toBe(0);
  const criteria = { targetAudience: 'People who sew in circles', platforms: ['linkedin'], minFollowers: 12_002 };
  await save({ partnerCriteria: criteria });
  const first = await scored();
  expect(first).toBe(4);
  const before = await testApp.events();
  await save({
    partnerCriteria: { platforms: ['linkedin'], minFollowers: 12_002, targetAudience: criteria.targetAudience },
  });
  expect(await testApp.events()).toBe(before);
  await save({ contactPhone: '+1 802 555 0100' });
  expect(await scored()).toBe(first);
  expect(await testApp.events()).toBe(before + 1);

  // nor does a second run, whatever asks for it
  const job = { tenant, id: tenant, correlationId: 'test', causationId: 'test' };
  const never = () => Promise.reject(new Error('no job'));
  await rescorePartners.handler(testApp.worker, job, {
    lastTry: false,
    giveUp: false,
    addJob: never,
    signal: undefined,
  });
  expect(await testApp.events()).toBe(before + 1);
});

test('decisions re-rank who waits, and no one else, when the user pauses; a reason stays with its rejection', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const words = ['sewing', 'sewing', 'sewing', 'crypto', 'crypto', 'crypto', 'sewing', 'crypto', 'pottery'];
  await person.import(words.map((word, at) => ({ ...importedRow(at), bio: `All about ${word}.` })));
  const criteria = { targetAudience: 'People who collect stamps', platforms: ['linkedin'] };
  await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  await idle(testApp.owner.sql);
  const about = (word: string) => (one: PartnerView) => one.bio?.includes(word);
  const listed = () => person.ok<PartnerView[]>('GET', '/api/partners');
  const before = await listed();
  const usual = before[0]?.matchScore ?? 0;
  const approved = before.filter(about('sewing')).slice(0, 3);
  const rejected = before.filter(about('crypto')).slice(0, 3);
  for (const { id } of approved) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  for (const { id } of rejected)
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'rejected', reason: 'topic' });
  // others may be decided on
  await idle(testApp.owner.sql);
  const scores = async () => new Set((await listed()).map(({ matchScore }) => matchScore));
  expect(await scores()).toEqual(new Set([usual]));
  const jobs = await testApp.owner.sql`
    select from graphile_worker._private_jobs where key = ${`rescore-by-decisions:${tenant}`}`;
  expect(jobs).toHaveLength(1);

  await hurry(testApp.owner.sql);
  await idle(testApp.owner.sql);
  const waiting = (await listed()).filter(({ status }) => status === 'pending');
  const [sewing, crypto, pottery] = ['sewing', 'crypto', 'pottery'].map((word) => waiting.find(about(word)));
  expect(sewing?.matchScore).toBeGreaterThan(usual);
  expect(crypto?.matchScore).toBeLessThan(usual);
  expect(pottery?.matchScore).toBe(usual);
  const detailOf = (id = '') => person.ok<PartnerDetailView>('GET', `/api/partners/${id}`);
  const { parts } = await detailOf(sewing?.id);
  expect(parts.find(({ part }) => part === 'learned')?.reason).toBe('Like 3 people you approved: sewing');
  const decided = await detailOf(rejected[0]?.id);
  expect(decided.matchScore).toBe(usual);
  const { entries } = await person.ok<PartnerTimelineView>('GET', `/api/partners/${rejected[0]?.id}/timeline`);
  expect(entries).toContainEqual(expect.objectContaining({ what: 'Partner rejected: not the topic' }));
  const path = `/api/partners/${sewing?.id}/status`;
  expect((await person.call('PATCH', path, { status: 'approved', reason: 'topic' })).status).toBe(400);
});

describe('the words of a search', () => {
  const criteria = { targetAudience: 'People who sew in circles', platforms: ['linkedin' as const] };
  // without topics everyone has their points
  const plan: SearchPlan = { topics: [], jobTitles: [], audienceTerms: ['brewers'], regions: [] };
  /** A search for these criteria that ended at once, with this plan or without one. */
  const searched = async (
    tenant: string,
    by: typeof criteria,
    planned: SearchPlan | null,
    planner: 'ai' | 'words' = 'ai',
  ) => {
    const cause = { actor: 'worker:test', correlationId: 'test', causationId: null };
    await testApp.owner.decide({ tenant, cause }, ref('search', newId()), (state, at) => {
      const asked = requestSearch(state, { kind: 'criteria', requested: 1, criteria: by, profileUrl: null });
      const running = asked.reduce((now, event) => search.evolve(now, { ...event, at, actor: '' }), state);
      const ended = endStep(running, 0, { duplicates: 0, sources: [] });
      return [...asked, ...(planned ? planSearch(running, planner, planned) : []), ...ended];
    });
    await idle(testApp.owner.sql);
  };
  const ready = async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 3);
    await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
    await idle(testApp.owner.sql);
    return { person, tenant, partners };
  };
  const scored = async (tenant: string) => (await clearEvents(testApp, tenant, 'PartnerScored')).length;

  test('hold while a newer search has none yet, or ended without [long]', async () => {
    const { tenant } = await ready();
    await searched(tenant, criteria, plan);
    await searched(tenant, criteria, null);
    expect(await planFor(testApp.owner, tenant, criteria)).toEqual(plan);
    const other = { ...criteria, targetAudience: 'People who brew' };
    expect(await planFor(testApp.owner, tenant, other)).toMatchObject({ audienceTerms: ['brew'] });
    await searched(tenant, other, { ...plan, topics: ['trail running'] });
    expect(await planFor(testApp.owner, tenant, criteria)).toEqual(plan);
  });

  test('score everyone again, once', async () => {
    const { person, tenant } = await ready();
    const before = await scored(tenant);
    await searched(tenant, criteria, plan);
    expect(await scored(tenant)).toBe(before + 3);
    const scores = async () => new Set((await listPartners(testApp.owner, tenant)).map(({ state }) => state.score));
    const after = await scores();
    // the same people under the same words: nothing is new
    await searched(tenant, criteria, plan);
    await searched(tenant, criteria, null);
    expect(await scored(tenant)).toBe(before + 3);
    // nor under those of a search for another audience
    await searched(tenant, { ...criteria, targetAudience: 'People who brew' }, { ...plan, topics: ['trail running'] });
    expect(await scored(tenant)).toBe(before + 3);
    expect(await scores()).toEqual(after);
    await person.ok('DELETE', `/api/partners/${(await listPartners(testApp.owner, tenant))[0]?.id}`);
    await searched(tenant, criteria, { ...plan, topics: ['trail running'] });
    expect(await scored(tenant)).toBe(before + 5);
  });

  test('without the AI change no score of an AI plan [long]', async () => {
    const { tenant } = await ready();
    await searched(tenant, criteria, { ...plan, topics: ['trail running'] }, 'words');
    const before = await scored(tenant);
    expect(await planFor(testApp.owner, tenant, criteria)).toMatchObject({ topics: ['trail running'] });
    await searched(tenant, criteria, plan);
    expect(await scored(tenant)).toBe(before + 3);
    await searched(tenant, criteria, { ...plan, topics: ['trail running'] }, 'words');
    expect(await scored(tenant)).toBe(before + 3);
    expect(await planFor(testApp.owner, tenant, criteria)).toEqual(plan);
  });

  test('without the AI do not score the people it finds: those of the newest AI plan do [long]', async () => {
    const { person, tenant } = await ready();
    const runners = { ...criteria, targetAudience: 'Trail runners between 25 and 45 who repair their gear' };
    await person.ok('PUT', '/api/business-profile', { partnerCriteria: runners });
    const ofAi = { ...plan, topics: ['trail running'], regions: ['japan'] };
    await searched(tenant, runners, ofAi);
    const before = await scored(tenant);
    await testApp.fault('openai', 'reject-4xx', 1, { status: 403 });
    await person.ok('POST', '/api/partners/generate', { criteria: runners, count: 2 });
    await idle(testApp.owner.sql);
    expect((await clearEvents(testApp, tenant, 'SearchPlanned')).at(-1)).toEqual({ planner: 'words' });
    expect(await scored(tenant)).toBe(before + 2);
    const found = (await listPartners(testApp.owner, tenant)).filter(({ state }) => state.searchId !== null);
    expect(found).toHaveLength(2);
    for (const { id } of found) {
      const { state } = await testApp.owner.load(tenant, ref('partner', id));
      if (!state.person) throw new Error('A found partner is a person');
      const one = { facts: { ...state, source: state.source ?? '' }, person: state.person } as FoundPerson;
      expect(state.score).toBe(scoreFound(one, runners, ofAi).score);
      expect(state.score).not.toBe(scoreFound(one, runners, planFromWords(runners)).score);
    }
  });

  test('score the others, too, where the key of one is damaged', async () => {
    const { tenant, partners } = await ready();
    const before = await scored(tenant);
    await damageKey(testApp.owner.sql, 'garbage', tenant, `partner-${partners[1]?.id}`);
    await searched(tenant, criteria, plan);
    expect(await scored(tenant)).toBe(before + 2);
  });
});
