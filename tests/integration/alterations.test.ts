import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { freezeSending } from '../../db/installation/freeze.ts';
import { compareLists } from '../../db/lists/compare.ts';
import { keepFiles } from '../../db/receive/receivedFiles.ts';
import type { SignedCheckpoint } from '../../db/seal/checkpoint.ts';
import { openCheckpoint } from '../../db/seal/checkpoint.ts';
import { newestSeal } from '../../db/seal/readSeals.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import { ref } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { keepMediaKitIn, kitHash } from '../../db/vault/mediaKit.ts';
import { storeSecret } from '../../db/vault/secrets.ts';
import { checkKit } from '../../events/accounts/mediaKit.ts';
import { saveBusinessStep, uploadMediaKit } from '../../events/accounts/profile.ts';
import { recordMail } from '../../events/conversations/conversation.ts';
import { seeded } from '../faults/seeded.ts';
import { guardAlterations, missedGuards } from '../support/alterations.ts';
import {
  dataAlterations,
  emptyReadModels,
  fillEmptyTables,
  judgeAll,
  kindOf,
  tableOf,
  unusedLines,
} from '../support/dataAlterations.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { randomHistories } from '../support/histories.ts';
import { cause } from '../support/log.ts';
import { tamper } from '../support/tampering.ts';

const KEY = masterKey(TEST_SECRET);
const MAIL = {
  receivedAt: '2026-03-02T10:00:00.000Z',
  source: 'gmail',
  automatic: false,
  truncated: false,
  unparsed: false,
  personal: {
    ...{ from: 'ada@lindqvist.example', fromName: null, subject: 'Kit', text: 'Hello', newPart: 'Hello', html: null },
    ...{ internetMessageId: null, references: [], replyTo: null, copies: [], files: [] },
  },
} as const;
let db: TestDatabase;
let owner: Sql;
let against: SignedCheckpoint;

beforeAll(async () => {
  db = await freshDatabase();
  const store = await db.open('owner');
  owner = store.sql;
  for (let seed = 1; seed <= 9 && (await emptyReadModels(owner)).length > 0; seed += 1)
    await randomHistories(store, ['t1', 't2'], 300, seed);
  for (const tenant of ['t1', 't2']) {
    const content = Buffer.from(`%PDF-1.7 of ${tenant}`);
    const streams = { profile: ref('profile', tenant) };
    const step = { businessName: 'Northwind', industry: 'Fitness' };
    await store.run({ tenant, cause, streams, decide: (now) => ({ profile: saveBusinessStep(now.profile, step) }) });
    const kit = { ...checkKit(content, 'kit.pdf'), hash: kitHash(content) };
    await inTransaction(store, async (tx) => {
      await store.runIn(tx, {
        tenant,
        cause,
        streams,
        decide: (now) => ({ profile: uploadMediaKit(now.profile, kit) }),
      });
      await keepMediaKitIn(tx, store, tenant, kit.hash, content);
    });
    const mail = { messageId: 'c1.b.first', receivedId: 'with-files' };
    const kept = await keepFiles(store, tenant, mail, [content, Buffer.from('notes')]);
    expect(kept).toHaveLength(2);
    await store.run({
      ...{ tenant, cause },
      streams: { conversation: ref('conversation', 'c1.b') },
      decide: (now) => ({
        conversation: recordMail(now.conversation, { ...MAIL, ...mail, kept }, { label: null, asks: [] }),
      }),
    });
  }
  await storeSecret(owner, KEY, 't1', 'gmail', 'a token');
  await storeSecret(owner, KEY, 't2', 'imap', 'a password');
  await sealUpToNow(owner, KEY);
  await freezeSending(owner, 'by_hand', null);
  await fillEmptyTables(owner);
  // so that no verification has to do it
  await compareLists(owner, { repair: true });
  await sealUpToNow(owner, KEY);
  const newest = openCheckpoint((await newestSeal(owner))?.note ?? '');
  if (!newest) throw new Error('Nothing is sealed.');
  against = newest;
}, 300_000);
afterAll(() => db.drop());

/** Alterations that are neither found at their place nor documented. */
const faults = (judged: Awaited<ReturnType<typeof judgeAll>>) =>
  judged
    .filter(({ verdict }) => verdict === 'missed' || verdict === 'unnamed')
    .map(({ table, column, how, verdict, said }) => `${verdict}: ${table} ${column ?? ''} ${how} ${said}`);

test('of all alterations of data a sample is found, or says why it is not', async () => {
  const all = await dataAlterations(owner);
  expect(all.length).toBeGreaterThan(900);
  const sample = await judgeAll(
    owner,
    KEY,
    against,
    all.filter((_, index) => index % 40 === 0),
  );
  expect(faults(sample)).toEqual([]);
  expect(sample.filter(({ verdict }) => verdict === 'named').length).toBeGreaterThan(5);
});

test('all alterations are found, refused or documented [long]', async () => {
  const judged = await judgeAll(owner, KEY, against, await dataAlterations(owner));
  expect(faults(judged)).toEqual([]);
  const guards = await guardAlterations(owner);
  expect(await missedGuards(owner, KEY, guards)).toEqual([]);
  const tampered = await tamper(owner, KEY, against, 240, seeded(42));
  expect(tampered.filter(({ found }) => found === 'missed')).toEqual([]);
  const table = tableOf([
    ...judged.map(({ table: name, verdict }) => ({ kind: kindOf(name), verdict })),
    ...tampered.map(({ found }) => ({ kind: 'Events and seals, with hashes made again', verdict: found })),
    ...guards.map(() => ({
      kind: 'Guards (triggers, policies, rights, functions, indexes)',
      verdict: 'named' as const,
    })),
  ]);
  // for tests/PROOFS.md: then run npm run docs
  if (process.env.ALTERATIONS) writeFileSync('tests/alterations.json', `${JSON.stringify(table, null, 2)}\n`);
  // each line of the list has a reason to be there
  expect(unusedLines(judged)).toEqual([]);
}, 3_000_000);
