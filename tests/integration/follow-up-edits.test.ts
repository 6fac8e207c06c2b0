/** Edits of the follow-ups of a campaign that sends: each keeps its id, whatever its place in the list. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, FollowUpChangesView, SendView } from '../../api/views.ts';
import { idle, sweepAndSend } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const DAY_MS = 86_400_000;
const own = (text: string, afterDays = 3) => ({ afterDays, writer: 'user', text });
const [ALPHA, BETA, ZERO] = [own('ALPHA is the text.'), own('BETA is the text.'), own('ZERO is the text.')];
const AI = { afterDays: 3, writer: 'ai', text: 'Ask whether they saw the offer.' };

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 2_000 });
});
afterAll(() => testApp.stop());

const sendsOf = ({ person, campaign }: Outreach) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const campaignOf = ({ person, campaign }: Outreach) => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
const save = ({ person, campaign }: Outreach, followUps: readonly object[]) =>
  person.ok<CampaignView>('PATCH', `/api/campaigns/${campaign.id}`, { followUps });
const preview = ({ person, campaign }: Outreach, followUps: readonly object[]) =>
  person.ok<FollowUpChangesView>('POST', `/api/campaigns/${campaign.id}/edit-preview`, { followUps });
const setStatus = ({ person, campaign }: Outreach, status: string) =>
  person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status });

/** Counts the emails to the address that begin with each of these words. */
async function received(address: string | null | undefined): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { to, text } of await testApp.outbox())
    if (to === address) counts[text.slice(0, 5).trim()] = (counts[text.slice(0, 5).trim()] ?? 0) + 1;
  return counts;
}

const sendsBecome = (outreach: Outreach, suits: (sends: SendView[]) => boolean) =>
  until(async () => {
    await sweepAndSend(testApp);
    return sendsOf(outreach);
  }, suits);
const waiting = (sends: readonly SendView[]) => sends.filter(({ step, status }) => step > 1 && status === 'pending');

/** A campaign whose first emails were sent, and whose first follow-ups wait. */
async function started(followUps: readonly object[], partners = 2): Promise<Outreach> {
  const outreach = await readyCampaign(testApp, { partners, texts: 'edited' });
  await save(outreach, followUps);
  await setStatus(outreach, 'active');
  await sendsBecome(outreach, (sends) => waiting(sends).filter(({ body }) => body !== null).length === partners);
  return outreach;
}

test('who had a follow-up does not get it again when another one is put before it', async () => {
  const outreach = await started([ALPHA]);
  testApp.later(3 * DAY_MS);
  await sendsBecome(outreach, (sends) => sends.filter(({ status }) => status === 'sent').length === 4);
  const { followUps } = await until(
    () => campaignOf(outreach),
    ({ status }) => status === 'completed',
  );
  expect((await preview(outreach, [ZERO, ...followUps])).started).toBe(2);
  expect((await save(outreach, [ZERO, ...followUps])).status).toBe('paused');
  await setStatus(outreach, 'active');
  testApp.later(3 * DAY_MS);
  await sendsBecome(outreach, (sends) => sends.filter(({ status }) => status === 'sent').length === 6);
  await until(
    () => campaignOf(outreach),
    ({ status }) => status === 'completed',
  );
  for (const { recipientEmail } of outreach.sends)
    expect(await received(recipientEmail)).toEqual({ Hello: 1, ALPHA: 1, ZERO: 1 });
});

test('one that is removed while it waits does not leave, and the next one takes its place', async () => {
  const outreach = await started([ALPHA, BETA]);
  const [, kept] = (await campaignOf(outreach)).followUps;
  await save(outreach, kept ? [kept] : []);
  await sendsBecome(outreach, (sends) => waiting(sends).filter(({ body }) => body?.startsWith('BETA')).length === 2);
  testApp.later(3 * DAY_MS);
  await sendsBecome(outreach, (sends) => sends.filter(({ status }) => status === 'sent').length === 4);
  await until(
    () => campaignOf(outreach),
    ({ status }) => status === 'completed',
  );
  for (const { recipientEmail } of outreach.sends)
    expect(await received(recipientEmail)).toEqual({ Hello: 1, BETA: 1 });
});

test('a new wait and text reach those that wait, but no text that was edited by hand [long]', async () => {
  const outreach = await started([own('OLD text of the follow-up.')]);
  const [byHand, other] = waiting(await sendsOf(outreach));
  await outreach.person.ok('PATCH', `/api/campaign-sends/${byHand?.id}`, { subject: 'Re: A vest', body: 'By hand.' });
  const [followUp] = (await campaignOf(outreach)).followUps;
  const edited = [{ ...followUp, afterDays: 9, text: 'NEW text of the follow-up.' }];
  expect(await preview(outreach, edited)).toEqual({
    ...{ changed: 1, toReview: 0, ended: 0, kept: 1, started: 0, completes: false },
  });
  await save(outreach, edited);
  const sends = await sendsBecome(outreach, (all) => waiting(all).some(({ body }) => body?.startsWith('NEW')));
  const sent = sends.find(({ step, partner }) => step === 1 && partner.id === other?.partner.id);
  expect(sends.find(({ id }) => id === other?.id)).toMatchObject({
    approved: true,
    notBefore: `${new Date(Date.parse(sent?.sentAt ?? '') + 9 * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`,
  });
  expect(sends.find(({ id }) => id === byHand?.id)).toMatchObject({ body: 'By hand.', notBefore: byHand?.notBefore });
  testApp.later(3 * DAY_MS);
  await sendsBecome(outreach, (all) => all.filter(({ status }) => status === 'sent').length === 3);
  await idle(testApp.owner.sql);
  expect(await received(other?.recipientEmail)).toEqual({ Hello: 1 });
});

test('a text of the AI returns to review with its new instructions; a new wait alone keeps it', async () => {
  const outreach = await started([AI], 1);
  const [written] = waiting(await sendsOf(outreach));
  await outreach.person.ok('PATCH', `/api/campaign-sends/${written?.id}`, {
    ...{ subject: written?.subject, body: written?.body },
  });
  const [followUp] = (await campaignOf(outreach)).followUps;
  await save(outreach, [{ ...followUp, afterDays: 5 }]);
  const later = await sendsBecome(outreach, ([, one]) => one?.notBefore !== written?.notBefore);
  expect(waiting(later)[0]).toMatchObject({ body: written?.body, approved: true });
  const edited = [{ ...followUp, afterDays: 5, text: 'Name the repair clinic.' }];
  expect(await preview(outreach, edited)).toMatchObject({ changed: 0, toReview: 1, ended: 0 });
  await save(outreach, edited);
  const again = await sendsBecome(outreach, (all) => waiting(all).some(({ body, approved }) => body && !approved));
  expect(waiting(again)[0]?.body).not.toBe(written?.body);
});

test('a campaign without its follow-ups is completed, says so first, and takes them again', async () => {
  const outreach = await started([ALPHA]);
  const { followUps } = await campaignOf(outreach);
  expect(await preview(outreach, [])).toEqual({
    ...{ changed: 0, toReview: 0, ended: 2, kept: 0, started: 0, completes: true },
  });
  await save(outreach, []);
  await until(
    () => campaignOf(outreach),
    ({ status }) => status === 'completed',
  );
  expect(await save(outreach, followUps)).toMatchObject({ status: 'paused', followUps });
  await setStatus(outreach, 'active');
  await sendsBecome(outreach, (sends) => waiting(sends).filter(({ approved }) => approved).length === 2);
});

test('a person who had the very text before is not sent it again unread', async () => {
  const outreach = await started([ALPHA, own('  alpha is  the TEXT.\n', 1)], 1);
  testApp.later(3 * DAY_MS);
  const isChecked = ({ step, body, checking }: SendView) => step === 3 && body !== null && !checking;
  const sends = await sendsBecome(outreach, (all) => all.some(isChecked));
  const last = sends.find(({ step }) => step === 3);
  expect(last).toMatchObject({ approved: false, flaws: [{ rule: 'repeated', quote: '' }] });
  // also on a page without the text before
  const { person, campaign } = outreach;
  expect(await person.ok('GET', `/api/campaigns/${campaign.id}/sends?message=${last?.id}`)).toEqual([last]);
});

test('one that was on its way once keeps its number, and what replaces it gets the next [long]', async () => {
  const outreach = await started([ALPHA], 1);
  const [{ recipientEmail } = { recipientEmail: '' }] = outreach.sends;
  // emails that other tests left may be due, too
  await testApp.fault('sendgrid', '429', 1_000, { retryAfter: 600 });
  testApp.later(3 * DAY_MS);
  // its status says so only until the next plan
  await until(
    async () => {
      await sweepAndSend(testApp);
      return clearEvents(testApp, outreach.tenant, 'EmailDeferred');
    },
    ({ length }) => length > 0,
  );
  await testApp.fault('sendgrid', 'none', 1);
  const [followUp] = (await campaignOf(outreach)).followUps;
  await save(outreach, [{ ...followUp, text: 'NEWER text of the follow-up.' }]);
  await sendsBecome(outreach, (all) => all.some(({ step, approved }) => step === 3 && approved));
  testApp.later(3 * DAY_MS);
  await sendsBecome(outreach, (all) => all.some(({ step, status }) => step === 3 && status === 'sent'));
  await until(
    () => campaignOf(outreach),
    ({ status }) => status === 'completed',
  );
  expect(await received(recipientEmail)).toEqual({ Hello: 1, NEWER: 1 });
});
