import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusinessProfileView, PartnerView } from '../../api/views.ts';
import { Person } from '../support/person.ts';
import { choose } from '../support/pickList.ts';
import { keepForLanding, lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const AUDIENCE = 'Trail runners between 25 and 45 in North America who care about durable gear';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const audience = (page: Page) => page.getByRole('textbox', { name: 'Describe your target audience' });
const stepIs = (page: Page, step: number) => page.getByText(`Step ${step} of 3`, { exact: true }).waitFor();
async function fillBusiness(page: Page): Promise<void> {
  await page.getByLabel('Business name', { exact: true }).fill('Northwind Trail Gear');
  await choose(page, 'Industry', 'Fitness');
}

test('the steps look well, with their errors and with their result [long]', async () => {
  const person = await new Person(screens.app.url).signUp('robin@northwind.example');
  const page = await screens.visit('/onboarding', person);
  await button(page, 'Continue').click();
  await page.getByText('Business name is required').waitFor();
  await lookAt(page, 'onboarding-1-errors');
  await fillBusiness(page);
  await button(page, 'Continue').click();
  await stepIs(page, 2);
  await audience(page).fill(AUDIENCE);
  await lookAt(page, 'onboarding-2');
  await button(page, 'Generate Partner Profile').click();
  // without a choice the AI names the platforms that fit
  await page.getByText('LinkedIn, Instagram, YouTube').waitFor();
  await lookAt(page, 'onboarding-3-result');
  await button(page, 'Find Partners').click();
  await page.waitForURL('**/discovery');
  const { preferredPlatforms, partnerCriteria } = await person.ok<BusinessProfileView>('GET', '/api/business-profile');
  expect([preferredPlatforms, partnerCriteria?.platforms?.length]).toEqual([[], 3]);
  await page.context().close();
  if (process.env.SCREENSHOTS) await pictureDiscovery(person);
});

/** The pictures of the landing page: the triage list, some of it decided, and one partner open beside it. */
async function pictureDiscovery(person: Person): Promise<void> {
  const [first, , second, third] = await person.ok<PartnerView[]>('GET', '/api/partners?sort=match');
  for (const { id } of [second, third].flatMap((partner) => partner ?? []))
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  for (const viewport of [
    { width: 1280, height: 760 },
    { width: 375, height: 640 },
  ]) {
    const wide = viewport.width > 1000;
    const address = wide ? `/discovery?partner=${first?.id}` : '/discovery';
    const page = await screens.visit(address, person, { viewport, deviceScaleFactor: 2 });
    await page
      .getByText(first?.name ?? '')
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    await keepForLanding(page, 'discovery');
    await page.context().close();
  }
}
