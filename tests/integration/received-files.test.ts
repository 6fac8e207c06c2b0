import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepFiles, listKeptFiles } from '../../db/receive/receivedFiles.ts';
import { ref } from '../../db/store.ts';
import { setLimits } from '../../events/accounts/user.ts';
import { testCause } from '../support/asSent.ts';
import { readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await testApp.stop();
});

async function receiver() {
  const { tenant, userId, partners } = await readyPerson(testApp, 1);
  const conversation = `c.${partners[0]?.id}`;
  /** Answers the mails of which files are kept. */
  const keep = async (receivedId: string, ...files: Buffer[]) => {
    await keepFiles(testApp.api, tenant, { messageId: `${conversation}.1`, receivedId }, files);
    return (await listKeptFiles(testApp.api, tenant, conversation)).map((file) => `${file.receivedId} ${file.number}`);
  };
  return { userId, keep };
}

test('beyond RECEIVED_FILES_GB a mail is taken without its files', async () => {
  const { keep } = await receiver();
  vi.stubEnv('RECEIVED_FILES_GB', '0');
  expect(await keep('one', Buffer.from('kit'))).toEqual([]);
  vi.stubEnv('RECEIVED_FILES_GB', '');
  expect(await keep('two', Buffer.from('kit'))).toEqual(['two 0']);
});

test('a full storage of the workspace keeps what still fits', async () => {
  const { userId, keep } = await receiver();
  await testApp.api.decide({ tenant: 'system', cause: testCause }, ref('user', userId), (user) =>
    setLimits(user, { storage: 1 }),
  );
  expect(await keep('one', Buffer.alloc(700_000), Buffer.alloc(400_000), Buffer.alloc(1_000))).toEqual([
    'one 0',
    'one 2',
  ]);
  expect(await keep('two', Buffer.alloc(400_000))).toEqual(['one 0', 'one 2']);
});
