import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusinessProfileView, PartnerView } from '../../api/views.ts';
import { EMOJI, RIGHT_TO_LEFT, UNBROKEN } from '../support/awkwardTexts.ts';
import { member } from '../support/member.ts';
import { readyPerson } from '../support/outreach.ts';
import { choose, pickList } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast, toast } from '../support/toast.ts';

/** tests/component/discovery-dialogs and import-dialog show what the dialogs do with each answer. */

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

test('a list is imported from a file without its bad lines, and the profile is adjusted [long]', async () => {
  const { person } = await member(screens.app);
  await person.ok('PUT', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    preferredPlatforms: ['linkedin', 'instagram'],
    onboardingSkipped: true,
  });
  const page = await screens.visit('/discovery', person);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Import CSV');
  const box = page.getByRole('dialog', { name: 'Import CSV' });
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
    `${UNBROKEN},https://www.instagram.com/p/Caaa/,,,${UNBROKEN},x`,
    `${RIGHT_TO_LEFT} ${EMOJI},https://www.linkedin.com/in/zoeruns/details/skills,${UNBROKEN},10K-50K,${RIGHT_TO_LEFT},x`,
  ].join('\n');
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await box.locator('input[type=file]').setInputFiles(file);
  await box.getByRole('region', { name: 'Lines that cannot be imported' }).waitFor();
  await lookAt(page, 'import-problems');
  let send = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/api/partners/import', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await box.getByRole('button', { name: 'Import 1 partner' }).click();
  await box.getByRole('progressbar', { name: 'Sending the list' }).waitFor();
  await lookAt(page, 'import-progress');
  send();
  await toast(
    page,
    'Partners Added',
    '1 partner added to your list for review. 1 row repeats a person in the list. 2 rows were not imported.',
  );
  await box.getByText('Line 4: ').waitFor();
  await lookAt(page, 'import-result');
  await box.getByRole('button', { name: 'Done' }).click();
  await box.waitFor({ state: 'hidden' });
  expect(await person.ok<PartnerView[]>('GET', '/api/partners')).toMatchObject([
    {
      name: 'Zoë Åström',
      followersCount: 48_200,
      emailStatus: 'email_found',
      bio: 'Coach,\nVermont',
      status: 'pending',
    },
  ]);
  await page.getByRole('button', { name: /^Zoë Åström/ }).waitFor();

  await press('Adjust Profile');
  const profile = page.getByRole('dialog', { name: 'Adjust Profile' });
  await pickList(profile, 'Industry').click();
  await lookAt(page, 'adjust-profile-industries');
  // it closes the open list, not the dialog around it
  await page.keyboard.press('Escape');
  expect(await profile.isVisible()).toBe(true);
  await choose(profile, 'Industry', 'E-commerce');
  await profile.getByLabel('Target audience').fill('Trail runners in North America');
  await profile.getByLabel('Min followers').fill('');
  await profile.getByRole('checkbox', { name: 'LinkedIn' }).uncheck();
  await profile.getByRole('checkbox', { name: 'YouTube' }).check();
  await profile.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, {
    title: 'Profile Updated',
    text: 'Your partners are scored again, and the next search uses it.',
  });
  expect(await person.ok<BusinessProfileView>('GET', '/api/business-profile')).toMatchObject({
    industry: 'E-commerce',
    preferredPlatforms: ['youtube'],
    partnerCriteria: { minFollowers: 0, targetAudience: 'Trail runners in North America', platforms: ['youtube'] },
  });
  await page.context().close();
});

test('the second press of a double click, which falls beside the dialog that it opened, does not close it', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/api/health', person);
  await page.clock.install();
  await page.goto(`${screens.app.url}/discovery`);
  const box = await page.getByRole('button', { name: 'Import CSV', exact: true }).boundingBox();
  // the machine's own time does not count
  await page.clock.pauseAt(Date.now() + 60_000);
  const press = () => page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  await press();
  const opened = async () => {
    await page.clock.runFor(20);
    return dialog.count();
  };
  await expect.poll(opened).toBe(1);
  await press();
  expect(await dialog.count()).toBe(1);
  await page.clock.runFor(600);
  await press();
  await page.clock.resume();
  await dialog.waitFor({ state: 'hidden' });
});
