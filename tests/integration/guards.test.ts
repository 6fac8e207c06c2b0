import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql, Tx } from '../../db/connection/connect.ts';
import { rebuild } from '../../db/read/rebuild.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { storeSecret } from '../../db/vault/secrets.ts';
import { guardsOf, verifyGuards } from '../../db/verify/guards.ts';
import { verifyPersonKeys } from '../../db/verify/personKeys.ts';
import { verifySecrets } from '../../db/verify/vault.ts';
import { verifyConsequences } from '../../db/verify/verifyLog.ts';
import { guardAlterations, missedGuards } from '../support/alterations.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { randomHistories } from '../support/histories.ts';

const KEY = masterKey(TEST_SECRET);
let db: TestDatabase;
let owner: Sql;
let audit: Sql;

beforeAll(async () => {
  db = await freshDatabase();
  owner = (await db.open('owner')).sql;
  // the random accounts are of another address key, with which no process starts
  audit = (await db.open('audit')).sql;
  await randomHistories(await db.open('worker'), ['t1', 't2'], 30, 7);
});
afterAll(() => db.drop());

const guards = () => owner.begin('read only', (tx) => guardsOf(tx, KEY));

/** The findings in an altered database; the change is rolled back. */
async function altered<T>(statement: string, look: (tx: Tx) => Promise<T>): Promise<T> {
  const undone = new Error('undone');
  let found: T | undefined;
  await owner
    .begin(async (tx) => {
      await tx.unsafe(statement);
      found = await look(tx);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found as T;
}

test('the guards of this release are those of db/verify/guards.json (after a change: this file with -u)', async () => {
  await expect(`${JSON.stringify(await guards(), null, 2)}\n`).toMatchFileSnapshot('../../db/verify/guards.json');
});

test('a rebuild leaves the same guards', async () => {
  const before = await guards();
  await rebuild({ sql: owner, master: KEY });
  expect(await guards()).toEqual(before);
});

describe('verify names every guard that is altered, missing or added', () => {
  const places = (statement: string) =>
    altered(statement, async (tx) => (await verifyGuards(tx, KEY)).wrong.map(({ at, reason }) => `${at}: ${reason}`));
  const ALTERED = 'it is not as this release made it';
  test.each([
    ['alter table log.events disable trigger events_append_only', 'trigger log.events.events_append_only', ALTERED],
    ['drop trigger seals_append_only on log.seals', 'trigger log.seals.seals_append_only', 'it is missing'],
    ['alter table log.events no force row level security, disable row level security', 'table log.events', ALTERED],
    ['alter policy events_of_tenant on log.events using (true)', 'policy log.events.events_of_tenant', ALTERED],
    ['grant delete on log.events to partner_pilot_api', 'table log.events', ALTERED],
    ['grant update (payload) on log.events to partner_pilot_api', 'column log.events.payload', ALTERED],
    ['alter role partner_pilot_api bypassrls', 'role partner_pilot_api', ALTERED],
    ['create table public.more () inherits (log.events)', 'table log.events', ALTERED],
    ['alter table log.events alter column epoch set default 7', 'column log.events.epoch', ALTERED],
    [
      "create or replace function log.keep_sending_open() returns boolean language sql security definer set search_path = pg_catalog as 'select true'",
      'function log.keep_sending_open()',
      ALTERED,
    ],
    [
      'create rule gone as on insert to log.seals do instead nothing',
      'rule log.seals.gone',
      'this release did not make it',
    ],
    [
      'alter table vault.person_keys alter column wrapped set statistics 100',
      'column vault.person_keys.wrapped',
      ALTERED,
    ],
  ])('%s', async (statement, at, reason) => {
    expect(await places(statement)).toEqual([`${at}: ${reason}`]);
  });

  test('several at once', async () => {
    const statement =
      'alter table log.events disable trigger all; alter table log.seals disable trigger all; drop policy of_tenant on vault.secrets';
    expect(await places(statement)).toHaveLength(3);
  });
});

test('of all alterations of guards a sample is found, each by the name of its object', async () => {
  const all = await guardAlterations(owner);
  expect(all.length).toBeGreaterThan(600);
  expect(
    await missedGuards(
      owner,
      KEY,
      all.filter((_, index) => index % 25 === 0),
    ),
  ).toEqual([]);
});

describe('the vault', () => {
  test('a secret that was moved or altered is named', async () => {
    const id = await storeSecret(owner, KEY, 't1', 'gmail', 'a token');
    const look = (set: string) =>
      altered(`update vault.secrets set ${set} where secret_id = '${id}'`, async (tx) =>
        (await verifySecrets(tx, KEY)).wrong.map(({ at }) => at),
      );
    expect((await verifySecrets(owner, KEY)).wrong).toEqual([]);
    expect(await look("tenant_id = 't2'")).toEqual([`vault.secrets t2 ${id}`]);
    expect(await look("kind = 'imap'")).toEqual([`vault.secrets t1 ${id}`]);
    expect(await look("sealed = 'x'")).toEqual([`vault.secrets t1 ${id}`]);
  });

  test('a key with the time of none of its texts is named', async () => {
    expect((await verifyPersonKeys(owner)).wrong).toEqual([]);
    const { keys, wrong } = await altered("update vault.person_keys set created_at = '2020-01-01'", verifyPersonKeys);
    expect(wrong).toHaveLength(keys);
  });
});

test('verify works for a role that may only read, and names the place of an unknown event', async () => {
  const rowsOf = async () =>
    (await verifyConsequences(audit, KEY, { quick: false })).find(({ check }) => check === 'rows');
  expect(await rowsOf()).toMatchObject({ ok: true, warning: expect.stringMatching(/only read/) });
  await owner`
    insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
    values ('t3', 'ghost-x', 1, 'Foretold', 1, '{"d":{}}', 'a', 'c', now(), '')`;
  expect((await rowsOf())?.wrong).toMatchObject([
    { at: 't3 ghost-x@1', reason: expect.stringMatching(/Unknown event ghost\/Foretold.*t3 ghost-x@1/) },
  ]);
});
