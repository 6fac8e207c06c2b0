import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, ErrorView, SendView, SteeredView } from '../../api/views.ts';
import type { Steer } from '../../events/messages/steerNames.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  // planned emails do not leave while a test looks at them
  testApp = await startTestApp({ sendGap: { min: 3600, max: 7200 } });
});
afterAll(() => testApp?.stop());

test('single emails are held, canceled, taken out and brought back', async () => {
  const { person, campaign, sends } = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
  const [one, two] = sends.map(({ id }) => id) as [string, string];
  const steer = (act: Steer, ...ids: string[]) =>
    person.ok<SteeredView>('POST', '/api/campaign-sends/steer', { ids, act });
  const listed = async () => {
    const all = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    return new Map(all.map((send) => [send.id, send]));
  };
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const planned = await until(listed, (all) => [...all.values()].every(({ nextSendAt }) => nextSendAt !== null));

  expect(await steer('hold', one)).toEqual({ changed: [one], refused: [] });
  expect((await listed()).get(one)).toMatchObject({
    ...{ status: 'pending', nextSendAt: null, detail: 'On hold until you release it' },
    steers: ['postpone', 'release', 'cancel', 'take_out', 'move'],
  });
  expect(await steer('cancel', two, 'c.p.1')).toEqual({
    changed: [two],
    refused: [{ id: 'c.p.1', reason: 'Campaign message not found' }],
  });
  expect(await steer('take_out', one)).toEqual({ changed: [one], refused: [] });
  const over = await until(
    () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    ({ status }) => status === 'completed',
  );
  expect(over).toMatchObject({ messageCount: 0 });

  expect(await steer('restore', one, two)).toMatchObject({ changed: [one, two] });
  const back = await listed();
  expect(back.get(two)).toMatchObject({ status: 'pending', nextSendAt: planned.get(two)?.nextSendAt });
  expect(back.get(one)).toMatchObject({ nextSendAt: null, detail: 'On hold until you release it' });
  expect(await person.ok('GET', `/api/campaigns/${campaign.id}`)).toMatchObject({ status: 'active' });
  await steer('release', one);
  await until(listed, (all) => all.get(one)?.nextSendAt !== null);
});

test('one email gets a chosen time that outlives a pause, and many are postponed', async () => {
  const { person, campaign, sends } = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
  const ids = sends.map(({ id }) => id);
  const steer = (asked: object) =>
    person.call<SteeredView & ErrorView>('POST', '/api/campaign-sends/steer', { ids: [ids[0]], ...asked });
  const times = async () => {
    const all = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    return ids.map((id) => all.find((send) => send.id === id)?.nextSendAt ?? null);
  };
  const status = (to: string) => person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: to });
  await status('active');
  await until(times, (all) => all.every((time) => time !== null));
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const chosen = `${day}T10:30:00.000Z`;
  expect(await steer({ act: 'reschedule', at: '2020-01-01T10:30' })).toMatchObject({
    body: { changed: [], refused: [{ reason: expect.stringContaining('This time is over') }] },
  });
  expect(await steer({ act: 'reschedule', at: `${day}T10:30` })).toMatchObject({ body: { changed: [ids[0]] } });
  expect((await times())[0]).toBe(chosen);
  await status('paused');
  await until(times, (all) => all.every((time) => time === null));
  await status('active');
  expect((await until(times, (all) => all.every((time) => time !== null)))[0]).toBe(chosen);

  expect(await steer({ act: 'postpone' })).toMatchObject({ status: 400 });
  expect(await steer({ act: 'postpone', later: { from: '2020-01-01' } })).toMatchObject({
    body: { refused: [{ reason: 'This day is over. Choose a later day.' }] },
  });
  expect(await steer({ ids, act: 'postpone', later: { days: 20 } })).toMatchObject({ body: { changed: ids } });
  expect(await times()).toEqual([null, null]);
});

test('a campaign is copied without its partners, and leaves the list while it is archived', async () => {
  const { person, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const call = `/api/campaigns/${campaign.id}`;
  expect(await person.ok('POST', `${call}/copy`)).toMatchObject({
    ...{ name: 'Spring vests (copy)', status: 'draft', partnerCount: 0 },
    ...{ staticSubject: campaign.staticSubject, dailyLimit: campaign.dailyLimit },
  });
  expect((await person.call('PUT', `${call}/archived`, { archived: true })).status).toBe(422);
  await person.ok('PUT', `${call}/status`, { status: 'active' });
  await person.ok('PUT', `${call}/status`, { status: 'paused' });
  expect(await person.ok('PUT', `${call}/archived`, { archived: true })).toMatchObject({ archived: true });
  expect(await person.ok('PUT', `${call}/status`, { status: 'active' })).toMatchObject({ archived: false });
});
