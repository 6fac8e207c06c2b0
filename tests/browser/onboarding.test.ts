import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusinessProfileView, PartnerView } from '../../api/views.ts';
import { holdRules } from '../support/answers.ts';
import { Person } from '../support/person.ts';
import { choose } from '../support/pickList.ts';
import { keepForLanding, lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const AUDIENCE = 'Trail runners between 25 and 45 in North America who care about durable gear';

const newcomer = () => new Person(screens.app.url).signUp(`nia.${randomBytes(5).toString('hex')}@northwind.example`);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const audience = (page: Page) => page.getByRole('textbox', { name: 'Describe your target audience' });
const stepIs = (page: Page, step: number) => page.getByText(`Step ${step} of 3`, { exact: true }).waitFor();
async function fillBusiness(page: Page): Promise<void> {
  await page.getByLabel('Business name', { exact: true }).fill('Northwind Trail Gear');
  await choose(page, 'Industry', 'Fitness');
}

test('the steps look well, with their errors and with their result', async () => {
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

test('pressed twice while the rules of its form are on their way, a step is sent once; Back and Forward go through the steps', async () => {
  const page = await screens.visit('/settings/security', await newcomer());
  let rules = await holdRules(page);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await page.goto(`${screens.app.url}/onboarding`);
  await fillBusiness(page);
  for (const _ of [1, 2]) await page.getByLabel('Business name', { exact: true }).press('Enter');
  expect(await button(page, 'Continue').getAttribute('aria-busy')).toBe('true');
  rules.release();
  await stepIs(page, 2);
  expect(sent).toEqual(['/api/business-profile']);

  await page.goBack();
  await stepIs(page, 1);
  await page.goForward();
  await stepIs(page, 2);
  rules = await holdRules(page);
  await page.reload();
  await audience(page).fill(AUDIENCE);
  for (const _ of [1, 2]) await button(page, 'Generate Partner Profile').press('Enter');
  rules.release();
  await button(page, 'Find Partners').waitFor();
  expect(sent).toEqual(['/api/business-profile', '/api/partner-profile/generate']);

  await button(page, 'Go Back').or(button(page, 'Back')).first().click();
  await stepIs(page, 2);
  await page.goBack();
  await stepIs(page, 1);
  await page.goBack();
  await page.waitForURL('**/settings/security');
  await page.context().close();
});
