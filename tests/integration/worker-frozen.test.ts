import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { reconcile } from '../../db/audit/reconcile.ts';
import { freezeSending, sendingFrozen } from '../../db/installation/freeze.ts';
import { verifyEpochs } from '../../db/verify/epochs.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ waitMs: 1_000 });
});
afterAll(() => testApp.stop());

/** A busy machine may need more than the usual second. */
const PATIENT = { timeout: 10_000, interval: 50 };
const FREEZE_LOCK = '7061726176';

/** Waits until another transaction waits for the lock of the freeze. */
const someoneWaits = () =>
  vi.waitFor(async () => {
    const [row] = await testApp.api.sql<{ n: number }[]>`
      select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and (classid::bigint << 32 | objid::bigint) = ${FREEZE_LOCK}::bigint
        and database = (select oid from pg_database where datname = current_database())`;
    expect(row?.n).toBeGreaterThan(0);
  }, PATIENT);

test('a mail that was claimed when sending was frozen does not leave; it may when that is released', async () => {
  const { person, sends, campaign } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const id = sends[0]?.id ?? '';
  const pressed = await testApp.owner.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${FREEZE_LOCK}::bigint)`;
    const answer = person.call('POST', `/api/campaign-sends/${id}/send-now`);
    await someoneWaits();
    await freezeSending(tx, 'by_hand', null);
    return { answer };
  });
  expect((await pressed.answer).status).toBeLessThan(500);
  expect(await sendingFrozen(testApp.api.sql)).toMatchObject({ cause: 'by_hand', epoch: 2 });
  await vi.waitFor(async () => {
    const [send] = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    expect(send).toMatchObject({ status: 'pending', detail: expect.stringContaining('Sending is frozen since') });
  }, PATIENT);
  expect(await testApp.outbox()).toEqual([]);
  expect(await reconcile(testApp.owner, { nothingLeft: true })).toMatchObject({
    epoch: 2,
    madeUnknown: 0,
    replanned: 0,
  });
  expect(await sendingFrozen(testApp.api.sql)).toBeNull();
  // the person was told, and asks again
  await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  await vi.waitFor(async () => expect(await testApp.outbox()).toHaveLength(1), PATIENT);
});

test('a second freeze holds although the first one was released', async () => {
  for (const round of [1, 2]) {
    const epoch = await freezeSending(testApp.owner.sql, 'restored', null);
    expect(await sendingFrozen(testApp.api.sql), `freeze ${round}`).toMatchObject({ cause: 'restored', epoch });
    await reconcile(testApp.owner, { nothingLeft: true });
    expect(await sendingFrozen(testApp.api.sql)).toBeNull();
  }
});

test('a freeze ends by an event alone: without the rows of its epochs nothing leaves, and verify names them', async () => {
  const { sql } = testApp.owner;
  const epoch = await freezeSending(sql, 'restored', null);
  const undone = new Error('undone');
  await sql
    .begin(async (tx) => {
      await tx`delete from log.epochs where epoch > 1`;
      expect(await sendingFrozen(tx)).toMatchObject({ cause: 'restored', epoch });
      expect((await verifyEpochs(tx)).wrong.map(({ reason }) => reason)).toContain(
        `log.epochs ${epoch}: the row is missing`,
      );
      expect((await tx`select log.keep_sending_open() as open`)[0]).toEqual({ open: false });
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  expect((await verifyEpochs(sql)).wrong).toEqual([]);
  await reconcile(testApp.owner, { nothingLeft: true });
  expect(await freezeSending(sql, 'by_hand', null)).toBe(epoch + 1);
  await reconcile(testApp.owner, { nothingLeft: true });
  const [head] = await sql<{ row: number; log: number }[]>`
    select version as row, (select max(version) from log.events where stream_id = 'installation-main') as log
    from read.installations where stream_id = 'installation-main'`;
  expect(head?.row).toBe(head?.log);
});
