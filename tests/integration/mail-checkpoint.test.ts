import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { witnessStanding } from '../../db/read/health.ts';
import { openCheckpoint } from '../../db/seal/checkpoint.ts';
import { newestSeal } from '../../db/seal/readSeals.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import { forgetOtherWitnesses } from '../../db/seal/witness.ts';
import type { Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import type { SystemMail } from '../../worker/mail/systemMail.ts';
import { mailCheckpoint } from '../../worker/tasks/mailCheckpoint.ts';
import { audit } from '../support/audit.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { changeSetting } from '../support/log.ts';
import { testDeps } from '../support/testDeps.ts';

const KEY = masterKey(TEST_SECRET);
let folder: string;
let db: TestDatabase;
let store: Store;
let owner: Sql;
const mails: SystemMail[] = [];
let status = 202;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-mailed-'));
  db = await freshDatabase();
  store = await db.open('worker');
  owner = (await db.open('owner')).sql;
  for (const [name, value] of Object.entries({ DATABASE_URL: db.url, SECRET_KEY: TEST_SECRET }))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const look = () =>
  mailCheckpoint.handler(
    testDeps({
      store,
      operatorEmail: 'operator@packs.example',
      sendSystemMail: async (mail) => {
        mails.push(mail);
        return { kind: 'status', status, retryAfterSeconds: null };
      },
    }),
    { tenant: '', id: '', correlationId: 'c', causationId: null },
    { lastTry: true, giveUp: false, addJob: () => Promise.reject(new Error('none')), signal: undefined },
  );
const seal = async (value: string) => {
  await store.run(changeSetting('t1', 'a', value));
  await sealUpToNow(owner, KEY);
};
const tomorrow = () => owner`update log.witnesses set seen_at = seen_at - interval '1 day' where key = 'mail'`;

test('the newest checkpoint is mailed once a day, by one of several workers, and again if it did not leave', async () => {
  await seal('first');
  status = 400;
  await look();
  status = 202;
  expect(mails).toHaveLength(1);
  expect((await witnessStanding(store)).mailedAt).toBeNull();
  await Promise.all([look(), look(), look()]);
  await seal('second');
  await look();
  expect(mails).toHaveLength(2);
  await tomorrow();
  await Promise.all([look(), look()]);
  expect(mails).toHaveLength(3);
  // nothing new to prove
  await tomorrow();
  await look();
  expect(mails).toHaveLength(3);
  expect(mails[2]).toMatchObject({
    to: 'operator@packs.example',
    subject: expect.stringMatching(/^Checkpoint of the log of Partner Pilot at /),
  });
  await forgetOtherWitnesses(store.sql, []);
  expect(await witnessStanding(store)).toMatchObject({ asked: 0, current: 0, mailedAt: expect.any(Date) });
});

test('verify takes the email as it is, quoted, wrapped and with the lines of Windows, and no altered one', async () => {
  const text = mails.at(-1)?.text ?? '';
  const newest = await newestSeal(owner);
  expect(text).toContain(newest?.note);
  const file = path.join(folder, 'mail.txt');
  const verified = async (content: string) => {
    writeFileSync(file, content);
    return (await audit('verify', '--quick', '--against', file)).code;
  };
  const quoted = text.replaceAll(/^/gm, '> ');
  for (const form of [text, quoted, quoted.replaceAll('\n', '\r\n'), text.replaceAll(/(— \S+) /g, '$1\n')])
    expect(await verified(form)).toBe(0);
  expect(await verified(text.replace(/\n(\d+)\n/, '\n999\n'))).toBe(3);
  expect(await verified('no checkpoint')).toBe(3);
  const size = openCheckpoint(newest?.note ?? '')?.size ?? 0;
  expect(size).toBeGreaterThan(0);
});
