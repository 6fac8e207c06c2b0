import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loginOf, PROCESSES, type Process } from '../../db/connection/logins.ts';
import { openStore } from '../../db/connection/open.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import type { Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';

/** An installation whose logins no other test has. */
const secretKey = randomBytes(32).toString('hex');
const name = `test_logins_${randomBytes(4).toString('hex')}`;
const admin = postgres(inject('ownerUrl'), { max: 1, onnotice: () => undefined });
const url = Object.assign(new URL(inject('ownerUrl')), { pathname: `/${name}` }).toString();
const login = (process: Process) => loginOf(process, masterKey(secretKey));
const open = (role: Process) => openStore({ url, secretKey, role, name: 'test', max: 2 });

beforeAll(async () => {
  await admin.unsafe(`create database ${name}`);
  await migrate({ ownerUrl: url, secretKey });
});
afterAll(async () => {
  await admin.unsafe(`drop database ${name} with (force)`);
  for (const process of PROCESSES) await admin.unsafe(`drop role ${login(process)}`);
  await admin.end();
});

describe.each(PROCESSES)('the login of the %s', (process) => {
  let store: Store;
  beforeAll(async () => {
    store = await open(process);
  });
  afterAll(() => store.sql.end({ timeout: 1 }));

  test('has the role and its settings without any startup parameter, and row-level security', async () => {
    const [session] = await store.sql`
      select session_user as login, current_user as role, row_security_active('log.events') as secured,
        current_setting('enable_seqscan') as seqscan, current_setting('statement_timeout') as timeout,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(session).toEqual({
      login: login(process),
      role: `partner_pilot_${process}`,
      secured: true,
      seqscan: 'off',
      timeout: { api: '30s', worker: '1min', audit: '0' }[process],
      idle: '30s',
    });
  });

  test.each([
    ['superuser', 'nosuperuser', /^Row-level security does not apply to partner_pilot_\w+\. Run: alter role/],
    ['bypassrls', 'nobypassrls', /^Row-level security does not apply/],
    ["set row_security to 'off'", "set row_security to 'on'", /logs in with another row_security than its role has/],
    ["set role to 'none'", `set role to partner_pilot_${process}`, /logs in with another role than its role has/],
    ['nologin', 'login', /^PostgreSQL does not let partner_pilot_\w+ in\. Run npm run migrate/],
  ])('that is altered to %s does not start', async (wrong, right, message) => {
    await admin.unsafe(`alter role ${login(process)} ${wrong}`);
    try {
      await expect(open(process)).rejects.toThrow(message);
    } finally {
      await admin.unsafe(`alter role ${login(process)} ${right}`);
    }
  });
});

test('a migration restores the settings of a login that was altered', async () => {
  await admin.unsafe(`alter role ${login('api')} reset all`);
  await migrate({ ownerUrl: url, secretKey });
  const store = await open('api');
  await store.sql.end({ timeout: 1 });
});

test('another SECRET_KEY has no login, and says so', async () => {
  const other = randomBytes(32).toString('hex');
  await expect(openStore({ url, secretKey: other, role: 'api', name: 'test' })).rejects.toThrow(
    /^PostgreSQL does not let partner_pilot_api_[0-9a-f]{8} in\. Run npm run migrate with this SECRET_KEY/,
  );
});

test('an owner without the right to make roles hears which statements a superuser runs', async () => {
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  const other = randomBytes(32).toString('hex');
  const made = `${name}_owned`;
  await admin.unsafe(`create role ${owner} login password 'p' createrole`);
  await admin.unsafe(`create database ${made} owner ${owner}`);
  const theirs = Object.assign(new URL(url), { username: owner, password: 'p', pathname: `/${made}` }).toString();
  try {
    await expect(migrate({ ownerUrl: theirs, secretKey: other })).rejects.toThrow(/with admin option/);
    await admin.unsafe(
      `grant partner_pilot_api, partner_pilot_worker, partner_pilot_audit to ${owner} with admin option`,
    );
    await migrate({ ownerUrl: theirs, secretKey: other });
    const store = await openStore({ url: theirs, secretKey: other, role: 'worker', name: 'test', max: 1 });
    await store.sql.end({ timeout: 1 });
  } finally {
    await admin.unsafe(`drop database ${made} with (force)`);
    for (const process of PROCESSES) await admin.unsafe(`drop role if exists ${loginOf(process, masterKey(other))}`);
    await admin.unsafe(`drop role ${owner}`);
  }
});
