import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../db/store.ts';
import { initialMessage, isFinal, type MessageState, type MessageStatus } from '../../events/messages/messageState.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

const STATUSES: Readonly<Record<Exclude<MessageStatus, 'none'>, true>> = {
  drafted: true,
  unfit: true,
  approved: true,
  scheduled: true,
  claimed: true,
  dispatching: true,
  sent: true,
  deferred: true,
  failed: true,
  unknown: true,
  abandoned: true,
  cancelled: true,
};

const NOW = '2026-03-02T10:00:00.000Z';
const BEFORE = '2026-03-02T09:00:00.000Z';

/** All statuses, with and without Send Now; the time and the lease of each are over. */
const messages = (Object.keys(STATUSES) as MessageStatus[]).flatMap((status) =>
  [true, false].map((immediate) => ({
    id: `message-c1.${status}.${immediate}`,
    state: {
      ...{ ...initialMessage, campaignId: 'c1', partnerId: status, step: String(immediate), status, immediate },
      scheduledAt: ['scheduled', 'deferred', 'claimed', 'dispatching'].includes(status) && !immediate ? BEFORE : null,
      claim: ['claimed', 'dispatching'].includes(status) ? { worker: 'w', leaseUntil: BEFORE } : null,
    },
  })),
);

const mayBeClaimed = (state: MessageState) => claimSend(state, { worker: 'w', now: NOW, leaseUntil: NOW }).length > 0;

let db: TestDatabase;
let owner: Store;
beforeAll(async () => {
  db = await freshDatabase();
  owner = await db.open('owner');
  for (const { id, state } of messages) {
    await owner.sql`
      insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
      values ('t1', ${id}, 1, 1, now(), ${JSON.stringify(state)}::text::jsonb)`;
  }
});
afterAll(() => db.drop());

test('the phase of a message says the same in SQL as the rules do', async () => {
  const phaseOf = (state: MessageState) => {
    if (state.status === 'sent' || state.status === 'unknown') return state.status;
    if (isFinal(state.status)) return 'ended';
    // a deferred mail has its next time, a Send Now that waits too
    const timed = { ...state, scheduledAt: state.scheduledAt ?? BEFORE };
    return mayBeClaimed(timed) || state.status === 'dispatching' ? 'leaving' : 'waiting';
  };
  const rows = await owner.sql<{ id: string; phase: string }[]>`select stream_id as id, phase from read.messages`;
  expect(Object.fromEntries(rows.map(({ id, phase }) => [id, phase]))).toEqual(
    Object.fromEntries(messages.map(({ id, state }) => [id, phaseOf(state)])),
  );
});

test('the sweep finds what is due or lapsed, and nothing else', async () => {
  const stuck = async (due: string, lapsed: string) =>
    (await owner.sql<{ id: string }[]>`select stream_id as id from read.stuck_messages(${due}, ${lapsed})`)
      .map(({ id }) => id)
      .sort();
  const all = messages.filter(
    ({ state }) =>
      ['scheduled', 'deferred', 'claimed', 'dispatching'].includes(state.status) ||
      (state.status === 'approved' && state.immediate),
  );
  expect(await stuck(NOW, NOW)).toEqual(all.map(({ id }) => id).sort());
  const timed = ['message-c1.scheduled.false', 'message-c1.deferred.false'];
  const leased = all.filter(({ state }) => state.claim !== null).map(({ id }) => id);
  expect(await stuck(BEFORE, NOW)).toEqual(
    all
      .map(({ id }) => id)
      .filter((id) => !timed.includes(id))
      .sort(),
  );
  expect(await stuck(NOW, BEFORE)).toEqual(
    all
      .map(({ id }) => id)
      .filter((id) => !leased.includes(id))
      .sort(),
  );
});
