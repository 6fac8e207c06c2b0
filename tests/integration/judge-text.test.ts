/** A text of the AI is compared with the facts right after it was written, or later; until then it is marked. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { CampaignView, SendView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import type { CampaignEvent } from '../../events/campaigns/campaign.ts';
import { judgeAnswer } from '../../events/messages/check/judge.ts';
import { campaignOf } from '../../worker/defineTask.ts';
import type { AskAi, Question } from '../../worker/providers/openai/askAi.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { judgeText } from '../../worker/tasks/judgeText.ts';
import { writeMessage } from '../../worker/tasks/writeMessage.ts';
import { testCause } from '../support/asSent.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

type Judged = { parts: { part: number; text: string }[] };

/** Answers the judge's calls, or those of one tenant (`of`); the sandbox answers all others. */
function judgeBy(answer: (input: Judged) => unknown, of?: string): { calls: number } {
  const made = { calls: 0 };
  const { askAi } = testApp.worker;
  const asked = (async (prompt: { name: string }, question: Question) => {
    if (prompt.name !== 'text_judgment' || (of !== undefined && question.tenant !== of))
      return (askAi as never as (...all: unknown[]) => unknown)(prompt, question);
    made.calls += 1;
    return { value: judgeAnswer.parse(answer(question.input as Judged)), model: 'small', opened: [] };
  }) as AskAi;
  testApp.worker.askAi = asked;
  onTestFinished(() => {
    testApp.worker.askAi = askAi;
  });
  return made;
}

const away = (): never => {
  throw new ProviderError({ code: 'provider_unreachable', provider: 'The AI provider' }, 'connection', true);
};
const allFine = ({ parts }: Judged) => ({
  parts: parts.map(({ part }) => ({ part, claim: null, verdict: 'no_claim', words: null })),
});
const lastIsWrong = (input: Judged) => {
  const { parts } = allFine(input);
  const last = input.parts.length;
  return { parts: [...parts.slice(0, -1), { part: last, claim: 'offer', verdict: 'not_supported', words: null }] };
};
const sendsOf = (person: { ok: <T>(method: string, path: string) => Promise<T> }, campaignId: string) =>
  person.ok<SendView[]>('GET', `/api/campaigns/${campaignId}/sends`);
const rulesOf = (send: SendView | undefined) => send?.flaws.map(({ rule }) => rule);
const run = { lastTry: true, giveUp: false, addJob: (async () => undefined) as never, signal: undefined };
const jobOf = (tenant: string, id: string) => ({ tenant, id, correlationId: 'test', causationId: 'test' });

test('a run of writing ends judged, each text by one call of its own', async () => {
  const judge = judgeBy(lastIsWrong);
  const { person, tenant, campaign } = await readyCampaign(testApp, { partners: 2, texts: 'generated' });
  for (const send of await sendsOf(person, campaign.id)) expect(rulesOf(send)).toEqual(['unsupported']);
  await testApp.events(tenant);
  expect(judge.calls).toBe(2);
  expect(await clearEvents(testApp, tenant, 'MessageJudged')).toHaveLength(2);
});

test('the sandbox’s judge is paid as a call of its own kind, and finds nothing in the sandbox’s own texts', async () => {
  const { person, tenant, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  expect(rulesOf((await sendsOf(person, campaign.id))[0])).toEqual([]);
  const calls = await clearEvents(testApp, tenant, 'AiCallMade');
  expect(calls).toContainEqual(expect.objectContaining({ operation: 'textJudgment', outcome: 'ok' }));
});

test('where the AI is away, the text is marked, Start leaves it, and it is judged later', async () => {
  let isAway = true;
  judgeBy((input) => (isAway ? away() : allFine(input)));
  const { person, tenant, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  const [send] = await sendsOf(person, campaign.id);
  expect(rulesOf(send)).toEqual(['unjudged']);
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  expect((await sendsOf(person, campaign.id))[0]).toMatchObject({ approved: false });

  isAway = false;
  await judgeText.handler(testApp.worker, jobOf(tenant, send?.id ?? ''), run);
  expect(rulesOf((await sendsOf(person, campaign.id))[0])).toEqual([]);
});

test('a person may approve an unjudged text, once asked; what the judge finds then ends that approval', async () => {
  let isAway = true;
  judgeBy((input) => (isAway ? away() : lastIsWrong(input)));
  const { person, tenant, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  const [send] = await sendsOf(person, campaign.id);
  const { subject, body, id } = send as SendView;
  const save = (passed?: object) =>
    person.ok<SendView>('PATCH', `/api/campaign-sends/${id}`, { subject, body, ...passed });
  const refused = await person.call('PATCH', `/api/campaign-sends/${id}`, { subject, body });
  expect(refused).toMatchObject({ status: 422 });
  expect(await save({ passed: send?.flaws })).toMatchObject({ approved: true, edited: false });

  isAway = false;
  await judgeText.handler(testApp.worker, jobOf(tenant, id), run);
  const after = (await sendsOf(person, campaign.id))[0];
  expect(after).toMatchObject({ approved: false });
  expect(rulesOf(after)).toEqual(['unsupported']);
});

test('a person’s text is approved at once, and no AI judges it', async () => {
  const judge = judgeBy(allFine);
  const { person, tenant, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  expect((await sendsOf(person, campaign.id))[0]).toMatchObject({ approved: true });
  await testApp.events(tenant);
  expect(judge.calls).toBe(0);
  expect((await sendsOf(person, campaign.id))[0]).toMatchObject({ approved: true, flaws: [] });
});

test('an answer that names no part is none: the text stays unjudged', async () => {
  judgeBy(() => ({ parts: [] }));
  const { person, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  expect(rulesOf((await sendsOf(person, campaign.id))[0])).toEqual(['unjudged']);
});

test('a worker that was killed after it wrote judges the same text, and ends the run', async () => {
  const { person, tenant, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'none' });
  let killed = 0;
  const judge = judgeBy((input) => {
    killed += 1;
    if (killed === 1) throw new Error('killed');
    return allFine(input);
  }, tenant);
  await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
  const { state } = await testApp.owner.load(tenant, ref('campaign', campaign.id));
  expect(state.generation).toBeNull();
  expect(judge.calls).toBe(2);
  expect(await clearEvents(testApp, tenant, 'MessageGenerated')).toHaveLength(1);
  expect(await clearEvents(testApp, tenant, 'MessageJudged')).toHaveLength(1);
});

test('a text whose partner was removed is judged once that is undone', async () => {
  let isAway = true;
  judgeBy((input) => (isAway ? away() : allFine(input)));
  const { person, tenant, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  const [send] = await sendsOf(person, campaign.id);
  const path = `/api/partners/${send?.partner.id}`;
  await person.ok('PATCH', `${path}/status`, { status: 'rejected' });
  await until(
    () => sendsOf(person, campaign.id),
    ([one]) => one?.status === 'cancelled',
  );
  isAway = false;
  await judgeText.handler(testApp.worker, jobOf(tenant, send?.id ?? ''), run);
  expect(await clearEvents(testApp, tenant, 'MessageJudged')).toEqual([]);

  const { state } = await testApp.owner.load(tenant, ref('partner', send?.partner.id ?? ''));
  await person.ok('POST', `${path}/undo-decision`, { decision: state.decisionNumber });
  const after = await until(
    () => sendsOf(person, campaign.id),
    ([one]) => one?.status === 'pending' && one.flaws.length === 0,
  );
  expect(after).toHaveLength(1);
});

test('an error of our own in the judge does not keep the run open for days [long]', async () => {
  const { person, tenant, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  judgeBy(() => {
    throw new Error('ours');
  }, tenant);
  const [send] = await sendsOf(person, campaign.id);
  const messageIds = [send?.id ?? ''];
  const asked: CampaignEvent = {
    type: 'MessagesRequested',
    data: { runId: 'r9', regenerate: true, includeEdited: false, keptEdited: 0, messageIds },
  };
  await testApp.owner.decide({ tenant, cause: testCause }, ref('campaign', campaign.id), () => [asked]);
  const added: string[] = [];
  const job = { ...jobOf(tenant, send?.id ?? ''), also: { runId: 'r9' } };
  const addJob = (async (task: string) => void added.push(task)) as never;
  await expect(writeMessage.handler(testApp.worker, job, { ...run, addJob })).rejects.toThrow('ours');
  await writeMessage.handler(testApp.worker, job, { ...run, addJob, giveUp: true });
  expect(added).toEqual(['finish-messages']);
});

test('texts that wait for a judge are asked for again after a restore [long]', async () => {
  judgeBy(away);
  const { tenant, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  const open = await testApp.owner.sql<{ stream_id: string }[]>`
    select stream_id from log.open_requests() where tenant_id = ${tenant} and type = 'MessageGenerated'`;
  expect(open.map(({ stream_id: id }) => campaignOf({ tenant, id: id.replace('message-', '') }).id)).toEqual([
    campaign.id,
  ]);
  expect((await testApp.owner.load(tenant, ref('campaign', campaign.id))).state.status).toBe(
    'draft' satisfies CampaignView['status'],
  );
});
