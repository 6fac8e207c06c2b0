import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import * as conditions from '../../db/read/messageStatus.ts';
import {
  BEGINS_THREAD,
  CALLED_OFF,
  HOLDS_SLOT,
  initialMessage,
  isWaiting,
  LEFT_FROM_SLOT,
  type MessageState,
  type MessageStatus,
  UNCONFIRMED,
  willLeave,
} from '../../events/messages/messageState.ts';
import { isUnplanned, waitsForPlan } from '../../events/messages/resend.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import { isFirstEmail } from '../../events/messages/sharedAddress.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  db = await freshDatabase();
  sql = (await db.open('owner')).sql;
  for (const [index, row] of ROWS.entries())
    await sql`insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
      values ('conditions', ${`message-c${index}.p.${row.step}`}, 1, 1, now(),
        ${sql.json({ ...initialMessage, ...row, campaignId: `c${index}`, partnerId: 'p' } as never)})`;
});
afterAll(() => db.drop());

const STATUSES: readonly MessageStatus[] = [
  ...(['drafted', 'unfit', 'approved', 'scheduled', 'claimed', 'dispatching', 'sent'] as const),
  ...(['deferred', 'failed', 'unknown', 'abandoned', 'cancelled'] as const),
];
type Row = { status: MessageStatus; immediate: boolean; heldAt: string | null; step: string } & Pick<
  MessageState,
  'notBefore' | 'followUp'
>;
const NOW = '2026-03-02T12:00:00.000Z';
const NOT_BEFORE = [null, '2026-03-02T11:00:00.000Z', '2026-03-02T13:00:00.000Z'];
const FOLLOW_UP = { id: 'f1', textId: 't1', afterDays: 3, number: 1, follows: 'c.p.1', notBefore: NOW };
const STEPS = [
  ...['1', 'r1', 'a1'].map((step) => ({ step, followUp: null })),
  ...['2', 'r2'].map((step) => ({ step, followUp: FOLLOW_UP })),
];
const ROWS: readonly Row[] = STATUSES.flatMap((status) =>
  [true, false].flatMap((immediate) =>
    STEPS.flatMap((of) =>
      NOT_BEFORE.flatMap((notBefore) => [NOW, null].map((heldAt) => ({ status, immediate, heldAt, ...of, notBefore }))),
    ),
  ),
);
const keys = (rows: readonly Row[]) =>
  rows.map((row) => `${row.status} ${row.immediate} ${row.heldAt} ${row.step} ${row.notBefore ?? '-'}`).sort();

const RULES: Record<keyof typeof conditions, (row: Row) => boolean> = {
  isImmediate: ({ immediate }) => immediate,
  isUnplanned: ({ step }) => isUnplanned(step),
  isFirstEmail,
  hasNotLeft: ({ status }) => isWaiting(status),
  isCalledOff: ({ status }) => CALLED_OFF.has(status),
  isUnconfirmed: ({ status }) => UNCONFIRMED.has(status),
  beginsThread: ({ status }) => BEGINS_THREAD.has(status),
  holdsSlot: ({ status }) => HOLDS_SLOT.has(status),
  leftFromSlot: ({ status }) => LEFT_FROM_SLOT.has(status),
  waitsForPlan: (row) => waitsForPlan(row, NOW),
  willLeave,
  isLeavingNow: ({ status }) => status === 'dispatching',
  isWaitingSendNow: ({ status, immediate }) => status === 'deferred' && immediate,
};

test.each(Object.entries(conditions))('%s says the same in SQL and in events', async (name, condition) => {
  const rule = RULES[name as keyof typeof conditions];
  const found = await sql.begin(
    (tx) => tx<Row[]>`
      select m.status, (m.state->>'immediate')::boolean as immediate,
        m.state->>'heldAt' as "heldAt", m.step,
        m.state->>'notBefore' as "notBefore" from read.messages m
      where m.tenant_id = 'conditions' and ${condition(tx, NOW)}`,
  );
  expect(keys(found as unknown as Row[])).toEqual(keys(ROWS.filter(rule)));
});

test('the function that finds overdue messages finds what a worker may claim now', async () => {
  const times = [null, '2026-03-02T11:00:00.000Z', '2026-03-02T13:00:00.000Z'];
  const messages = STATUSES.flatMap((status) =>
    [true, false].flatMap((immediate) =>
      times.flatMap((scheduledAt) =>
        times.map((leaseUntil) => ({
          ...initialMessage,
          ...{ status, immediate, scheduledAt, step: '1', campaignId: 'c' },
          claim: leaseUntil === null ? null : { worker: 'w', leaseUntil },
        })),
      ),
    ),
  )
    .filter(({ status, immediate, scheduledAt, claim }) => {
      // as the fold makes them: a time until the next try, an answer may wait for its Undo, and a claim comes after the time
      if (status === 'scheduled' || status === 'deferred') return scheduledAt !== null;
      if (status === 'claimed' || status === 'dispatching')
        return claim !== null && (scheduledAt === null || scheduledAt < NOW);
      if (status === 'approved' && immediate) return true;
      return scheduledAt === null;
    })
    .map((state, index) => ({ ...state, partnerId: `p${index}` }));
  for (const state of messages)
    await sql`insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
      values ('overdue', ${`message-c.${state.partnerId}.1`}, 1, 1, now(), ${sql.json(state as never)})`;
  const found = await sql<{ stream_id: string }[]>`
    select stream_id from read.stuck_messages(${NOW}, ${NOW}) where tenant_id = 'overdue'`;
  const claimable = messages.filter(
    (state) =>
      claimSend(state, { worker: 'v', now: NOW, leaseUntil: NOW }).length > 0 ||
      // an attempt that fell silent is given up by the same job
      (state.status === 'dispatching' && state.claim !== null && state.claim.leaseUntil < NOW),
  );
  expect(found.map(({ stream_id }) => stream_id).sort()).toEqual(
    claimable.map(({ partnerId }) => `message-c.${partnerId}.1`).sort(),
  );
});

test('the function that finds campaigns to plan says the same, too', async () => {
  const campaigns = ROWS.map((row, index) => ({ ...row, id: `c${index}` }));
  for (const { id, status, immediate, heldAt, step, notBefore } of campaigns) {
    await sql`insert into read.campaigns (tenant_id, stream_id, version, projection_version, recorded_at, state)
      values ('t', ${`campaign-${id}`}, 1, 1, now(), ${sql.json({ status: 'active', createdAt: '' })})`;
    await sql`insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
      values ('t', ${`message-${id}.p.${step}`}, 1, 1, now(), ${sql.json({ status, immediate, heldAt, step, notBefore, campaignId: id, partnerId: 'p' })})`;
  }
  const found = await sql<{ stream_id: string }[]>`select stream_id from read.campaigns_to_plan(${NOW})`;
  expect(found.map(({ stream_id }) => stream_id).sort()).toEqual(
    campaigns.flatMap((row) => (waitsForPlan(row, NOW) ? [`campaign-${row.id}`] : [])).sort(),
  );
});
