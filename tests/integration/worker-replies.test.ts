import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddPartnersView, ErrorView, SendView } from '../../api/views.ts';
import { addressLock } from '../../db/log/locks.ts';
import { ref } from '../../db/store.ts';
import { resendStep } from '../../events/messages/resend.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import { suppressAddress } from '../../events/privacy/suppression.ts';
import { dispatch } from '../../worker/tasks/send/dispatch.ts';
import { asSent, testCause } from '../support/asSent.ts';
import { checksOf, startPreview } from '../support/campaigns.ts';
import { sendsDone } from '../support/hurry.ts';
import { addCampaign, type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const mailsTo = async (address: string | null | undefined) =>
  (await testApp.outbox()).filter(({ to }) => to === address).length;
const sendsOf = ({ person, campaign }: Outreach) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const replied = ({ person, sends }: Outreach) =>
  person.ok<SendView>('PATCH', `/api/campaign-sends/${sends[0]?.id}/status`, { status: 'replied' });

/** A person who got a first mail. */
async function written(): Promise<Outreach & { address: string }> {
  const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const [send] = outreach.sends;
  await outreach.person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
  return { ...outreach, address: send?.recipientEmail ?? '' };
}

/** Whether the work waits while the lock of the address is held, and ends after it. */
async function waitsForLock(tenant: string, address: string, work: () => Promise<unknown>): Promise<boolean> {
  const lock = addressLock(tenant, testApp.api.pseudonyms.address(tenant, address));
  const { waited, working } = await testApp.owner.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${String(lock)}::bigint)`;
    const working = work();
    const first = await Promise.race([
      working.then(() => 'ended'),
      new Promise((resolve) => setTimeout(resolve, 600, 'waits')),
    ]);
    return { waited: first === 'waits', working };
  });
  await working;
  return waited;
}

describe('a reply', () => {
  test('cancels what was asked for before it; a re-send that is asked for after it goes', async () => {
    const outreach = await written();
    const { person, sends, address } = outreach;
    await testApp.fault('sendgrid', '429', 1, { retryAfter: 2 });
    const waiting = await person.call<ErrorView>('POST', `/api/campaign-sends/${sends[0]?.id}/resend`);
    expect(waiting).toMatchObject({ status: 422, body: { error: expect.stringMatching(/^Not sent yet/) } });
    await replied(outreach);
    const again = await until(
      async () => (await sendsOf(outreach)).find(({ id }) => id.endsWith(resendStep(1))),
      (send) => send?.status === 'cancelled',
    );
    expect(again?.detail).toBe('Cancelled: this partner has replied');
    testApp.later(3_000);
    await sendsDone(testApp.owner.sql, outreach.tenant);
    expect(await mailsTo(address)).toBe(1);

    const after = await person.call<SendView>('POST', `/api/campaign-sends/${sends[0]?.id}/resend`);
    expect(after.status, JSON.stringify(after.body)).toBe(201);
    expect(await mailsTo(address)).toBe(2);
  });

  test('cancels what another campaign has for them; adding them again after it is a new wish [long]', async () => {
    const outreach = await written();
    const { person, partners, address } = outreach;
    const other = await addCampaign(person, partners, { texts: 'edited' });
    const sendsThere = () => person.ok<SendView[]>('GET', `/api/campaigns/${other.id}/sends`);
    await replied(outreach);
    const [stopped] = await until(sendsThere, ([send]) => send?.status === 'cancelled');
    expect(stopped?.detail).toBe('Cancelled: this partner has replied in another campaign');

    const partnerIds = partners.map(({ id }) => id);
    const added = await person.ok<AddPartnersView>('POST', `/api/campaigns/${other.id}/partners`, { partnerIds });
    expect(added).toEqual({ addedCount: 1, skipped: [] });
    await person.ok('PATCH', `/api/campaign-sends/${stopped?.id}`, { subject: 'A vest', body: 'Hello again.' });
    const preview = await startPreview(person, other);
    expect(checksOf(preview, 'replied')).toEqual([{ severity: 'warns', count: 1, names: [partners[0]?.name] }]);
    await person.ok('PUT', `/api/campaigns/${other.id}/status`, { status: 'active' });
    await until(
      () => mailsTo(address),
      (count) => count === 2,
    );
  });

  test('waits for the lock of the address, as suppressing it does', async () => {
    const outreach = await written();
    const { tenant, address } = outreach;
    expect(await waitsForLock(tenant, address, () => replied(outreach))).toBe(true);
    expect((await sendsOf(outreach))[0]?.status).toBe('replied');

    const suppress = () =>
      testApp.api.run({
        tenant,
        cause: testCause,
        streams: { it: ref('suppression', testApp.api.pseudonyms.address(tenant, address)) },
        decide: ({ it }) => ({ it: suppressAddress(it, { reason: 'user', source: 'user', email: address }) }),
      });
    expect(await waitsForLock(tenant, address, suppress)).toBe(true);
  });

  test('waits for the lock of a changed address, too: that is where the next mail would go', async () => {
    const outreach = await written();
    const { person, tenant, partners } = outreach;
    const moved = 'moved.away@lindqvist.example';
    await person.ok('POST', `/api/partners/${partners[0]?.id}/contact`, { contactInfo: { email: moved } });
    expect(await waitsForLock(tenant, moved, () => replied(outreach))).toBe(true);
  });
});

describe('where no relay runs', () => {
  let quiet: TestApp;
  beforeAll(async () => {
    quiet = await startTestApp({ working: false, waitMs: 100 });
  });
  afterAll(() => quiet.stop());

  /** A message as a worker has it that has just claimed it. */
  async function claimed(tenant: string, id: string) {
    const message = ref('message', id);
    const now = quiet.api.now().toISOString();
    const { states } = await quiet.api.run({
      tenant,
      cause: testCause,
      streams: { message },
      decide: (state) => ({ message: claimSend(state.message, { worker: 'w', now, leaseUntil: '2999' }) }),
    });
    const job = { tenant, id, correlationId: 'test', causationId: 'test' };
    return {
      dispatched: () => dispatch(quiet.worker, job, states.message, 'w'),
      state: async () => (await quiet.api.load(tenant, message)).state,
    };
  }

  /** A first mail that was sent, and a re-send that a worker has just claimed. */
  async function claimedAgain() {
    const { person, tenant, sends } = await readyCampaign(quiet, { partners: 1, texts: 'edited' });
    const [first] = sends;
    await asSent(quiet, tenant, first?.id ?? '', first?.recipientEmail ?? '');
    const again = await person.call<{ id: string }>('POST', `/api/campaign-sends/${first?.id}/resend`);
    expect(again.status).toBe(202);
    return {
      tenant,
      address: first?.recipientEmail ?? '',
      markReplied: () => person.ok('PATCH', `/api/campaign-sends/${first?.id}/status`, { status: 'replied' }),
      ...(await claimed(tenant, again.body.id)),
    };
  }

  test('nothing leaves in another campaign, either, that was asked for before the reply', async () => {
    const { person, tenant, sends, partners } = await readyCampaign(quiet, { partners: 1, texts: 'edited' });
    const [first] = sends;
    await asSent(quiet, tenant, first?.id ?? '', first?.recipientEmail ?? '');
    const other = await addCampaign(person, partners, { texts: 'edited' });
    const [second] = await person.ok<SendView[]>('GET', `/api/campaigns/${other.id}/sends`);
    expect((await person.call('POST', `/api/campaign-sends/${second?.id}/send-now`)).status).toBe(202);
    const { dispatched, state } = await claimed(tenant, second?.id ?? '');
    await person.ok('PATCH', `/api/campaign-sends/${first?.id}/status`, { status: 'replied' });
    expect(await dispatched()).toBeNull();
    expect(await state()).toMatchObject({
      status: 'cancelled',
      reason: { code: 'replied_elsewhere' },
    });
  });

  test('"it leaves now" is not committed for somebody who has replied since it was asked for', async () => {
    const { markReplied, dispatched, state } = await claimedAgain();
    await markReplied();
    expect(await dispatched()).toBeNull();
    expect(await state()).toMatchObject({ status: 'cancelled', reason: { code: 'replied' } });
  });

  test('nor when both wait for the lock of the address and the reply is first', async () => {
    const { markReplied, dispatched, state, address, tenant } = await claimedAgain();
    const lock = addressLock(tenant, quiet.api.pseudonyms.address(tenant, address));
    const waiting = async (count: number) =>
      until(
        async () => {
          const [row] = await quiet.owner.sql<{ n: number }[]>`
            select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
          return row?.n;
        },
        (n) => n === count,
      );
    const { reply, mail } = await quiet.owner.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${String(lock)}::bigint)`;
      const reply = markReplied();
      await waiting(1);
      const mail = dispatched();
      await waiting(2);
      return { reply, mail };
    });
    await reply;
    expect(await mail).toBeNull();
    expect(await state()).toMatchObject({ status: 'cancelled', reason: { code: 'replied' } });
  });
});
