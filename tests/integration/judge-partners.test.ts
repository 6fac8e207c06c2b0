import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GenerateView, PartnerDetailView, PartnerView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { JUDGED_UNASKED } from '../../events/shared/options.ts';
import type { AskAi, Embed } from '../../worker/providers/openai/askAi.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { judgePartners } from '../../worker/tasks/judgePartners.ts';
import { idle, retryAtOnce } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
  await retryAtOnce(testApp.owner.sql);
});
afterAll(() => testApp.stop());

const criteria = {
  industry: 'Fitness',
  targetAudience: 'Trail runners between 25 and 45 who repair their gear',
  platforms: ['linkedin'],
};
const job = (tenant: string, also?: Record<string, string>) => ({
  ...{ tenant, id: tenant, correlationId: 'test', causationId: null },
  ...(also ? { also } : {}),
});
type Added = { name: string; payload: { also?: Record<string, string> } | undefined };
/** Runs the task once; answers the jobs that it adds. */
async function judge(tenant: string, also?: Record<string, string>, deps: Partial<TestApp['worker']> = {}) {
  const added: Added[] = [];
  const addJob = ((name: string, payload: Added['payload']) => {
    added.push({ name, payload });
    return Promise.resolve();
  }) as never;
  const run = { lastTry: true, giveUp: true, addJob, signal: undefined };
  await judgePartners.handler({ ...testApp.worker, ...deps }, job(tenant, also), run);
  return added;
}
/** As time goes by: whom an answer left out is asked about again. */
async function judgeAll(tenant: string) {
  for (let tries = 0; tries < 6 && (await judge(tenant)).length > 0; tries += 1);
}
/** The AI is away until the answer is called. */
function takeAiAway(): () => void {
  const { worker } = testApp;
  const { askAi } = worker;
  const refused = { code: 'provider_key_refused', provider: 'The AI provider', setting: null } as const;
  worker.askAi = () => Promise.reject(new ProviderError(refused, 'http_401', false));
  return () => {
    worker.askAi = askAi;
  };
}
const judgments = (tenant: string) => clearEvents(testApp, tenant, 'PartnerJudged');
const partners = (person: { ok: <T>(method: 'GET', path: string) => Promise<T> }) =>
  person.ok<PartnerView[]>('GET', '/api/partners');

test('a search is judged by the rubric, which makes the score, with quotes of the profile', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count: 10 });
  await idle(testApp.owner.sql);
  // whom the answer left out is judged later
  await judgeAll(tenant);
  const list = await partners(person);
  expect(list).toHaveLength(10);
  expect(list.filter(({ roughScore }) => roughScore)).toEqual([]);
  const all = (await judgments(tenant)) as { criteriaHash: string; inputHash: string; promptVersion: string }[];
  expect(all).toHaveLength(10);
  expect(new Set(all.map(({ criteriaHash }) => criteriaHash)).size).toBe(1);
  expect(new Set(all.map(({ inputHash }) => inputHash)).size).toBe(10);
  expect(all[0]).toMatchObject({
    model: 'gpt-6-luna',
    promptVersion: 'partner_judgment@1',
    similarity: expect.any(Number),
  });
  for (const { id } of list) {
    const detail = await person.ok<PartnerDetailView>('GET', `/api/partners/${id}`);
    expect(detail.scoredBy).toBe('rubric');
    for (const quote of detail.judgment?.quotes ?? []) expect(detail.bio).toContain(quote);
  }
  // a second run asks nothing and changes nothing
  const before = await testApp.events(tenant);
  await judge(tenant);
  expect(await testApp.events(tenant)).toBe(before);
});

test('while the AI is away the score is rough; it is judged later', async () => {
  const { person, tenant } = await readyPerson(testApp, 4);
  await idle(testApp.owner.sql);
  const comeBack = takeAiAway();
  await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  await idle(testApp.owner.sql);
  comeBack();
  const rough = await partners(person);
  expect(rough.map(({ roughScore, matchScore }) => roughScore && matchScore !== null)).toEqual(Array(4).fill(true));
  expect(await judgments(tenant)).toEqual([]);
  const waiting = await testApp.owner.sql`
    update graphile_worker._private_jobs set run_at = now()
    where key like 'judge-later%' and payload->>'tenant' = ${tenant} and run_at > now() + interval '4 minutes' returning key`;
  expect(waiting).toHaveLength(1);
  await idle(testApp.owner.sql);
  await judgeAll(tenant);
  expect((await partners(person)).filter(({ roughScore }) => roughScore)).toEqual([]);
  expect(await judgments(tenant)).toHaveLength(4);
});

test('new criteria make the scores rough at once, and everyone is judged by them', async () => {
  const { person, tenant } = await readyPerson(testApp, 3);
  await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  await idle(testApp.owner.sql);
  await judgeAll(tenant);
  const before = (await judgments(tenant)) as { criteriaHash: string }[];
  const comeBack = takeAiAway();
  await person.ok('PUT', '/api/business-profile', {
    partnerCriteria: { ...criteria, additionalCriteria: 'Workshops' },
  });
  await idle(testApp.owner.sql);
  comeBack();
  expect((await partners(person)).filter(({ roughScore }) => !roughScore)).toEqual([]);
  await judgeAll(tenant);
  expect((await partners(person)).filter(({ roughScore }) => roughScore)).toEqual([]);
  const all = (await judgments(tenant)) as { criteriaHash: string }[];
  expect(new Set(all.map(({ criteriaHash }) => criteriaHash)).size).toBe(2);
  expect(all).toHaveLength(before.length + 3);
  // a phone number is no criterion
  await person.ok('PUT', '/api/business-profile', { contactPhone: '+1 802 555 0100' });
  await idle(testApp.owner.sql);
  expect(await judgments(tenant)).toHaveLength(all.length);
});

/** Judges everyone alike, but what `said` changes; counts the questions. */
const judgeBy = (asked: string[][], said: (names: string[]) => void = () => undefined): AskAi =>
  ((_prompt: unknown, { input }: { input: { candidates: { id: string; name: string }[] } }) => {
    const names = input.candidates.map(({ name }) => name);
    asked.push(names);
    said(names);
    const marks = { topic: 1, audience: 1, region: null, quality: 1 };
    const candidates = input.candidates.map(({ id }) => ({
      ...{ id, ...marks, orders: [], against: [], quotes: [], reason: 'Other field.' },
    }));
    return Promise.resolve({ value: { candidates }, model: 'm', opened: [] });
  }) as unknown as AskAi;

/** People whom nothing has judged. */
async function unjudged(count: number) {
  const ready = await readyPerson(testApp, count);
  // the job of the import must not meet the fault
  await idle(testApp.owner.sql);
  const comeBack = takeAiAway();
  await ready.person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  await idle(testApp.owner.sql);
  comeBack();
  expect(await judgments(ready.tenant)).toEqual([]);
  return ready;
}

test('a killed worker pays for one question twice at most: each answer is kept before the next', async () => {
  const { tenant } = await unjudged(65);
  const asked: string[][] = [];
  const killed = judgeBy(asked, () => {
    if (asked.length === 3) throw new Error('killed');
  });
  await expect(judge(tenant, undefined, { askAi: killed })).rejects.toThrow('killed');
  expect(await judgments(tenant)).toHaveLength(60);
  const again: string[][] = [];
  await judge(tenant, undefined, { askAi: judgeBy(again) });
  expect(again).toEqual([expect.arrayContaining(asked[2] ?? [])]);
  expect(again[0]).toHaveLength(5);
  expect(await judgments(tenant)).toHaveLength(65);
});

test('a profile that the AI declines to read does not keep it from the others [long]', async () => {
  const { person, tenant, partners: all } = await unjudged(5);
  const declined = all[2]?.name ?? '';
  const asked: string[][] = [];
  const refuses = judgeBy(asked, (names) => {
    if (names.includes(declined)) throw new ProviderError({ code: 'ai_question_filtered' }, 'content_filter', false);
  });
  expect(await judge(tenant, undefined, { askAi: refuses })).toEqual([]);
  expect((await partners(person)).filter(({ roughScore }) => roughScore).map(({ name }) => name)).toEqual([declined]);
  // nor is it paid for again
  const again: string[][] = [];
  await judge(tenant, undefined, { askAi: judgeBy(again) });
  expect(again).toEqual([]);
});

test('the most similar are judged first, and the similarity is kept [long]', async () => {
  const { tenant, partners: all } = await unjudged(40);
  const names = all.map(({ name }) => name ?? '');
  const asked: string[][] = [];
  const isOver = judgeBy(asked, () => {
    if (asked.length === 2) throw new ProviderError({ code: 'ai_budget_user' }, 'ai_budget', false);
  });
  // the text of each person begins with what only they have
  const states = await Promise.all(all.map(({ id }) => testApp.owner.load(tenant, ref('partner', id))));
  const bios = states.map(({ state }) => state.person?.bio ?? '');
  const placeOf = (text: string) => bios.findIndex((bio) => bio !== '' && text.includes(bio.slice(0, 40)));
  const embed: Embed = (texts) =>
    Promise.resolve({ model: 'e', vectors: texts.map((text, at) => (at === 0 ? [1, 0] : [1, 40 - placeOf(text)])) });
  const added = await judge(tenant, undefined, { askAi: isOver, embed });
  expect(added).toMatchObject([{ name: 'judge-partners', payload: { also: { waited: '1' } } }]);
  const kept = (await judgments(tenant)) as { similarity: number }[];
  expect(kept).toHaveLength(30);
  const judged = new Set(asked[0]);
  const similarityOf = (name: string) => 1 / Math.hypot(1, 40 - placeOf(bios[names.indexOf(name)] ?? ''));
  const least = Math.min(...[...judged].map(similarityOf));
  const others = names.filter((name) => !judged.has(name)).map(similarityOf);
  expect(Math.max(...others)).toBeLessThanOrEqual(least);
  expect(Math.min(...kept.map(({ similarity }) => similarity))).toBeCloseTo(least, 3);
});

test('an answer about former criteria makes no score', async () => {
  const { person, tenant } = await readyPerson(testApp, 3);
  const comeBack = takeAiAway();
  await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  await idle(testApp.owner.sql);
  const asked: string[][] = [];
  const change = { partnerCriteria: { ...criteria, additionalCriteria: 'Workshops' } };
  const askAi = (async (...question: Parameters<AskAi>) => {
    await person.ok('PUT', '/api/business-profile', change);
    await idle(testApp.owner.sql);
    return judgeBy(asked)(...question);
  }) as AskAi;
  await judge(tenant, undefined, { askAi });
  comeBack();
  expect(asked).toHaveLength(1);
  expect((await partners(person)).map(({ roughScore }) => roughScore)).toEqual([true, true, true]);
});

test('many are judged only when a user asks, who sees the cost first; new ones of a search are [long]', async () => {
  const { person, tenant } = await readyPerson(testApp, JUDGED_UNASKED + 5);
  await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  await idle(testApp.owner.sql);
  expect(await judgments(tenant)).toEqual([]);
  const list = await partners(person);
  expect(list.every(({ roughScore }) => roughScore)).toBe(true);
  await person.ok('POST', '/api/partners/generate', { criteria, count: 3 });
  await idle(testApp.owner.sql);
  const ofSearch = (await partners(person)).filter(({ searchId }) => searchId !== null);
  expect(ofSearch).toHaveLength(3);
  expect((await judgments(tenant)).length).toBeGreaterThan(0);
  expect((await judgments(tenant)).length).toBeLessThanOrEqual(3);

  const rejected = list[0];
  await person.ok('PATCH', `/api/partners/${rejected?.id}/status`, { status: 'rejected' });
  const waiting = JUDGED_UNASKED + 5 + 3 - 1 - (await judgments(tenant)).length;
  expect(await person.ok('POST', '/api/partners/judge')).toEqual({ partners: waiting });
  const [request] = await clearEvents(testApp, tenant, 'PartnerJudgmentRequested');
  expect(request).toMatchObject({ partners: waiting, estimateUsd: expect.any(Number) });
  await idle(testApp.owner.sql);
  await judgeAll(tenant);
  const after = await partners(person);
  expect(after.filter(({ roughScore }) => roughScore).map(({ id }) => id)).toEqual([rejected?.id]);
});
