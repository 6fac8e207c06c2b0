import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusinessProfileView, PartnerView } from '../../api/views.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { member } from '../support/member.ts';
import { type Person, until } from '../support/person.ts';
import { choose, pickList } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast, toast } from '../support/toast.ts';

/** What the dialogs do with each answer is shown by tests/component/discovery-dialogs and import-dialog. */

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

async function opened(button: string) {
  const { person } = await member(screens.app);
  await person.ok('PUT', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    preferredPlatforms: ['linkedin', 'instagram'],
    onboardingSkipped: true,
  });
  const page = await screens.visit('/discovery', person);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press(button);
  return { person, page, press, box: page.getByRole('dialog', { name: button }) };
}
const partners = (person: Person) => person.ok<PartnerView[]>('GET', '/api/partners');

test('a LinkedIn profile that no one has is refused; that of a person is added, and not a second time', async () => {
  const { person, page, press, box } = await opened('Add from LinkedIn');
  const [ada] = samplePeople;
  const field = box.getByLabel('LinkedIn profile URL');
  const add = (address: string) => field.fill(address).then(() => field.press('Enter'));
  await add('www.linkedin.com/in/nobody-of-this-name');
  const nobody = 'Unable to generate partner data from this profile: no public profile was found at this address.';
  await toast(page, 'Add Partner Failed', nobody, 'destructive');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await lookAt(page, 'linkedin-dialog-error');
  await add(`https://www.linkedin.com/in/${ada?.slug}`);
  await toast(page, 'Partner Added', `${ada?.fullName} has been added to your list for review.`);
  await box.waitFor({ state: 'hidden' });
  expect((await partners(person)).map(({ name }) => name)).toEqual([ada?.fullName]);
  await press('Add from LinkedIn');
  await add(`https://www.linkedin.com/in/${ada?.slug}/`);
  const twice = 'A partner with this LinkedIn profile already exists.';
  await toast(page, 'Add Partner Failed', twice, 'destructive');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add from LinkedIn');
});

test('the profile is adjusted; Escape closes the open list of industries, not the dialog around it', async () => {
  const { person, page, press, box } = await opened('Adjust Profile');
  await lookAt(page, 'adjust-profile');
  await pickList(box, 'Industry').click();
  await lookAt(page, 'adjust-profile-industries');
  await page.keyboard.press('Escape');
  expect(await box.isVisible()).toBe(true);
  await choose(box, 'Industry', 'E-commerce');
  await box.getByLabel('Target audience').fill('Trail runners in North America');
  await box.getByLabel('Min followers').fill('');
  await box.getByRole('checkbox', { name: 'LinkedIn' }).uncheck();
  await box.getByRole('checkbox', { name: 'YouTube' }).check();
  await box.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, { title: 'Profile Updated', text: 'The next search uses these criteria.' });
  expect(await person.ok<BusinessProfileView>('GET', '/api/business-profile')).toMatchObject({
    industry: 'E-commerce',
    preferredPlatforms: ['youtube'],
    partnerCriteria: { minFollowers: 0, targetAudience: 'Trail runners in North America', platforms: ['youtube'] },
  });
  await press('Adjust Profile');
  expect(await box.getByLabel('Min followers').inputValue()).toBe('0');
});

test('a list is imported from a file, without its bad lines', async () => {
  const { person, page, box } = await opened('Import CSV');
  await lookAt(page, 'import-source');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    box.getByRole('button', { name: 'Download template' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('partners-template.csv');
  expect(readFileSync(await download.path(), 'utf8')).toContain('name,profileUrl,platform');
  const text = [
    'Name,LinkedIn URL,Email,Followers,Bio,Shoe size',
    'Zoë Åström,https://www.linkedin.com/in/zoeruns,zoe@astrom.example,48.2K,"Coach,\nVermont",41',
    'No Address,,,,,',
  ].join('\n');
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
  await box.locator('input[type=file]').setInputFiles(file);
  await box.getByRole('region', { name: 'Lines that cannot be imported' }).waitFor();
  await lookAt(page, 'import-problems');
  await box.getByRole('button', { name: 'Leave out 1 line' }).click();
  await box.getByRole('button', { name: 'Import 1 partner' }).click();
  await toast(page, 'Partners Added', '1 partner added to your list for review.');
  await box.waitFor({ state: 'hidden' });
  const [added] = await until(
    () => partners(person),
    ({ length }) => length === 1,
  );
  expect(added).toMatchObject({
    name: 'Zoë Åström',
    followersCount: 48_200,
    emailStatus: 'email_found',
    bio: 'Coach,\nVermont',
    status: 'pending',
  });
  await page.getByRole('button', { name: /^Zoë Åström/ }).waitFor();
});
