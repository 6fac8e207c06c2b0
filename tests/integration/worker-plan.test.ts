import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { MIN_GAP_MINUTES } from '../../events/sendPlan.ts';
import { type House, startHouse } from '../support/house.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse({ sendGap: null });
});
afterAll(() => house.stop());

test('mails of several campaigns of one mailbox keep their distance, also when all are planned at the same moment', async () => {
  const { person, partners } = await readyPerson(house, 27);
  const campaigns = await Promise.all(
    [0, 9, 18].map((from) => addCampaign(person, partners.slice(from, from + 9), { texts: 'edited' })),
  );
  await Promise.all(campaigns.map(({ id }) => person.ok('PUT', `/api/campaigns/${id}/status`, { status: 'active' })));
  const sends = await until(
    async () =>
      (await Promise.all(campaigns.map(({ id }) => person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`)))).flat(),
    (all) => all.every(({ detail }) => detail === 'Scheduled'),
  );
  const times = sends.map(({ nextSendAt }) => Date.parse(nextSendAt ?? '')).sort((a, b) => a - b);
  expect(times).toHaveLength(27);
  for (const [index, time] of times.entries()) {
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(MIN_GAP_MINUTES * 60_000);
  }
});
