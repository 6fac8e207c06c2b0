import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepFiles, listKeptFiles } from '../../db/receive/receivedFiles.ts';
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

test('beyond RECEIVED_FILES_GB a mail is taken without its files', async () => {
  const { tenant, partners } = await readyPerson(testApp, 1);
  const conversation = `c.${partners[0]?.id}`;
  const keep = async (receivedId: string) => {
    await keepFiles(testApp.api, tenant, { messageId: `${conversation}.1`, receivedId }, [Buffer.from('kit')]);
    return (await listKeptFiles(testApp.api, tenant, conversation)).map((file) => file.receivedId);
  };
  vi.stubEnv('RECEIVED_FILES_GB', '0');
  expect(await keep('one')).toEqual([]);
  vi.stubEnv('RECEIVED_FILES_GB', '');
  expect(await keep('two')).toEqual(['two']);
});
