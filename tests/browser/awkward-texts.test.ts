import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { CampaignView, PartnerView } from '../../api/views.ts';
import { EMOJI, LONG, RIGHT_TO_LEFT, UNBROKEN } from '../support/awkwardTexts.ts';
import { campaignRow, draftCampaign, fromCampaignMenu, sendsOf, setStatus } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
let person: Person;
let page: Page;
let campaign: CampaignView;
let refusing: PartnerView[];

const cut = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
const KINDS = [UNBROKEN, RIGHT_TO_LEFT, EMOJI, LONG];
const isRefusing = ({ bio }: PartnerView): boolean => bio?.startsWith('No partnerships') === true;
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const open = async (path: string, shown: () => Locator) => {
  await page.goto(`${screens.app.url}${path}`);
  await shown().first().waitFor();
};

beforeAll(async () => {
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
  ({ person } = await readyPerson(screens.app, 0));
  await person.ok('PUT', '/api/business-profile', {
    businessName: `Northwind ${UNBROKEN}`.slice(0, 100),
    userFullName: `Sam ${RIGHT_TO_LEFT} ${EMOJI}`,
    jobTitle: 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft',
  });
  const ten = Array.from({ length: 10 }, (_, index) => `${index} ${KINDS[index % 4]?.repeat(4)}`);
  await person.ok('PUT', '/api/business-profile', {
    partnerCriteria: { targetAudience: LONG, exclusions: ten.map((text) => cut(text, 80)) },
    answers: [...ten, ...ten].map((text) => ({ about: 'terms', text: cut(text.repeat(4), 300) })),
  });
  const rows = [...KINDS, ...KINDS].map((text, index) => ({
    ...importedRow(index, text),
    // the first says no to every letter
    bio: `${index === 0 ? 'No partnerships. ' : ''}${text.repeat(3)}`,
    username: `donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamter${index}`,
    email: `donaudampfschifffahrtselektrizitaetenhauptbetriebswerk${index}@gesellschaft-der-freunde-langer-namen.example`,
    industry: 'Health & Wellness',
    engagementRate: 12.5,
    followersCount: 48_203_000,
  }));
  await person.import(rows);
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  // the list has them in any order: all were added at one time
  refusing = partners.filter(isRefusing);
  const others = partners.filter((one) => !isRefusing(one));
  const approved = others.slice(0, 6);
  for (const { id } of refusing) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  for (const { id } of approved) {
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    const tags = KINDS.map((text) => [...text].slice(0, 20).join('').trim());
    await person.ok('PATCH', `/api/partners/${id}/notes`, { note: { text: KINDS.join('\n'), seen: '' } });
    for (const tag of tags) await person.ok('PATCH', `/api/partners/${id}/notes`, { addTag: tag });
  }
  for (const { id } of others.slice(6)) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'rejected' });
  for (const [index, text] of [UNBROKEN, RIGHT_TO_LEFT, EMOJI, LONG].entries())
    await person.ok('PUT', '/api/saved-views', {
      ...{ list: 'approved', name: [...text].slice(0, 40).join('').trim(), query: `minFollowers=${index}` },
    });
  const form = {
    staticSubject: undefined,
    subjectType: 'show_me_you_know_me',
    invitationText: UNBROKEN,
    messagePrompt: UNBROKEN.repeat(3),
  };
  campaign = await draftCampaign(person, UNBROKEN, { partners: approved.slice(0, 5), form });
  await draftCampaign(person, LONG, { partners: approved.slice(1, 3), written: true });
  await draftCampaign(person, RIGHT_TO_LEFT);
  const sends = await sendsOf(person, campaign);
  for (const { id } of sends)
    await person.ok('PATCH', `/api/campaign-sends/${id}`, { subject: UNBROKEN.repeat(2), body: UNBROKEN.repeat(5) });
  const sendNow = (index: number) => person.call('POST', `/api/campaign-sends/${sends[index]?.id}/send-now`);
  await screens.app.fault('sendgrid', 'reject-4xx', 1);
  await sendNow(0);
  await screens.app.fault('sendgrid', '500', 1);
  await sendNow(1);
  await sendNow(2);
  await setStatus(person, campaign, 'active');
  page = await screens.visit('/404', person);
});
afterAll(() => screens?.stop());

describe('no text runs over its neighbors or makes a screen scroll sideways', () => {
  beforeEach(() => page.setViewportSize({ width: 1280, height: 900 }));

  test('the dashboard [long]', async () => {
    await open('/dashboard', () => page.getByRole('list', { name: 'Recent partners' }));
    await page.getByRole('table', { name: 'Newest campaigns' }).waitFor();
    await lookAt(page, 'awkward-dashboard');
  });

  const opened = async (path: string, label: string): Promise<Locator> => {
    const list = page.getByRole('table', { name: label });
    await open(path, () => list.locator('[data-opens]'));
    await list
      .getByText(path === '/approved' ? 'Email found' : 'In campaign', { exact: true })
      .first()
      .waitFor();
    return list;
  };
  const openFirst = async (list: Locator): Promise<void> => {
    await list.locator('[data-row]').first().click();
    await page.getByRole('link', { name: 'Open the timeline' }).waitFor();
    await page.getByText('your file, seen').first().waitFor();
  };

  test('the candidates, with one opened [long]', async () => {
    const list = await opened('/discovery', 'Partners');
    await openFirst(list);
    await lookAt(page, 'awkward-discovery');
    await page.setViewportSize({ width: 1280, height: 900 });
    await button(page, 'Adjust Profile').click();
    await page.getByRole('list', { name: 'Left out' }).waitFor();
    await lookAt(page, 'awkward-adjust-profile');
    await page.keyboard.press('Escape');
  });

  test('the approved partners, with one opened, and their dialogs [long]', async () => {
    const list = await opened('/approved', 'Approved partners');
    await page.getByRole('checkbox', { name: 'Select All Visible' }).click();
    await lookAt(page, 'awkward-approved');
    await button(page, 'Lists').click();
    await page.getByLabel('Save as list').waitFor();
    await lookAt(page, 'awkward-views');
    await page.keyboard.press('Escape');
    await button(page, /^Add to Campaign/).click();
    await page.getByRole('dialog').waitFor();
    await lookAt(page, 'awkward-add-to-campaign');
    await page.keyboard.press('Escape');
    await openFirst(list);
    await lookAt(page, 'awkward-approved-open');
    await button(page, /^Edit Email/)
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await lookAt(page, 'awkward-contact');
    await page.keyboard.press('Escape');
    await button(page, 'Delete Partner').first().click();
    await page.getByRole('alertdialog').waitFor();
    await lookAt(page, 'awkward-delete-partner');
    await page.keyboard.press('Escape');
  });

  test('the campaigns, their dialogs, and a campaign with a text opened [long]', async () => {
    const card = campaignRow(page, UNBROKEN);
    await open('/campaigns', () => card);
    await lookAt(page, 'awkward-campaigns');
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    const closed = async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    };
    await button(campaignRow(page, RIGHT_TO_LEFT), 'Add Partners').click();
    await dialog
      .getByText(/^Also in/)
      .first()
      .waitFor();
    await dialog.getByRole('checkbox', { name: /^Select all/ }).click();
    await lookAt(page, 'awkward-add-partners');
    await closed();
    await fromCampaignMenu(page, LONG, 'Start');
    await dialog.waitFor();
    await lookAt(page, 'awkward-start');
    await closed();
    await fromCampaignMenu(page, UNBROKEN, 'Edit');
    await dialog.waitFor();
    await lookAt(page, 'awkward-campaign-edit');
    await closed();

    const list = page.getByRole('table', { name: 'Messages' });
    await open(`/campaigns/${campaign.id}?tab=messages`, () => list.getByText(UNBROKEN).first());
    await lookAt(page, 'awkward-campaign');
    await list.locator('[data-row]').last().click();
    await page.getByRole('region', { name: /^The message to / }).waitFor();
    await lookAt(page, 'awkward-message');
  });

  test('a text that the AI did not write, in its letter and in the list [long]', async () => {
    const unfit = await draftCampaign(person, 'Unfit', { partners: refusing });
    await person.ok('POST', `/api/campaigns/${unfit.id}/generate-messages`);
    await open(`/campaigns/${unfit.id}?tab=messages`, () => page.getByText('No email', { exact: true }));
    await page.getByRole('table', { name: 'Messages' }).locator('[data-row]').first().click();
    await page.getByRole('region', { name: /^The message to / }).waitFor();
    await lookAt(page, 'awkward-unfit');
    const [send] = await sendsOf(person, unfit);
    await open(`/campaigns/${unfit.id}/review?message=${send?.id}`, () => button(page, 'Write it anyway'));
    await lookAt(page, 'awkward-unfit-letter');
  });

  test('the history, the story of a message, and the settings [long]', async () => {
    await open('/settings/history?kind=message', () => page.getByRole('main').getByRole('listitem'));
    await page.getByRole('main').getByRole('listitem').getByRole('button', { expanded: false }).first().click();
    await lookAt(page, 'awkward-history-open');
    await open('/settings', () => page.getByText('Best,'));
    await lookAt(page, 'awkward-settings');
  });
});
