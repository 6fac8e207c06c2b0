import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { type Command, ref, type Store } from '../../db/store.ts';
import { claimSend, dispatchEmail, recordOutcome, requestSendNow } from '../../events/message.ts';
import { completeCampaign } from '../../worker/tasks/completeCampaign.ts';
import { type House, startHouse } from '../support/house.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';

let house: House;

beforeAll(async () => {
  house = await startHouse({ working: false });
});
afterAll(() => house.stop());

const cause = { actor: 'system:test', correlationId: 'test', causationId: null };

/** Commits the whole way of a message from the wish to the provider's yes. */
async function asSent(tenant: string, id: string): Promise<void> {
  const streams = { message: ref('message', id) };
  const now = house.api.now().toISOString();
  const run = (decide: Command<typeof streams>['decide']) => house.api.run({ tenant, cause, streams, decide });
  await run(({ message }) => ({ message: requestSendNow(message, message.approvedHash) }));
  await run(({ message }) => ({ message: claimSend(message, { worker: 'w', now, leaseUntil: '2999' }) }));
  await run(({ message }) => ({
    message: dispatchEmail(message, {
      attempt: 1,
      worker: 'w',
      sendId: 's',
      mailbox: 'sendgrid',
      day: now.slice(0, 10),
      addressHmac: 'x',
      textHash: message.approvedHash ?? '',
      to: 'a@b.example',
      from: 'c@d.example',
      subject: 'S',
      text: 'T',
    }),
  }));
  await run(({ message }) => ({ message: recordOutcome(message, 1, { outcome: 'sent', providerMessageId: null }) }));
}

test('a partner who joins between the last count and the completion pauses the campaign instead of being lost in it', async () => {
  const { person, userId, partners } = await readyPerson(house, 2);
  const campaign = await addCampaign(person, partners.slice(0, 1), { texts: 'edited' });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await asSent(userId, `${campaign.id}.${partners[0]?.id}.1`);
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
