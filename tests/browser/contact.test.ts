import { afterAll, beforeAll, expect, test } from 'vitest';
import { hunterRecord, isOptedOut } from '../../worker/sandbox/hunter/knowledge.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { member } from '../support/member.ts';
import { until } from '../support/person.ts';
import { type Screens, startScreens } from '../support/screens.ts';

/** What the contact dialog does with each answer is shown by tests/component/contact.test.tsx. */

let screens: Screens;
beforeAll(async () => {
  // every search outlasts its call
  screens = await startScreens({ waitMs: 200 });
});
afterAll(() => screens?.stop());

const onLinkedin = samplePeople.filter(({ mainPlatform }) => mainPlatform === 'linkedin');

test('a search that outlasts its call is followed to its end, with an address or without', async () => {
  const { person } = await member(screens.app);
  await person.ok('PUT', '/api/business-profile', { businessName: 'Northwind', onboardingSkipped: true });
  // Hunter knows them, and no address came with their record: that would be there at once
  const found = onLinkedin.find((one) => one.email.kind === 'none' && hunterRecord(one)?.guess === false);
  const nobody = onLinkedin.find((one) => one.email.kind === 'none' && !hunterRecord(one) && !isOptedOut(one));
  for (const one of [found, nobody]) {
    await person.call('POST', '/api/partners/ingest-url', { profileUrl: `https://www.linkedin.com/in/${one?.slug}` });
  }
  const all = await until(
    () => person.ok<{ id: string }[]>('GET', '/api/partners'),
    ({ length }) => length === 2,
  );
  for (const { id } of all) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const page = await screens.visit('/approved', person);
  const box = page.getByRole('dialog');
  const find = async (name = ''): Promise<void> => {
    await page.getByRole('button', { name: `Get Email of ${name}` }).click();
    await screens.app.fault('people_data_labs', 'slow', 1, { delayMs: 1_500 });
    await box.getByRole('button', { name: /^Find Email/ }).click();
    await box.getByText('This takes longer than usual. The address appears here when it is found.').waitFor();
  };
  await find(found?.fullName);
  const address = (found && hunterRecord(found)?.email) ?? '';
  await box.getByText(`Email found: ${address}.`).waitFor();
  expect(await box.getByLabel('Email', { exact: true }).inputValue()).toBe(address);
  await box.getByRole('button', { name: 'Done' }).click();
  await find(nobody?.fullName);
  await box.getByText('No email address was found, so no credit was used.').waitFor();
});
