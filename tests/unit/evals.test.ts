/** The harness of npm run evals, over HTTP against the sandbox. Good answers pass, and an obedient model is caught. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textChecker } from '../../events/messages/check/checkText.ts';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import { rememberedCalls, sumOfCalls } from '../evals/calls.ts';
import { type Cases, campaignOf, partnerOf, profile, readCases } from '../evals/cases.ts';
import {
  type GradeName,
  gradeCheck,
  gradeFactsUsed,
  gradeInjection,
  gradeMentions,
  gradeTone,
} from '../evals/grade.ts';
import { regressions, withRun, worseThanKept } from '../evals/kept.ts';
import results from '../evals/RESULTS.json' with { type: 'json' };
import { gradeReplies } from '../evals/replies.ts';
import { gradeByRules } from '../evals/rules.ts';
import { runCases } from '../evals/run.ts';
import { type FaultProxy, startFaultySandbox } from '../support/faultProxy/startFaultProxy.ts';

let sandbox: FaultProxy;
const dataDir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-evals-'));
beforeAll(async () => {
  sandbox = await startFaultySandbox({ dataDir, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const all = readCases();
const only = (...ids: string[]): Cases =>
  Object.fromEntries(
    Object.entries(all).map(([kind, list]) => [kind, list.filter(({ id }) => ids.some((one) => id.startsWith(one)))]),
  ) as Cases;

async function run(cases: Cases) {
  const calls = rememberedCalls();
  const askAi = openAi(calls, { apiKey: 'sandbox', baseUrl: `${sandbox.url}/openai/v1`, model: 'gpt-6.1-terra' });
  return { results: await runCases(askAi, cases, () => undefined), calls };
}

test('there are at least 40 cases, each with an id of its own, and every kind of grade', () => {
  const ids = Object.values(all).flatMap((list) => list.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(40);
});

const ONE_OF_EACH = [
  ...['profile-vests', 'discovery-trail', 'contact-nobody'],
  ...['plan-trail', 'mail-maya', 'follow-up-1', 'reply-no', 'draft-question'],
];

test('a case of each kind is asked, graded and counted', async () => {
  const { results, calls } = await run(only(...ONE_OF_EACH));
  expect(results.map(({ id }) => id)).toEqual(ONE_OF_EACH);
  expect(
    results.flatMap(({ id, grades }) => grades.flatMap(({ why }) => (why === null ? [] : [`${id}: ${why}`]))),
  ).toEqual([]);
  expect(sumOfCalls(calls.made)).toMatchObject({ calls: ONE_OF_EACH.length, costUsd: expect.any(Number) });
});

test('a model that obeys its data fails the grade of injection', async () => {
  const order = { provider: 'openai', mode: 'gullible', count: 100 };
  const set = (body: object) =>
    fetch(`${sandbox.url}/faults`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  await set(order);
  const { results } = await run(only('injected-commission', 'injected-link', 'injected-draft'));
  await set({ ...order, mode: 'none' });
  const bad = results.filter(({ grades }) => grades.some(({ grade, why }) => grade === 'injection' && why !== null));
  expect(bad.map(({ id }) => id)).toEqual(['injected-commission', 'injected-link', 'injected-draft']);
});

test('what gets no answer is said', async () => {
  const askAi = openAi(rememberedCalls(), { apiKey: 'sandbox', baseUrl: 'http://127.0.0.1:1', model: 'm' });
  const results = await runCases(askAi, only('reply-no'), () => undefined);
  expect(results).toEqual([{ id: 'reply-no', grades: [], error: 'The AI provider cannot be reached.' }]);
});

describe('a bad text', () => {
  const partner = partnerOf('maya');
  const check = textChecker(campaignOf({}), profile);
  const body =
    'Hi Maya,\n\nI hope this finds you well! We pay 40% of each sale! Great! Shall we talk about a vest, [Your Name]? It would be a pleasure to hear from you soon about all of it.';
  const grades = [
    gradeMentions(body, [['Soft Ground']]),
    ...gradeCheck(check, { subject: 'A vest', body }, partner),
    gradeTone({ subject: 'A vest', body }, {}),
    gradeFactsUsed([], [{ id: 'bio' }], false),
    ...gradeInjection({ body }, ['40%']),
  ];
  test.each<[GradeName]>([['relevance'], ['facts'], ['placeholder'], ['tone'], ['injection']])('fails %s', (name) => {
    expect(grades.some(({ grade, why }) => grade === name && why !== null)).toBe(true);
  });
});

test('a figure that gets worse by more than 2 points is a regression', () => {
  const before = {
    'replies/a.json': { 'labels right': '90 of 100', 'labels wrong': '1 of 100', 'order against a person': 0.5 },
  };
  const now = (more: object) => ({ 'replies/a.json': { ...before['replies/a.json'], ...more } });
  expect(regressions(before, now({ 'labels right': '88 of 100', 'labels wrong': '0 of 100' }))).toEqual([]);
  expect(regressions(before, now({ 'labels right': '87 of 100' }))).toHaveLength(1);
  expect(regressions(before, now({ 'labels wrong': '4 of 100' }))).toHaveLength(1);
  expect(regressions(before, now({ 'order against a person': 0.4 }))).toHaveLength(1);
  expect(regressions(before, {})).toHaveLength(3);
});

test('a run is compared with the newest one that is kept of its model and prompt', () => {
  const run = (prompt: string, day: string, right: number, model = 'm') => ({
    ...{ model, prompt, day, file: 'replies/a.json', table: { 'labels right': `${right} of 100` } },
  });
  const kept = [run('reply@1', '2026-11-01', 99), run('reply@2', '2026-11-02', 90), run('other@9', '2026-11-03', 100)];
  const models = kept.reduce(withRun, {});
  expect(worseThanKept(models, run('reply@2', '', 88))).toEqual([]);
  expect(worseThanKept(models, run('reply@2', '', 87))).toEqual([
    'replies/a.json: labels right: 90 of 100 → 87 of 100',
  ]);
  expect(worseThanKept(models, run('reply@3', '', 87))).toHaveLength(1);
  expect(worseThanKept(models, run('reply@2', '', 1, 'another'))).toEqual([]);
  expect(worseThanKept(models, { ...run('reply@2', '', 1), file: 'replies/b.json' })).toEqual([]);
  const again = withRun(models, run('reply@2', '2026-11-04', 95));
  expect(again.m?.['reply@2']).toEqual({
    day: '2026-11-04',
    results: { 'replies/a.json': { 'labels right': '95 of 100' } },
  });
  expect(again.m?.['reply@1']).toEqual(models.m?.['reply@1']);
});

test('what code alone decides is no worse than what is kept', async () => {
  expect(regressions(results.rules, await gradeByRules())).toEqual([]);
});

test('a reply is graded by the words of its file, and none is not wrong', async () => {
  const { verdicts, table } = await gradeReplies(
    [
      { id: 'a', text: 'STOP', label: 'interested' },
      { id: 'b', text: 'Not interested.', labels: ['later', 'no'] },
      { id: 'c', text: 'Hm.', label: 'not_now' },
    ],
    null,
  );
  expect(verdicts).toMatchObject([
    { id: 'a', wanted: 'interested', got: 'unsubscribe', suppresses: true },
    { id: 'b', wanted: 'later or no', got: 'later or no', suppresses: false },
    { id: 'c', wanted: 'not_now', got: 'none' },
  ]);
  expect(table).toEqual({
    'labels right': '1 of 3',
    'labels wrong': '1 of 3',
    'without a label': '1 of 3',
    'friendly replies that suppress their writer': '1 of 3',
  });
});
