import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DecisionUndoneView, PartnerDecidedView, PartnerView } from '../../api/views.ts';
import { undoPartnerDecision } from '../../db/partners/undoPartnerDecision.ts';
import { ref, type Store } from '../../db/store.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { undoDecision } from '../../events/partners/partner.ts';
import { cancelMessages } from '../../worker/tasks/cancelMessages.ts';
import { dispatch } from '../../worker/tasks/send/dispatch.ts';
import { testCause } from '../support/asSent.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false, waitMs: 100 });
});
afterAll(() => testApp.stop());

/** The worker's job after a partner was removed. */
const cancelJob = (tenant: string, id: string) =>
  cancelMessages.handler(
    testApp.worker,
    { tenant, id, correlationId: 'test', causationId: 'test', also: { of: 'partner' } },
    { lastTry: false, giveUp: false, addJob: (() => undefined) as never, signal: undefined },
  );

/** A partner whom a campaign added at the moment in which the approval was undone. */
async function addedMeanwhile() {
  const { person, tenant, partners } = await readyPerson(testApp, 1);
  const [partner] = partners as [PartnerView];
  const campaign = await addCampaign(person, partners, { texts: 'edited' });
  await testApp.api.run({
    tenant,
    cause: testCause,
    streams: { it: ref('partner', partner.id) },
    decide: ({ it }) => ({ it: undoDecision(it, it.decisionNumber, false) }),
  });
  const message = ref('message', `${campaign.id}.${partner.id}.1`);
  return {
    person,
    approve: () => person.ok('PATCH', `/api/partners/${partner.id}/status`, { status: 'approved' }),
    add: () => person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partner.id] }),
    cancel: () => cancelJob(tenant, partner.id),
    status: async () => (await testApp.api.load(tenant, message)).state.status,
  };
}

test('an undone approval cancels what was added at the same moment, also when the partner was approved again before', async () => {
  const { approve, cancel, status } = await addedMeanwhile();
  await approve();
  await cancel();
  expect(await status()).toBe('cancelled');
});

test('it cancels, and who is approved and added again stays in, however late it is noticed', async () => {
  const { approve, add, cancel, status } = await addedMeanwhile();
  await cancel();
  expect(await status()).toBe('cancelled');
  await approve();
  expect(await add()).toMatchObject({ addedCount: 1 });
  await cancel();
  expect(await status()).toBe('drafted');
});

describe('a removal that is undone', () => {
  /** A partner with an approved text in a campaign, just rejected. */
  async function removed() {
    const { person, tenant, partners } = await readyPerson(testApp, 1);
    const [partner] = partners as [PartnerView];
    const campaign = await addCampaign(person, partners, { texts: 'edited' });
    const id = `${campaign.id}.${partner.id}.1`;
    const message = ref('message', id);
    const path = `/api/partners/${partner.id}`;
    return {
      tenant,
      partner,
      id,
      message,
      reject: () => person.ok<PartnerDecidedView>('PATCH', `${path}/status`, { status: 'rejected' }),
      undo: (decision: number | null) => person.ok<DecisionUndoneView>('POST', `${path}/undo-decision`, { decision }),
      cancel: () => cancelJob(tenant, partner.id),
      status: async () => (await testApp.api.load(tenant, message)).state.status,
    };
  }

  test('is not carried out by a job that comes after Undo', async () => {
    const { reject, undo, cancel, status } = await removed();
    const { undo: decision } = await reject();
    expect((await undo(decision)).waitingMessages).toBe(1);
    await cancel();
    expect(await status()).toBe('approved');
  });

  test('also brings back what the job cancels at the moment of Undo', async () => {
    const { tenant, partner, reject, cancel, status } = await removed();
    const { undo: decision } = await reject();
    const real = testApp.api;
    const store = {
      ...real,
      // Undo has read the messages, and has not committed yet
      load: (tenant: string, stream: never) => cancel().then(() => real.load(tenant, stream)),
    } as unknown as Store;
    const undone = await undoPartnerDecision(store, { tenant, cause: testCause, id: partner.id }, decision ?? 0);
    expect(undone.waitingMessages).toBe(1);
    expect(await status()).toBe('approved');
  });

  test('leaves alone a mail that was on its way, and a worker that held the claim sends nothing', async () => {
    const { tenant, id, message, reject, undo, cancel, status } = await removed();
    const run = (decide: (state: MessageState, now: string) => MessageEvent[]) =>
      testApp.api.run({
        tenant,
        cause: testCause,
        streams: { message },
        decide: (states, now) => ({ message: decide(states.message, now) }),
      });
    const claim = async () => {
      await run((state) => requestSendNow(state, state.approvedHash));
      const { states } = await run((state, now) => claimSend(state, { worker: 'w', now, leaseUntil: '2999' }));
      return states.message;
    };
    const send = (claimed: MessageState) =>
      dispatch(testApp.worker, { tenant, id, correlationId: 't', causationId: 't' }, claimed, 'w');
    const lost = await claim();
    const { undo: first } = await reject();
    await cancel();
    await undo(first);
    expect(await status()).toBe('approved');
    expect(await send(lost), 'its claim was cancelled').toBeNull();

    expect(await send(await claim())).not.toBeNull();
    const { undo: second } = await reject();
    await cancel();
    expect((await undo(second)).waitingMessages).toBe(0);
    expect(await status()).toBe('dispatching');
  });
});
