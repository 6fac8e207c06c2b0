import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { restoreBackup } from '../../db/backup/restore.ts';
import { takeBackup } from '../../db/backup/takeBackup.ts';
import { connect, type Sql } from '../../db/connection/connect.ts';
import { loginOf, PROCESSES } from '../../db/connection/logins.ts';
import { openStore } from '../../db/connection/open.ts';
import { settleInstallation } from '../../db/installation/settle.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { signingKey } from '../../db/seal/signingKey.ts';
import type { Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { damagedKeys } from '../../db/vault/personKeys.ts';
import { WRAPPED } from '../../db/vault/rotate.ts';
import { onlySecret, pseudonyms, readSecret, storeSecret } from '../../db/vault/secrets.ts';
import { audit } from '../support/audit.ts';
import { randomHistories } from '../support/histories.ts';
import { changeSetting } from '../support/log.ts';

const newKey = () => randomBytes(32).toString('base64');
const admin = postgres(inject('ownerUrl'), { max: 1, onnotice: () => undefined });
const keys = new Set<string>();
const databases: string[] = [];

/** An installation whose logins no other test has. */
type Installation = { url: string; key: string };

async function emptyDatabase(): Promise<string> {
  const name = `test_rotate_${randomBytes(4).toString('hex')}`;
  databases.push(name);
  await admin.unsafe(`create database ${name}`);
  return Object.assign(new URL(inject('ownerUrl')), { pathname: `/${name}` }).toString();
}

const made = (): string => {
  const key = newKey();
  keys.add(key);
  return key;
};

async function installation(): Promise<Installation> {
  const at = { url: await emptyDatabase(), key: made() };
  await migrate({ ownerUrl: at.url, secretKey: at.key });
  await settleInstallation({ ownerUrl: at.url, secretKey: at.key, wanted: 'on', providerKeysPresent: [] });
  return at;
}

const open = (url: string, secretKey: string, role: 'owner' | 'api' | 'worker') =>
  openStore({ url, secretKey, role, name: role, max: 4 });

/** `npm run audit -- rotate`, with this SECRET_KEY. */
async function rotate(url: string, secretKey: string) {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('SECRET_KEY', secretKey);
  return audit('rotate', '--json');
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-rotate-'));
  vi.stubEnv('SEAL_FILE', path.join(folder, 'seal'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const name of databases) await admin.unsafe(`drop database ${name} with (force)`);
  for (const key of keys)
    for (const process of PROCESSES) await admin.unsafe(`drop role if exists ${loginOf(process, masterKey(key))}`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

test('every value that a key of SECRET_KEY wraps is in the list of a rotation', async () => {
  const { url } = await installation();
  const sql = connect(url, { role: 'owner', name: 'test', max: 1 });
  try {
    const columns = await sql<{ name: string }[]>`
      select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
      where data_type = 'bytea' and column_name in ('sealed', 'wrapped')`;
    // those lie under the key of a person
    const ofPersons = ['vault.received_files.sealed', 'vault.media_kits.sealed'];
    const listed = WRAPPED.map(({ table, column }) => `${table}.${column}`);
    expect(columns.map(({ name }) => name).sort()).toEqual([...listed, ...ofPersons].sort());
  } finally {
    await sql.end();
  }
});

describe('a rotation', () => {
  let at: Installation;
  let fresh: string;
  let before: { api: Store; secretId: string; names: string; log: string };
  const openStores: Store[] = [];
  const running = async (secretKey: string, role: 'owner' | 'api' | 'worker'): Promise<Store> => {
    const store = await open(at.url, secretKey, role);
    openStores.push(store);
    return store;
  };
  const stop = async (store: Store) => {
    openStores.splice(openStores.indexOf(store), 1);
    await store.sql.end({ timeout: 1 });
  };
  const owned = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    const sql = connect(at.url, { role: 'owner', name: 'test', max: 2 });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  };
  const namesOf = ({ pseudonyms: names }: Store) =>
    [names.address('t1', 'a@b.example'), names.linkProof('x'), names.signIn('browser', 'y')].join();

  beforeEach(async () => {
    at = await installation();
    fresh = made();
    const api = await running(at.key, 'api');
    await randomHistories(api, ['t1', 't2'], 60, 1);
    const secretId = await storeSecret(api.sql, api.master, 't1', 'sendgrid', 'of the provider');
    before = { api, secretId, names: namesOf(api), log: (await signingKey(api.sql, api.master)).id };
    return async () => {
      for (const store of [...openStores]) await stop(store);
    };
  });

  test('goes on beside processes with both keys, and then the old key opens nothing', async () => {
    // first both can read, then the new one wraps
    const both = await running(`${at.key},${fresh}`, 'api');
    await stop(before.api);
    await migrate({ ownerUrl: at.url, secretKey: `${fresh},${at.key}` });
    const worker = await running(`${fresh},${at.key}`, 'worker');
    const ofBoth = await storeSecret(both.sql, both.master, 't1', 'gmail', 'wrapped by the old one');
    const ofNew = await storeSecret(worker.sql, worker.master, 't1', 'gmail', 'wrapped by the new one');
    expect(await readSecret(both.sql, both.master, 't1', ofNew)).toBe('wrapped by the new one');
    expect(await readSecret(worker.sql, worker.master, 't1', ofBoth)).toBe('wrapped by the old one');
    await expect(open(at.url, at.key, 'api')).rejects.toThrow(/^SECRET_KEY is being rotated\. Set it to the new key/);
    await expect(open(at.url, fresh, 'owner')).rejects.toThrow(/^SECRET_KEY is being rotated/);

    const refused = await rotate(at.url, `${fresh},${at.key}`);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(
      /These still wrap with the old key: partner-pilot api \(two keys\) \(\d+ connections?\)/,
    );
    await stop(both);

    const { code, out } = await rotate(at.url, `${fresh},${at.key}`);
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, damaged: 0 });
    const rotated = await running(fresh, 'worker');
    expect(namesOf(rotated)).toBe(before.names);
    expect((await signingKey(rotated.sql, rotated.master)).id).toBe(before.log);
    for (const [id, value] of [
      [before.secretId, 'of the provider'],
      [ofBoth, 'wrapped by the old one'],
      [ofNew, 'wrapped by the new one'],
    ] as const)
      expect(await readSecret(rotated.sql, rotated.master, 't1', id)).toBe(value);
    await owned(async (sql) => {
      expect(await damagedKeys(sql, masterKey(fresh))).toEqual([]);
      const held = await sql`select tenant_id, person_id from vault.person_keys`;
      expect(held.length).toBeGreaterThan(5);
      expect(await damagedKeys(sql, masterKey(at.key))).toHaveLength(held.length);
      await expect(pseudonyms(sql, masterKey(at.key))).rejects.toThrow(/cannot be opened/);
      const [event] = await sql`
        select tenant_id, stream_id, payload->'d' as data, payload::text as text from log.events where type = 'SecretKeyRotated'`;
      expect(event).toMatchObject({ tenant_id: 'system', data: { keys: held.length, damaged: 0 } });
      for (const key of [at.key, fresh]) expect(event?.text).not.toContain(key);
    });
    for (const role of ['api', 'worker', 'owner'] as const)
      await expect(open(at.url, at.key, role)).rejects.toThrow(/does not let|not the one that this database/);
    vi.stubEnv('SECRET_KEY', fresh);
    await audit('seal');
    const { checks } = JSON.parse((await audit('verify', '--json')).out) as {
      checks: { check: string; ok: boolean }[];
    };
    // those that random histories satisfy
    const known = ['guards', 'chains', 'seals', 'outside', 'mark', 'epochs', 'keys', 'vault', 'rows'];
    expect(checks.filter(({ ok }) => ok).map(({ check }) => check)).toEqual(known);
    vi.stubEnv('SECRET_KEY', at.key);
    expect((await audit('verify')).code).toBe(2);
    // processes with both keys go on until they are started again
    expect(await readSecret(worker.sql, worker.master, 't1', before.secretId)).toBe('of the provider');
    await worker.run(changeSetting('t1', 'after', 'the rotation'));
  }, 120_000);

  test('that is ended in the middle goes on with the next run, and is one event', async () => {
    await stop(before.api);
    const both = `${fresh},${at.key}`;
    await migrate({ ownerUrl: at.url, secretKey: both });
    // as a killed run leaves it: half of one table is wrapped again, and the old logins are shut
    await owned(async (sql) => {
      await sql.unsafe(
        `create function vault.stop() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`,
      );
      await sql.unsafe(
        'create trigger stop before update on vault.secrets for each statement execute function vault.stop()',
      );
    });
    expect((await rotate(at.url, both)).said).toContain('killed');
    await owned(async (sql) => {
      await sql.unsafe('drop function vault.stop() cascade');
      expect(await damagedKeys(sql, masterKey(fresh))).toEqual([]);
    });
    const worker = await running(both, 'worker');
    expect(await readSecret(worker.sql, worker.master, 't1', before.secretId)).toBe('of the provider');
    const done = JSON.parse((await rotate(at.url, both)).out);
    expect(done).toMatchObject({ damaged: 0 });
    expect(done.changed).toBeLessThan(done.keys + done.secrets);
    expect(JSON.parse((await rotate(at.url, both)).out)).toMatchObject({ changed: 0, damaged: 0 });
    await owned(async (sql) =>
      expect(await sql`select 1 from log.events where type = 'SecretKeyRotated'`).toHaveLength(1),
    );
    await migrate({ ownerUrl: at.url, secretKey: fresh });
    await expect(migrate({ ownerUrl: at.url, secretKey: `${at.key},${fresh}` })).rejects.toThrow(/was rotated away/);
  }, 120_000);

  test('is refused with a wrong, a weak or the same key, and while a process knows the old key alone', async () => {
    const begin = (secretKey: string) => migrate({ ownerUrl: at.url, secretKey });
    await expect(begin(`${fresh},${at.key}`)).rejects.toThrow(/^These know the old key alone: partner-pilot api \(\d/);
    await stop(before.api);
    await expect(begin(`${fresh},${made()}`)).rejects.toThrow(/not the one that this database was made with/);
    await expect(begin(`${at.key},${at.key}`)).rejects.toThrow(/names the same key twice/);
    const weak = 'correct horse battery staple, and no more'.replace(',', '');
    keys.add(weak);
    await expect(begin(`${weak},${at.key}`)).rejects.toThrow(/too weak/);
    await expect(begin(`${'ab'.repeat(32)},${at.key}`)).rejects.toThrow(/too weak/);
    keys.add('ab'.repeat(32));
    await expect(begin(`${fresh},${at.key},${made()}`)).rejects.toThrow(/a comma is between two keys/);
    await expect(open(at.url, `${fresh},${at.key}`, 'owner')).rejects.toThrow(
      /begins with a key that this database does not know/,
    );
    const early = await rotate(at.url, at.key);
    expect(early).toMatchObject({ code: 2 });
    expect(early.out).toContain('SECRET_KEY is one key');
    await begin(at.key);
  });

  test('a backup of before or amid it is restored with both keys, and its end wraps that, too [long]', async () => {
    const [old, amid] = ['old', 'amid'].map((name) =>
      path.join(folder, `${name}-${randomBytes(4).toString('hex')}.backup`),
    ) as [string, string];
    await stop(before.api);
    const both = `${fresh},${at.key}`;
    await owned((sql) => takeBackup(sql, masterKey(at.key), old));
    await migrate({ ownerUrl: at.url, secretKey: both });
    const worker = await running(both, 'worker');
    const ofNew = await onlySecret(worker.sql, worker.master, { tenant: 't1', kind: 'note', make: () => 'again' });
    await owned((sql) => takeBackup(sql, masterKey(both), amid));
    const restore = async (file: string, secretKey: string) => {
      const url = await emptyDatabase();
      await restoreBackup({ file, ownerUrl: url, secretKey, erasures: [], say: () => undefined });
      return url;
    };
    await expect(restore(amid, fresh)).rejects.toThrow(/was being rotated when this backup was taken/);
    await expect(restore(old, fresh)).rejects.toThrow(/is not the one of this backup/);
    for (const file of [old, amid]) {
      const url = await restore(file, both);
      expect((await rotate(url, both)).code).toBe(0);
      const store = await open(url, fresh, 'owner');
      expect(await damagedKeys(store.sql, store.master)).toEqual([]);
      expect(await readSecret(store.sql, store.master, 't1', before.secretId)).toBe('of the provider');
      if (file === amid) expect(await readSecret(store.sql, store.master, 't1', 'note')).toBe(ofNew);
      await store.sql.end();
    }
  }, 120_000);
});
