/** "Improve": the AI rewrites one text as a person asks, and texts of a campaign begin differently. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ErrorView, ImprovedTextView, SendView } from '../../api/views.ts';
import { openingOf } from '../../events/messages/openings.ts';
import { retryAtOnce } from '../support/hurry.ts';
import { clearEvents, type LeakWatch, watchLeaks } from '../support/leaks.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let leaks: LeakWatch;
beforeAll(async () => {
  testApp = await startTestApp();
  await retryAtOnce(testApp.owner.sql);
  leaks = watchLeaks(testApp);
});
afterAll(async () => {
  expect((await leaks.end()).leaked).toEqual([]);
  await testApp.stop();
});

test('the text is rewritten as asked, nothing is saved, and the old one can be kept', async () => {
  const { person, tenant, sends, partners } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  leaks.remember(partners);
  const [before] = sends as [SendView];
  const path = `/api/campaign-sends/${before.id}`;
  const instruction = 'Mention that we repair every vest for life.';
  const asked = { instruction, subject: before.subject, body: `${before.body}\n\nTyped, and not saved.` };
  const improved = await person.ok<ImprovedTextView>('POST', `${path}/improve`, asked);
  expect(improved.body).toContain('We repair every vest for life.');
  expect(improved.body).toContain('Typed, and not saved.');

  const [after] = await person.ok<SendView[]>('GET', `/api/campaigns/${before.campaignId}/sends`);
  expect(after).toMatchObject({ subject: before.subject, body: before.body, approved: false });
  expect(after?.revision).toEqual({ status: 'done', ...improved, reason: null });
  expect(await clearEvents(testApp, tenant, 'TextRevised')).toMatchObject([{ promptVersion: 'outreach_message@5' }]);
  const calls = await clearEvents(testApp, tenant, 'AiCallMade');
  expect(calls.at(-1)).toMatchObject({ operation: 'messageGeneration', about: `message-${before.id}` });

  const saved = await person.ok<SendView>('PATCH', path, improved);
  expect(saved).toMatchObject({ body: improved.body, approved: true, edited: true, revision: null });
});

test('where the AI fails, or writes more than the form takes, the text and the reason stay', async () => {
  const { person, tenant, campaign, sends } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  const [before] = sends as [SendView];
  await testApp.fault('openai', 'reject-4xx', 100);
  const asked = { instruction: 'Shorter', subject: before.subject, body: before.body };
  const failed = await person.call<ErrorView>('POST', `/api/campaign-sends/${before.id}/improve`, asked);
  await testApp.fault('openai', 'none', 1);
  expect(failed).toMatchObject({ status: 503, body: { error: expect.stringContaining('AI provider') } });
  const [after] = await person.ok<SendView[]>('GET', `/api/campaigns/${before.campaignId}/sends`);
  expect(after).toMatchObject({ body: before.body, revision: { status: 'failed', body: null } });
  expect(await clearEvents(testApp, tenant, 'TextRevisionFailed')).toHaveLength(1);
  for (const wrong of [
    { ...asked, instruction: ' ' },
    { ...asked, instruction: 'x'.repeat(1001) },
  ]) {
    expect(await person.call('POST', `/api/campaign-sends/${before.id}/improve`, wrong)).toMatchObject({ status: 400 });
  }

  const { askAi } = testApp.worker;
  onTestFinished(() => {
    testApp.worker.askAi = askAi;
  });
  testApp.worker.askAi = async (prompt) => ({
    value: prompt.answer.parse({
      ...{ plan: { hook: '', why: '', ask: '' }, unfit: null, subject: 'Hello' },
      paragraphs: [{ parts: [{ text: 'word '.repeat(80_000), kind: 'courtesy', cites: [] }] }],
    }) as never,
    model: 'm',
    opened: [],
  });
  expect(await person.call('POST', `/api/campaign-sends/${before.id}/improve`, asked)).toMatchObject({ status: 503 });
  await person.call('POST', `/api/campaigns/${campaign.id}/regenerate-messages`, {});
  const [still] = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const reason = expect.stringContaining('too long a text');
  expect(still).toMatchObject({ body: before.body, revision: { status: 'failed', body: null, reason } });
  expect(await clearEvents(testApp, tenant, 'MessageGenerationFailed')).toMatchObject([
    { reason: { code: 'ai_too_long' } },
  ]);
});

test('written again, a text begins differently', async () => {
  const { person, campaign, sends } = await readyCampaign(testApp, { partners: 3, texts: 'generated' });
  await person.ok('POST', `/api/campaigns/${campaign.id}/regenerate-messages`, {});
  const again = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const start = (text: string | null) =>
    openingOf(text ?? '')
      ?.split(' ')
      .slice(0, 3)
      .join(' ');
  for (const { id, body } of sends) expect(start(again.find((one) => one.id === id)?.body ?? '')).not.toBe(start(body));
});

test('how partners are addressed is a setting of the campaign that the AI writes by', async () => {
  const { person, tenant, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  expect(campaign.address).toBeNull();
  const path = `/api/campaigns/${campaign.id}`;
  expect(await person.call('PATCH', path, { address: 'royal' })).toMatchObject({ status: 400 });
  expect(await person.ok('PATCH', path, { address: 'formal' })).toMatchObject({ address: 'formal' });
  expect(await clearEvents(testApp, tenant, 'CampaignEdited')).toMatchObject([
    { address: 'formal', changed: ['address'] },
  ]);

  const { askAi } = testApp.worker;
  onTestFinished(() => {
    testApp.worker.askAi = askAi;
  });
  const inputs: unknown[] = [];
  testApp.worker.askAi = async (prompt, call) => {
    if (prompt.name === 'outreach_message') inputs.push(call.input);
    if (!askAi) throw new Error('The sandbox has no AI');
    return askAi(prompt, call);
  };
  await person.ok('POST', `${path}/regenerate-messages`, {});
  expect(inputs).toMatchObject([{ campaign: { address: 'formal' } }]);
});
