import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import { clearEvents } from '../support/leaks.ts';
import { cause } from '../support/log.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ sendGap: { min: 2, max: 3 } });
});
afterAll(() => testApp.stop());

test('mails whose time passed while nothing ran are planned again with gaps between them, not sent in one burst', async () => {
  const { person, campaign } = await readyCampaign(testApp, { partners: 4, texts: 'generated' });
  const sends = () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const scheduled = (list: SendView[]) => list.every(({ detail }) => detail === 'Scheduled');
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const first = await until(sends, scheduled);
  const soonest = Math.min(...first.map(({ nextSendAt }) => Date.parse(nextSendAt ?? '')));

  testApp.later(600_000);
  const again = await until(
    sends,
    (list) => scheduled(list) && list.every(({ nextSendAt }) => Date.parse(nextSendAt ?? '') > soonest + 300_000),
  );
  const times = again.map(({ nextSendAt }) => Date.parse(nextSendAt ?? '')).sort((a, b) => a - b);
  for (const [index, time] of times.entries()) {
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(2000);
  }
  expect(await testApp.outbox()).toEqual([]);
});

test('mails that a vanished worker had claimed are planned again with gaps when nobody came for them for long', async () => {
  // nothing is due before this test has claimed it
  const slow = await startTestApp({ sendGap: { min: 60, max: 90 } });
  try {
    const { person, campaign, tenant } = await readyCampaign(slow, { partners: 4, texts: 'generated' });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    const sends = await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
      (list) => list.every(({ detail }) => detail === 'Scheduled'),
    );
    for (const { id } of sends) {
      await slow.worker.store.run({
        tenant,
        cause,
        streams: { message: ref('message', id) },
        decide: ({ message }, at) => {
          const leaseUntil = new Date(Date.parse(at) + 90_000).toISOString();
          return { message: claimSend(message, { worker: 'vanished', now: message.scheduledAt ?? at, leaseUntil }) };
        },
      });
    }
    expect(await clearEvents(slow, tenant, 'SendClaimed')).toHaveLength(4);

    slow.later(600_000);
    const drawn = await until(
      async () => {
        await slow.sweep();
        return clearEvents(slow, tenant, 'EmailScheduled');
      },
      (list) => list.length === 8,
    );
    expect(await clearEvents(slow, tenant, 'SendReleased')).toHaveLength(4);
    const times = drawn.slice(4).map(({ at }) => Date.parse(String(at)));
    times.sort((a, b) => a - b);
    for (const [index, time] of times.entries()) {
      if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(60_000);
    }
    expect(await slow.outbox()).toEqual([]);
  } finally {
    await slow.stop();
  }
});
