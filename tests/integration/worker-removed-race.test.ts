import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ref, type Store } from '../../db/store.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { dispatch } from '../../worker/tasks/send/dispatch.ts';
import { testCause } from '../support/asSent.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false });
});
afterAll(() => testApp.stop());

test('a partner who was deleted gets no mail after the answer', async () => {
  const { person, tenant, partners, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const id = sends[0]?.id ?? '';
  const streams = { message: ref('message', id) };
  await testApp.api.run({
    tenant,
    cause: testCause,
    streams,
    decide: ({ message }) => ({ message: requestSendNow(message, message.approvedHash) }),
  });
  const { states } = await testApp.api.run({
    tenant,
    cause: testCause,
    streams,
    decide: ({ message }, now) => ({ message: claimSend(message, { worker: 'w', now, leaseUntil: '2999' }) }),
  });
  const order: string[] = [];
  let deleted: Promise<unknown> = Promise.resolve();
  const real = testApp.worker.store;
  const store = {
    ...real,
    runIn: async (tx: never, command: never) => {
      const outcome = await real.runIn(tx, command);
      deleted = person.ok('DELETE', `/api/partners/${partners[0]?.id}`).then(() => order.push('deletion answered'));
      await wait(400);
      order.push('dispatch commits');
      return outcome;
    },
  } as unknown as Store;
  await dispatch(
    { ...testApp.worker, store },
    { tenant, id, correlationId: 't', causationId: 't' },
    states.message,
    'w',
  );
  await deleted;
  expect(order).toEqual(['dispatch commits', 'deletion answered']);
});
