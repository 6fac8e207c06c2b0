import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import type { Store } from '../../db/store.ts';
import { completeCampaign } from '../../worker/tasks/completeCampaign.ts';
import { asSent } from '../support/asSent.ts';
import { type House, startHouse } from '../support/house.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';

let house: House;

beforeAll(async () => {
  house = await startHouse({ working: false });
});
afterAll(() => house.stop());

test('a partner who joins between the last count and the completion pauses the campaign instead of being lost in it', async () => {
  const { person, userId, partners } = await readyPerson(house, 2);
  const campaign = await addCampaign(person, partners.slice(0, 1), { texts: 'edited' });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await asSent(house, userId, `${campaign.id}.${partners[0]?.id}.1`);
  const { store } = house.worker;
  let joined = false;
  const late: Store = {
    ...store,
    async run(command) {
      if (!joined) {
        joined = true;
        await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partners[1]?.id] });
      }
      return store.run(command);
    },
  };
  const job = { tenant: userId, id: campaign.id, correlationId: 'test', causationId: 'test' };
  await completeCampaign({ ...house.worker, store: late }, job, {
    lastTry: false,
    giveUp: false,
    addJob: (() => undefined) as never,
    signal: undefined,
  });
  expect(joined).toBe(true);
  expect(await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).toMatchObject({
    status: 'paused',
    partnerCount: 2,
  });
});
