import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { undoDecision } from '../../events/partner.ts';
import { cancelMessages } from '../../worker/tasks/cancelMessages.ts';
import { testCause } from '../support/asSent.ts';
import { type House, startHouse } from '../support/house.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse({ working: false, waitMs: 100 });
});
afterAll(() => house.stop());

/** A partner whom a campaign added at the very moment in which the approval was undone. */
async function addedMeanwhile() {
  const { person, userId, partners } = await readyPerson(house, 1);
  const [partner] = partners as [PartnerView];
  const campaign = await addCampaign(person, partners, { texts: 'edited' });
  await house.api.run({
    tenant: userId,
    cause: testCause,
    streams: { it: ref('partner', partner.id) },
    decide: ({ it }) => ({ it: undoDecision(it, false) }),
  });
  const job = { tenant: userId, id: partner.id, correlationId: 'test', causationId: 'test', also: { of: 'partner' } };
  const message = ref('message', `${campaign.id}.${partner.id}.1`);
  return {
    person,
    approve: () => person.ok('PATCH', `/api/partners/${partner.id}/status`, { status: 'approved' }),
    add: () => person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partner.id] }),
    cancel: () =>
      cancelMessages(house.worker, job, {
        lastTry: false,
        giveUp: false,
        addJob: (() => undefined) as never,
        signal: undefined,
      }),
    status: async () => (await house.api.load(userId, message)).state.status,
  };
}

test('an undone approval cancels the message that was added at the same moment', async () => {
  const { cancel, status } = await addedMeanwhile();
  await cancel();
  expect(await status()).toBe('cancelled');
});

test('also when the partner was approved again before that was noticed', async () => {
  const { approve, cancel, status } = await addedMeanwhile();
  await approve();
  await cancel();
  expect(await status()).toBe('cancelled');
});

test('who was approved and added again stays in, however late it is noticed', async () => {
  const { approve, add, cancel, status } = await addedMeanwhile();
  await cancel();
  await approve();
  expect(await add()).toMatchObject({ addedCount: 1 });
  await cancel();
  expect(await status()).toBe('drafted');
});
