import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerDetailView, PartnerView, SendView } from '../../api/views.ts';
import { type House, startHouse } from '../support/house.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house?.stop());

test('Undo takes an approved or rejected partner back to pending, and the history says so', async () => {
  const { person, partners } = await readyPerson(house, 2);
  const [first, second] = partners as [PartnerView, PartnerView];
  const undo = (id: string) => person.call<PartnerView>('POST', `/api/partners/${id}/undo-decision`);
  expect(await undo(first.id)).toMatchObject({ status: 200, body: { id: first.id, status: 'pending' } });
  const events = await house.events();
  expect((await undo(first.id)).status).toBe(200);
  expect(await house.events(), 'a second Undo writes nothing').toBe(events);
  const detail = await person.ok<PartnerDetailView>('GET', `/api/partners/${first.id}`);
  expect(detail.history[0]).toMatchObject({ what: 'Approval undone', actor: 'you' });
  await person.ok('PATCH', `/api/partners/${second.id}/status`, { status: 'rejected' });
  expect((await undo(second.id)).body.status).toBe('pending');
  await person.ok('PATCH', `/api/partners/${first.id}/status`, { status: 'approved' });
});

test('a partner in a campaign stays decided, unless that message was cancelled', async () => {
  const { person, partners } = await readyPerson(house, 1);
  const id = partners[0]?.id ?? '';
  const campaign = await addCampaign(person, partners, { texts: 'none' });
  const undo = () => person.call<{ error: string }>('POST', `/api/partners/${id}/undo-decision`);
  expect(await undo()).toMatchObject({
    status: 422,
    body: { error: 'This partner is in a campaign already, so the decision stands.' },
  });
  await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'rejected' });
  await until(
    () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
    (sends) => sends.every(({ status }) => status === 'cancelled'),
  );
  expect(await undo()).toMatchObject({ status: 200, body: { status: 'pending' } });
});

test("nobody undoes what is decided on another's partner, or on nobody", async () => {
  const { partners } = await readyPerson(house, 1);
  const { person: other } = await readyPerson(house, 0);
  for (const id of [partners[0]?.id, 'nobody']) {
    expect((await other.call('POST', `/api/partners/${id}/undo-decision`)).status).toBe(404);
  }
});
