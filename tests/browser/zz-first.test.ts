import { afterAll, beforeAll, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { hold } from '../support/answers.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { choose } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());
const NAMES = [
  'Ada Lindqvist',
  'يوسف منصور',
  '王小明',
  '🏃‍♀️ Runs With Emoji 🏔️',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenverkäufer Maximilian',
  'Li',
  "D'Arcy O’Neil-Featherstonehaugh the Third",
];
const people = (base: PartnerView, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...base,
    outreach: null,
    id: `p${i}`,
    searchId: 's1',
    name: NAMES[i % NAMES.length],
    matchScore: [99, 81, 100, 62, 93, 75, 88][i % 7],
    createdAt: new Date(1e12 + i * 1000).toISOString(),
  }));
const search = (more: object) => ({
  id: 's1',
  status: 'running',
  requested: 10,
  found: 0,
  duplicates: 0,
  complete: false,
  plan: {
    topics: ['trail running', 'ultramarathon training', 'outdoor gear'],
    jobTitles: ['running coach', 'gear reviewer'],
    regions: ['united states', 'canada'],
  },
  sources: [],
  error: null,
  startedAt: new Date().toISOString(),
  finishedAt: null,
  ...more,
});

test('awkward setup', async () => {
  const person = await new Person(screens.app.url).signUp('robin@northwind.example');
  const page = await screens.visit('/onboarding', person);
  await lookAt(page, 'a-1-empty');
  await page
    .getByLabel('Business name', { exact: true })
    .fill('Donaudampfschifffahrtsgesellschaftskapitänsmützenverkaufsgenossenschaft 🧢');
  await choose(page, 'Industry', 'Fitness');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Step 2 of 3').waitFor();
  await page
    .getByRole('textbox', { name: 'Describe your target audience' })
    .fill(
      'عشاق الجري على الطرق الوعرة في Germany, France and the United Kingdom who care about durable gear. '.repeat(3) +
        'x'.repeat(200),
    );
  await page.getByLabel('Additional criteria').fill('No fast fashion. Nobody who has promoted ' + 'y'.repeat(90));
  await page.getByLabel('YouTube').check();
  await page.getByLabel('LinkedIn').check();
  await page.waitForTimeout(300);
  await lookAt(page, 'a-2-typed');
  await page.getByRole('button', { name: 'Generate Partner Profile' }).click();
  await page.getByRole('button', { name: 'Find Partners' }).waitFor();
  await page.waitForTimeout(500);
  await page
    .getByRole('button', { name: 'Close' })
    .click()
    .catch(() => undefined);
  const [base] = (await readyPerson(screens.app, 1)).partners;
  const { held, release } = hold();
  await page.route('**/api/partners/generate', async (route) => {
    await held;
    await route.abort();
  });
  await page.route('**/api/searches/latest', (route) => route.fulfill({ json: search({ found: 7 }) }));
  await page.route('**/api/partners', (route) => route.fulfill({ json: people(base as PartnerView, 7) }));
  await page.getByRole('button', { name: 'Find Partners' }).click();
  await page.reload();
  await page.getByText('7 of 10 found').waitFor();
  await lookAt(page, 'a-3-found');
  release();
  await page.context().close();
});

test('discovery', async () => {
  const {
    person,
    partners: [base],
  } = await readyPerson(screens.app, 1);
  const page = await screens.visit('/404', person);
  await page.route('**/api/searches/latest', (route) => route.fulfill({ json: search({ found: 7 }) }));
  await page.route('**/api/partners', (route) => route.fulfill({ json: people(base as PartnerView, 7) }));
  await page.goto(`${screens.app.url}/discovery`);
  await page.getByText('7 of 10 found').waitFor();
  await lookAt(page, 'b-discovery-found');
  await page.route('**/api/searches/latest', (route) => route.fulfill({ json: search({}) }));
  await page.reload();
  await page.getByText(/^Looking for/).waitFor();
  await lookAt(page, 'b-discovery-searching');
  await page.context().close();
});

test('dashboard', async () => {
  const fresh = await new Person(screens.app.url).signUp('fresh@northwind.example');
  await fresh.ok('POST', '/api/business-profile', { businessName: 'Northwind', industry: 'Fitness' });
  await fresh.ok('PUT', '/api/business-profile', { onboardingSkipped: true });
  const page = await screens.visit('/dashboard', fresh);
  await page.getByText('0 of 5 done').waitFor();
  await lookAt(page, 'c-fresh');
  await page.context().close();
  const { person } = await readyCampaign(screens.app, { partners: 4, texts: 'none' });
  const other = await screens.visit('/dashboard', person);
  await other.getByText(/[1-4] of 5 done/).waitFor();
  await lookAt(other, 'c-middle');
  await other.context().close();
});
