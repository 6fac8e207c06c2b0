import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { type House, startHouse } from '../support/house.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse({ sendGap: { min: 2, max: 3 } });
});
afterAll(() => house.stop());

test('mails whose time passed while nothing ran are planned again with gaps between them, not sent in one burst', async () => {
  const { person, campaign } = await readyCampaign(house, { partners: 4, texts: 'generated' });
  const sends = () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const scheduled = (list: SendView[]) => list.every(({ detail }) => detail === 'Scheduled');
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const first = await until(sends, scheduled);
  const soonest = Math.min(...first.map(({ nextSendAt }) => Date.parse(nextSendAt ?? '')));

  house.later(600_000);
  const again = await until(
    sends,
    (list) => scheduled(list) && list.every(({ nextSendAt }) => Date.parse(nextSendAt ?? '') > soonest + 300_000),
  );
  const times = again.map(({ nextSendAt }) => Date.parse(nextSendAt ?? '')).sort((a, b) => a - b);
  for (const [index, time] of times.entries()) {
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(2000);
  }
  expect(await house.outbox()).toEqual([]);
});
