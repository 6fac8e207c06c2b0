import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql, Tx } from '../../db/connection/connect.ts';
import { commit } from '../../db/log/commit.ts';
import { AlreadyTaken, ConcurrencyConflict } from '../../db/log/conflicts.ts';
import { loadStreams } from '../../db/log/load.ts';
import { addressLock, senderLock } from '../../db/log/locks.ts';
import { compareRows } from '../../db/read/rebuild.ts';
import { ref, type Store } from '../../db/store.ts';
import { reserveCredit } from '../../events/accounts/credits.ts';
import { signUp } from '../../events/accounts/user.ts';
import { draftMessage } from '../../events/messages/messageText.ts';
import { addPartner, changePartnerStatus, discoverPartner, type PartnerState } from '../../events/partners/partner.ts';
import { requestSearch } from '../../events/partners/search.ts';
import { Refused } from '../../events/shared/refused.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { cause, changeSetting } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';

let db: TestDatabase;
let store: Store;
let owner: Sql;
beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api');
  owner = (await db.open('owner')).sql;
});
afterAll(() => db.drop());

const changed = { type: 'SettingChanged', data: { value: 'v', was: '' } };
const loaded = async (id: string) => {
  const [stream] = await loadStreams(store.sql, store.sql, store.master, 't', [`setting-${id}`]);
  if (!stream) throw new Error('not loaded');
  return stream;
};
const commitAt = (stream: Awaited<ReturnType<typeof loaded>>, events: object[]) =>
  commit(store.sql, store.master, 't', cause, [{ loaded: stream, events: events as (typeof changed)[] }], new Date());

describe('a stale version', () => {
  test('is a ConcurrencyConflict, whether the stream is new, older, or ahead of what is claimed', async () => {
    const empty = await loaded('a');
    await commitAt(empty, [changed, changed]);
    await expect(commitAt(empty, [changed])).rejects.toBeInstanceOf(ConcurrencyConflict);
    const two = await loaded('a');
    await expect(commitAt({ ...two, version: 1 }, [changed])).rejects.toBeInstanceOf(ConcurrencyConflict);
    // a version that is not there yet would leave a hole
    await expect(commitAt({ ...two, version: 3 }, [changed])).rejects.toBeInstanceOf(ConcurrencyConflict);
    await expect(commitAt({ ...empty, streamId: 'setting-none', version: 5 }, [changed])).rejects.toBeInstanceOf(
      ConcurrencyConflict,
    );
    expect((await loaded('a')).version).toBe(2);
  });

  test('is one of a row that another version of the program made since it was read', async () => {
    const scope = { tenant: 't', cause };
    const stream = ref('partner', 'other-fold');
    await store.decide(scope, stream, (state) => discoverPartner(state, aPerson(), 's'));
    const [read] = await loadStreams(store.sql, store.sql, store.master, 't', ['partner-other-fold']);
    if (!read) throw new Error('not loaded');
    await owner`update read.partners set projection_version = 0, state = '{"of":"old"}' where stream_id = 'partner-other-fold'`;
    const approved = changePartnerStatus(read.state as PartnerState, 'approved');
    await expect(
      commit(store.sql, store.master, 't', cause, [{ loaded: read, events: approved }], new Date()),
    ).rejects.toBeInstanceOf(ConcurrencyConflict);
    // decided again, it starts from the log and writes the whole state
    await store.decide(scope, stream, (state) => changePartnerStatus(state, 'approved'));
    const { state, version } = await store.load('t', stream);
    expect({ version, status: state.status, name: state.person?.name }).toEqual({
      version: 2,
      status: 'approved',
      name: 'Maren Oduya',
    });
    expect((await compareRows({ sql: owner, master: store.master })).differences).toEqual([]);
  });

  test('leaves nothing of the other streams of its command', async () => {
    const [one, other] = [await loaded('b1'), await loaded('b2')];
    await commitAt(other, [changed]);
    const both = [
      { loaded: one, events: [changed] },
      { loaded: other, events: [changed] },
    ];
    await expect(commit(store.sql, store.master, 't', cause, both, new Date())).rejects.toBeInstanceOf(
      ConcurrencyConflict,
    );
    expect((await loaded('b1')).version).toBe(0);
  });

  test('of a stream that only guards refuses the command too', async () => {
    const [guard, written] = [await loaded('g1'), await loaded('g2')];
    await commitAt(guard, [changed]);
    const both = [
      { loaded: guard, events: [] },
      { loaded: written, events: [changed] },
    ];
    await expect(commit(store.sql, store.master, 't', cause, both, new Date())).rejects.toBeInstanceOf(
      ConcurrencyConflict,
    );
    expect((await loaded('g2')).version).toBe(0);
  });
});

/** A command that names it waits for its lock. */
const held = ref('suppression', 'held');

/** Runs `command`, which names `held`, so that it has decided, and lets `other` commit before it may. */
async function overtaken<T>(command: () => Promise<T>, other: () => Promise<unknown>): Promise<T> {
  const { running } = await owner.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${String(addressLock('t', held.id))}::bigint)`;
    const started = command();
    for (;;) {
      const [waiting] = await tx<{ n: number }[]>`
        select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      if (waiting?.n) break;
    }
    await other();
    return { running: started };
  });
  return running;
}

test('a command retried after a conflict decides again, on the state that beat it', async () => {
  const credits = ref('credits', 'u1-2026-03');
  const seen: number[] = [];
  const reserve = (id: string, streams: { credits: typeof credits; held?: typeof held }) =>
    store.run({
      tenant: 't',
      cause,
      streams,
      decide: ({ credits: state }) => {
        if (id === 'slow') seen.push(state.reserved.length);
        return { credits: reserveCredit(state, id, 2) };
      },
    });
  const { states } = await overtaken(
    () => reserve('slow', { credits, held }),
    () => reserve('fast', { credits }),
  );
  expect(seen).toEqual([0, 1]);
  expect(states.credits.reserved).toEqual(['fast', 'slow']);

  // and may refuse then what it allowed before
  const late = overtaken(
    () =>
      store.run({
        tenant: 't',
        cause,
        streams: { credits: ref('credits', 'u2-2026-03'), held },
        decide: ({ credits: state }) => ({ credits: reserveCredit(state, 'slow', 1) }),
      }),
    () =>
      store.run({
        tenant: 't',
        cause,
        streams: { credits: ref('credits', 'u2-2026-03') },
        decide: ({ credits: state }) => ({ credits: reserveCredit(state, 'fast', 1) }),
      }),
  );
  await expect(late).rejects.toMatchObject({ name: 'Refused', refusal: 'limit' });
});

test('what is decided about an account waits until no mail of its owner is being dispatched', async () => {
  const streams = { user: ref('user', 'u9') };
  const held = (tx: Sql | Tx, lock: bigint) =>
    tx`select pg_try_advisory_xact_lock_shared(${String(lock)}::bigint) as free`;
  await store.sql.begin(async (tx) => {
    await store.runIn(tx, {
      tenant: 'system',
      cause,
      streams,
      decide: ({ user }) => ({
        user: signUp(user, {
          email: 'u9@a.example',
          username: null,
          firstName: null,
          lastName: null,
          emailHmac: 'u9',
          isAdmin: false,
          workspaceId: 'w9',
        }),
      }),
    });
    expect(await held(owner, senderLock('u9'))).toEqual([{ free: false }]);
    expect(await held(owner, senderLock('u8'))).toEqual([{ free: true }]);
  });
});

test('endless conflicts end in ConcurrencyConflict, not in silence', async () => {
  const always = store.run({
    ...changeSetting('t', 'busy', 'v'),
    decide: () => {
      throw new ConcurrencyConflict();
    },
  });
  await expect(always).rejects.toBeInstanceOf(ConcurrencyConflict);
});

describe('a duplicate is told from a conflict', () => {
  const add = (id: string) =>
    store.run({
      tenant: 't',
      cause,
      streams: { partner: ref('partner', id) },
      decide: ({ partner }) => ({ partner: addPartner(partner, aPerson(), 'url') }),
    });

  test('a partner that is in the list is refused by name, also when two arrive at once', async () => {
    await add('p1');
    await expect(add('p1')).rejects.toMatchObject({
      refusal: 'conflict',
      message: 'A partner with this LinkedIn profile already exists.',
    });
    const both = await Promise.allSettled([add('p2'), add('p2'), add('p2')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of both) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refused);
  });

  test('an address, an open search and an intent have rules of their own', async () => {
    const sign = (id: string) =>
      store.run({
        tenant: 'system',
        cause,
        streams: { user: ref('user', id) },
        decide: ({ user }) => ({
          user: signUp(user, {
            email: 'a@b.example',
            username: null,
            firstName: null,
            lastName: null,
            emailHmac: 'same',
            isAdmin: false,
            workspaceId: `of ${id}`,
          }),
        }),
      });
    const search = (tenant: string, id: string) =>
      store.run({
        tenant,
        cause,
        streams: { search: ref('search', id) },
        decide: ({ search: state }) => ({
          search: requestSearch(state, { kind: 'criteria', requested: 10, criteria: {}, profileUrl: null }),
        }),
      });
    const draft = (id: string) =>
      store.run({
        tenant: 't',
        cause,
        streams: { message: ref('message', id) },
        decide: ({ message }) => ({
          message: draftMessage(message, { campaignId: 'c', partnerId: 'p', step: 'first' }),
        }),
      });
    await sign('u1');
    await search('t', 's1');
    await draft('c.p.first');
    const rules = await Promise.all(
      [sign('u2'), search('t', 's2'), draft('c.p.other')].map((attempt) =>
        attempt.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    expect(rules.map((error) => (error instanceof AlreadyTaken ? error.rule : error))).toEqual([
      'address',
      'open_search',
      'intent',
    ]);
    await search('another tenant', 's2');
    expect((await store.load('t', ref('search', 's2'))).version).toBe(0);
  });
});
