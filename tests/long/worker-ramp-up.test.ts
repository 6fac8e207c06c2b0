import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorView } from '../../api/views.ts';
import { type Command, ref } from '../../db/store.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { dispatch } from '../../worker/tasks/send/dispatch.ts';
import { testCause } from '../support/asSent.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const DAY_MS = 86_400_000;
const CAP = 8;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false, waitMs: 100, sendGap: null });
});
afterAll(() => testApp.stop());

// this puts the clock forward
test('a new mailbox sends five mails on its first day, whoever asks for more, and its full number on the second', async () => {
  const { person, tenant, sends } = await readyCampaign(testApp, { partners: 16, texts: 'edited', dailyLimit: 10 });
  const window = { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] };
  await person.ok('PUT', '/api/sending-settings', { window, mailboxDailyCap: CAP, rampUp: true });
  /** The whole way of a Send Now up to the dispatch; answers whether it left. */
  async function leaves(id: string): Promise<boolean> {
    const streams = { message: ref('message', id) };
    const run = async (decide: Command<typeof streams>['decide']) =>
      (await testApp.api.run({ tenant, cause: testCause, streams, decide })).states.message;
    await run(({ message }) => ({ message: requestSendNow(message, message.approvedHash) }));
    const claimed = await run(({ message }, now) => ({
      message: claimSend(message, { worker: 'w', now, leaseUntil: '2999' }),
    }));
    const job = { tenant, id, correlationId: 'test', causationId: 'test' };
    return (await dispatch(testApp.worker, job, claimed, 'w')) !== null;
  }
  const ids = sends.map(({ id }) => id);
  const count = async (some: readonly string[]) => (await Promise.all(some.map(leaves))).filter(Boolean).length;

  expect(await count(ids.slice(0, 7))).toBe(5);
  const states = await Promise.all(ids.slice(0, 7).map((id) => testApp.api.load(tenant, ref('message', id))));
  const waiting = states.map(({ state }) => state).filter(({ status }) => status === 'deferred');
  expect(waiting.map(({ reason }) => reason)).toEqual(Array(2).fill({ code: 'mailbox_full' }));
  const refused = await person.call<ErrorView>('POST', `/api/campaign-sends/${ids.at(-1)}/send-now`);
  expect(refused).toMatchObject({ status: 429, body: { error: expect.stringMatching(/^The daily limit of 5 /) } });

  testApp.later(DAY_MS);
  expect(await count(ids.slice(7))).toBe(CAP);
});
