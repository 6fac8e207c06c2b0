import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { freezeSending } from '../../db/freeze.ts';
import { type House, startHouse } from '../support/house.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

test('a worker that stood still after "it leaves now" lets the mail not leave any more; it leaves later, once', async () => {
  const { person, userId, campaign, sends } = await readyCampaign(house, { partners: 1, texts: 'edited' });
  let times = 0;
  // the last thing before the call
  house.worker.markHighWater = async () => {
    times += 1;
    if (times === 1) house.later(40_000);
  };
  const answer = await person.call('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
  expect(answer.body).toMatchObject({ error: expect.stringMatching(/stood still as it was about to leave/) });
  expect(await clearEvents(house, userId, 'EmailDispatched')).toHaveLength(1);
  expect((await house.outbox()).length).toBe(0);
  const look = async () => {
    // each minute, as the queue's own clock is not put: what the relay asks for after a sweep waits for the next one
    await house.sweep();
    return (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`))[0]?.status;
  };
  house.later(60_000);
  await until(look, (status) => status === 'sent');
  expect(await clearEvents(house, userId, 'EmailDispatched')).toHaveLength(2);
  expect((await house.outbox()).length).toBe(1);
});

// from here on nothing is sent any more
test('a mail that is about to leave when the database proves to be put back does not leave', async () => {
  const { person, userId, sends } = await readyCampaign(house, { partners: 1, texts: 'edited' });
  house.worker.markHighWater = async () => void (await freezeSending(house.owner.sql, 'behind', null));
  const answer = await person.call('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
  expect(answer.status).not.toBe(200);
  expect(await clearEvents(house, userId, 'EmailDispatched')).toHaveLength(1);
  expect(await clearEvents(house, userId, 'EmailSent')).toHaveLength(0);
  expect((await house.outbox()).length).toBe(1);
});
