import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorView } from '../../api/views.ts';
import { type Command, ref } from '../../db/store.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import type { Run } from '../../worker/defineTask.ts';
import { dispatch } from '../../worker/tasks/send/dispatch.ts';
import { withdrawApprovals } from '../../worker/tasks/withdrawApprovals.ts';
import { asSent, testCause } from '../support/asSent.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false, waitMs: 100 });
});
afterAll(() => testApp.stop());

const noRun: Run = { lastTry: false, giveUp: false, addJob: (() => undefined) as never, signal: undefined };

/** A sent first mail, its pending re-send, and the address that changed in between. */
async function movedAway() {
  const { person, tenant, campaign, partners, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const first = sends[0]?.id ?? '';
  await asSent(testApp, tenant, first, sends[0]?.recipientEmail ?? '');
  const resend = () => person.call<{ id: string } & ErrorView>('POST', `/api/campaign-sends/${first}/resend`);
  const { status, body } = await resend();
  expect(status).toBe(202);
  const streams = { message: ref('message', body.id) };
  const job = { tenant, id: body.id, correlationId: 'test', causationId: 'test' };
  return {
    person,
    tenant,
    campaign,
    resend,
    id: body.id,
    job,
    partnerId: partners[0]?.id ?? '',
    edited: () =>
      person.ok('POST', `/api/partners/${partners[0]?.id}/contact`, {
        contactInfo: { email: 'new@lindqvist.example' },
      }),
    run: (decide: Command<typeof streams>['decide']) => testApp.api.run({ tenant, cause: testCause, streams, decide }),
    state: async () => (await testApp.api.load(tenant, streams.message)).state,
  };
}

const CANCELLED = { status: 'cancelled', reason: { code: 'address_changed_resend' } };

describe('a re-send whose address changed before it left', () => {
  test('is over, as soon as the change is known', async () => {
    const { tenant, partnerId, edited, state, job } = await movedAway();
    await edited();
    await withdrawApprovals.handler(testApp.worker, { ...job, tenant, id: partnerId }, noRun);
    expect(await state()).toMatchObject(CANCELLED);
  });

  test('is over, when the dispatch finds it out', async () => {
    const { edited, run, state, job } = await movedAway();
    const now = testApp.api.now().toISOString();
    const { states } = await run(({ message }) => ({
      message: claimSend(message, { worker: 'w', now, leaseUntil: '2999' }),
    }));
    await edited();
    expect(await dispatch(testApp.worker, job, states.message, 'w')).toBeNull();
    expect(await state()).toMatchObject(CANCELLED);
  });
});
