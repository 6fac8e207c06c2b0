import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, PartnerView } from '../../api/views.ts';
import { draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { escaped } from '../support/escaped.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { choices, choose, chosen, pickList } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  // the usual sending hours, so that an active campaign stays active
  screens = await startScreens({ sendGap: null });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const menuOf = async (page: Page, name: string) => {
  await button(page, `More actions for ${name}`).click();
  return page.getByRole('menu');
};
async function fromMenu(page: Page, name: string, item: string): Promise<void> {
  await (await menuOf(page, name)).getByRole('menuitem', { name: item, exact: true }).click();
}
const broken = (route: Route) => route.fulfill({ status: 500, body: '' });
/** The text that stands beside a field as its error. */
async function errorOf(field: Locator): Promise<string> {
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  const id = await field.getAttribute('aria-describedby');
  return (await field.page().locator(`[id="${id}"]`).textContent()) ?? '';
}
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

describe('with no campaign', () => {
  test("'No campaigns yet', and a button that opens the form", async () => {
    const { person } = await readyPerson(screens.app, 0);
    const page = await screens.visit('/campaigns', person);
    await page.getByRole('heading', { level: 1, name: 'Email Campaigns' }).waitFor();
    await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
    await lookAt(page, 'campaigns-none');
    await button(page, 'Create your first campaign').click();
    await page.getByRole('form', { name: 'New campaign' }).waitFor();
    expect(await page.getByText('No campaigns yet').count()).toBe(0);
    await page.context().close();
  });

  test('while they load a status says so; a list that cannot be loaded is said and asked for again by hand', async () => {
    const { person } = await readyPerson(screens.app, 0);
    const page = await screens.visit('/settings', person);
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/campaigns', async (route) => {
      await asked;
      await broken(route);
    });
    await page.goto(`${screens.app.url}/campaigns`);
    await page.getByRole('status', { name: 'Loading campaigns' }).waitFor();
    answer();
    await page.getByText('Error loading campaigns. Please try again.').waitFor();
    await page.unroute('**/api/campaigns');
    await button(page, 'Try again').click();
    await page.getByText('No campaigns yet').waitFor();
    await page.context().close();
  });
});

describe('the create form', () => {
  let person: Person;
  let page: Page;
  beforeAll(async () => {
    ({ person } = await readyPerson(screens.app, 0));
    page = await screens.visit('/campaigns', person);
    await button(page, 'Create Campaign').click();
  });
  afterAll(() => page?.context().close());
  const name = () => page.getByLabel('Campaign name', { exact: true });
  const prompt = () => page.getByLabel('Message instructions', { exact: true });
  const subject = () => page.getByLabel('Subject', { exact: true });
  const invitation = () => page.getByLabel('Invitation', { exact: true });

  test('Create Campaign toggles it inline, and what was typed is kept', async () => {
    await name().fill('Half typed');
    await button(page, 'Close Form').click();
    await name().waitFor({ state: 'hidden' });
    expect(await button(page, 'Create Campaign').getAttribute('aria-expanded')).toBe('false');
    await button(page, 'Create Campaign').click();
    expect(await name().inputValue()).toBe('Half typed');
    await name().fill('');
  });

  test('it notes that emails go out at random intervals to simulate human timing', async () => {
    await page.getByText(/Emails go out at random intervals to simulate human timing/).waitFor();
  });

  test('the daily limit is a pick list of 1 to 10 emails per day, 5 at first', async () => {
    const limit = pickList(page, 'Daily limit');
    expect(await chosen(limit)).toBe('5 emails per day');
    const words = Array.from({ length: 10 }, (_, index) => `${index + 1} email${index === 0 ? '' : 's'} per day`);
    expect(await choices(limit)).toEqual(words);
  });

  test("empty, it says 'Campaign name is required', 'Message instructions are required' and 'Subject configuration is incomplete' beside the fields, with the focus on the first", async () => {
    await button(page, 'Create Draft').click();
    expect(await errorOf(name())).toBe('Campaign name is required');
    expect(await errorOf(prompt())).toBe('Message instructions are required');
    expect(await errorOf(subject())).toBe('Subject configuration is incomplete');
    await expect.poll(() => isFocused(name())).toBe(true);
    await lookAt(page, 'campaigns-form-errors');
  });

  test("'Show me you know me' requires the invitation: 'Subject configuration is incomplete', with the focus there", async () => {
    await name().fill('Summer socks');
    await prompt().fill('Offer socks.');
    await page.getByRole('radio', { name: 'Show me you know me' }).check();
    await button(page, 'Create Draft').click();
    expect(await errorOf(invitation())).toBe('Subject configuration is incomplete');
    await expect.poll(() => isFocused(invitation())).toBe(true);
    await page.getByRole('radio', { name: 'Static subject' }).check();
    await button(page, 'Create Draft').click();
    expect(await errorOf(subject())).toBe('Subject configuration is incomplete');
    await expect.poll(() => isFocused(subject())).toBe(true);
  });

  test("a failure says the server's words or 'Failed to create campaign', a lost connection that it failed; what was typed stays and nothing is sent again unasked", async () => {
    await subject().fill('Socks for your trails');
    await page.route('**/api/campaigns', (route) =>
      route.request().method() === 'POST' ? broken(route) : route.continue(),
    );
    await button(page, 'Create Draft').click();
    await toast(page, 'Error', 'Failed to create campaign', 'destructive');
    await page.unroute('**/api/campaigns');
    let sent = 0;
    await page.route('**/api/campaigns', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      return route.abort('connectionreset');
    });
    await button(page, 'Create Draft').click();
    await page
      .getByText(/The connection to the server failed/)
      .first()
      .waitFor();
    expect(sent).toBe(1);
    await page.unroute('**/api/campaigns');
    expect([await name().inputValue(), await subject().inputValue(), await prompt().inputValue()]).toEqual([
      'Summer socks',
      'Socks for your trails',
      'Offer socks.',
    ]);
    await page.getByText(/Connection lost/).waitFor({ state: 'hidden' });
    expect(await person.ok<CampaignView[]>('GET', '/api/campaigns')).toEqual([]);
  });

  test("'Campaign Created': a double click creates one draft, sends the field of its subject type only, and the form is gone", async () => {
    await page.getByRole('radio', { name: 'Show me you know me' }).check();
    await invitation().fill('try our new socks');
    await choose(page, 'Daily limit', '7 emails per day');
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await button(page, 'Create Draft').dblclick();
    expect((await posted).postDataJSON()).toEqual({
      sendWindow: null,
      name: 'Summer socks',
      subjectType: 'show_me_you_know_me',
      invitationText: 'try our new socks',
      messagePrompt: 'Offer socks.',
      dailyLimit: 7,
    });
    await toast(page, 'Campaign Created', 'Summer socks is a draft.');
    const card = cardOf(page, 'Summer socks');
    await card.getByText('Draft', { exact: true }).waitFor();
    await name().waitFor({ state: 'hidden' });
    expect(await person.ok<CampaignView[]>('GET', '/api/campaigns')).toHaveLength(1);
    await button(page, 'Create Campaign').click();
    expect(await name().inputValue()).toBe('');
    await button(page, 'Cancel').click();
    expect(await name().count()).toBe(0);
  });
});

describe('a card', () => {
  let person: Person;
  let page: Page;
  const campaigns: Record<string, CampaignView> = {};
  beforeAll(async () => {
    const ready = await readyPerson(screens.app, 4);
    person = ready.person;
    const [first, second, third, fourth] = ready.partners as [PartnerView, PartnerView, PartnerView, PartnerView];
    campaigns.empty = await draftCampaign(person, 'Empty draft', {
      form: {
        subjectType: 'show_me_you_know_me',
        staticSubject: undefined,
        invitationText: 'try our vest',
        dailyLimit: 3,
      },
    });
    campaigns.unwritten = await draftCampaign(person, 'Unwritten draft', { partners: [first, second] });
    campaigns.written = await draftCampaign(person, 'Written draft', { partners: [first, second], written: true });
    campaigns.begun = await draftCampaign(person, 'Begun draft', { partners: [first, second], written: true });
    campaigns.active = await draftCampaign(person, 'Running', { partners: [second, third], written: true });
    campaigns.joined = await draftCampaign(person, 'Joined', { partners: [second], written: true });
    campaigns.paused = await draftCampaign(person, 'Halted', { partners: [third], written: true });
    campaigns.completed = await draftCampaign(person, 'Done', { partners: [fourth], written: true });
    for (const name of ['active', 'joined', 'paused', 'completed'] as const)
      await setStatus(person, campaigns[name] as CampaignView, 'active');
    await setStatus(person, campaigns.paused, 'paused');
    await person.ok('POST', `/api/campaigns/${campaigns.joined.id}/partners`, { partnerIds: [fourth.id] });
    for (const name of ['begun', 'completed'] as const) {
      const [send] = await sendsOf(person, campaigns[name] as CampaignView);
      await person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
    }
    const list = () => person.ok<CampaignView[]>('GET', '/api/campaigns');
    await until(
      list,
      (all) => all.some(({ status }) => status === 'completed') && all.some(({ nextSendAt }) => nextSendAt),
    );
    page = await screens.visit('/campaigns', person);
    await cardOf(page, 'Done').waitFor();
  });
  afterAll(() => page?.context().close());

  test('they stand newest first, and every state looks well', async () => {
    expect(
      await page.getByRole('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    ).toEqual([
      'Done',
      'Halted',
      'Joined',
      'Running',
      'Begun draft',
      'Written draft',
      'Unwritten draft',
      'Empty draft',
    ]);
    await lookAt(page, 'campaigns');
  });

  test.each([
    ['Running', 'Active', 'default'],
    ['Halted', 'Paused', 'secondary'],
    ['Done', 'Completed', 'outline'],
    ['Empty draft', 'Draft', 'secondary'],
  ])('the badge of %s is %s in the variant %s', async (name, label, variant) => {
    const badge = cardOf(page, name).getByText(label, { exact: true });
    expect(await badge.getAttribute('data-variant')).toBe(variant);
    const { backgroundColor, borderStyle } = await badge.evaluate((element) => {
      const look = getComputedStyle(element);
      return { backgroundColor: look.backgroundColor, borderStyle: look.boxShadow };
    });
    // filled, grey, or an outline around nothing
    if (variant === 'outline') expect([backgroundColor, borderStyle !== 'none']).toEqual(['rgba(0, 0, 0, 0)', true]);
    else expect(backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
  });

  test('it shows the subject summary, partner count, daily limit, sent count, response count and the message instructions', async () => {
    const figures = async (name: string) =>
      Object.fromEntries(
        await cardOf(page, name)
          .locator('dl > div')
          .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent ?? ''))),
      );
    expect(await figures('Empty draft')).toEqual({ Partners: '0', 'Daily limit': '3', Sent: '0', Responses: '0' });
    expect(await figures('Done')).toEqual({ Partners: '1', 'Daily limit': '10', Sent: '1', Responses: '0' });
    await cardOf(page, 'Done').getByText('Subject: A vest for your trails').waitFor();
    await cardOf(page, 'Done').getByText('Instructions: Offer a free vest for an honest review.').waitFor();
    await cardOf(page, 'Empty draft')
      .getByText(/Subject: .*try our vest/)
      .waitFor();
  });

  test('a response counts on the card at once', async () => {
    const [send] = await sendsOf(person, campaigns.completed as CampaignView);
    await person.ok('PATCH', `/api/campaign-sends/${send?.id}/status`, { status: 'replied' });
    await cardOf(page, 'Done').locator('dl > div', { hasText: 'Responses' }).getByText('1', { exact: true }).waitFor();
  });

  test('an active one says when its next email leaves; texts that are missing or to be reviewed are counted', async () => {
    const active = await person.ok<CampaignView>('GET', `/api/campaigns/${campaigns.active?.id}`);
    const next = cardOf(page, 'Running').getByText(/^Next email/);
    expect(await next.locator('time').getAttribute('datetime')).toBe(active.nextSendAt);
    await cardOf(page, 'Unwritten draft').getByText('Texts written: 0 of 2').waitFor();
    await cardOf(page, 'Joined')
      .getByText(/Texts written: 1 of 2; nothing is sent before you approve it/)
      .waitFor();
    expect(
      await cardOf(page, 'Written draft')
        .getByText(/Texts written/)
        .count(),
    ).toBe(0);
  });

  const STEPS = ['Add Partners', 'Generate Messages', 'Preview & Edit', 'Start', 'Pause', 'Resume', 'View Campaign'];
  test.each([
    ['Empty draft', ['Add Partners', 'Generate Messages', 'Start'], 'Add Partners', ['Edit', 'Delete']],
    [
      'Unwritten draft',
      ['Add Partners', 'Generate Messages', 'Preview & Edit', 'Start', 'View Campaign'],
      'Generate Messages',
      ['Edit', 'Regenerate Messages', 'Regenerate, edited texts too', 'Delete'],
    ],
    [
      'Written draft',
      ['Add Partners', 'Generate Messages', 'Preview & Edit', 'Start', 'View Campaign'],
      'Start',
      ['Edit', 'Regenerate Messages', 'Regenerate, edited texts too', 'Delete'],
    ],
    ['Begun draft', ['Add Partners', 'Preview & Edit', 'Start', 'View Campaign'], 'Start', ['Edit', 'Delete']],
    ['Running', ['Add Partners', 'Preview & Edit', 'Pause', 'View Campaign'], 'View Campaign', ['Edit', 'Delete']],
    [
      'Joined',
      ['Add Partners', 'Generate Messages', 'Preview & Edit', 'Pause', 'View Campaign'],
      'Generate Messages',
      ['Edit', 'Delete'],
    ],
    ['Halted', ['Add Partners', 'Preview & Edit', 'Resume', 'View Campaign'], 'Resume', ['Edit', 'Delete']],
    ['Done', ['Add Partners', 'Preview & Edit', 'View Campaign'], 'View Campaign', ['Edit', 'Delete']],
  ])(
    '%s offers its steps in order, one of them outstanding, and the rest in its menu',
    async (name, steps, next, rest) => {
      const card = cardOf(page, name);
      const shown = card.getByRole('button').or(card.getByRole('link'));
      const all = await shown.evaluateAll((elements) => elements.map((element) => element.textContent?.trim() ?? ''));
      expect(all.filter((text) => STEPS.includes(text))).toEqual(steps);
      const filled = await shown.evaluateAll((elements) => {
        const of = (element: Element) => getComputedStyle(element).backgroundColor;
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.backgroundColor = 'var(--color-accent)';
        const accent = of(probe);
        probe.remove();
        return elements.filter((element) => of(element) === accent).map((element) => element.textContent?.trim());
      });
      expect(filled).toEqual([next]);
      const menu = await menuOf(page, name);
      expect(await menu.getByRole('menuitem').allTextContents()).toEqual(rest);
      await page.keyboard.press('Escape');
    },
  );

  test('without partners there is nothing to generate yet', async () => {
    expect(await button(cardOf(page, 'Empty draft'), 'Generate Messages').isDisabled()).toBe(true);
  });

  test('View Campaign leads to its page', async () => {
    const link = cardOf(page, 'Done').getByRole('link', { name: 'View Campaign' });
    expect(await link.getAttribute('href')).toBe(`/campaigns/${campaigns.completed?.id}`);
  });

  test('the menu works with the keyboard, and gives the focus back', async () => {
    const trigger = button(page, 'More actions for Halted');
    await trigger.focus();
    await page.keyboard.press('Enter');
    const here = (item: string) =>
      until(
        () => page.getByRole('menuitem', { name: item }).evaluateAll(([found]) => found === document.activeElement),
        (focused) => focused,
      );
    await here('Edit');
    await page.keyboard.press('ArrowDown');
    await here('Delete');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: 'Delete Campaign?' }).waitFor();
    await page.keyboard.press('Escape');
    await until(
      () => isFocused(trigger),
      (focused) => focused,
    );
  });
});

describe('Generate Messages and Regenerate Messages', () => {
  let person: Person;
  let page: Page;
  let campaign: CampaignView;
  beforeAll(async () => {
    const ready = await readyPerson(screens.app, 3);
    person = ready.person;
    campaign = await draftCampaign(person, 'Spring vests', { partners: ready.partners });
    page = await screens.visit('/campaigns', person);
    await cardOf(page, 'Spring vests').waitFor();
  });
  afterAll(() => page?.context().close());

  test("a failure says the server's words or 'Failed to generate messages'", async () => {
    await page.route('**/generate-messages', broken);
    await button(page, 'Generate Messages').click();
    await toast(page, 'Error', 'Failed to generate messages', 'destructive');
    await page.unroute('**/generate-messages');
    await page.route('**/generate-messages', (route) =>
      route.fulfill({ status: 503, json: { error: 'OPENAI_API_KEY is not set. Ask your administrator to add it.' } }),
    );
    await button(page, 'Generate Messages').click();
    await page.getByText('OPENAI_API_KEY is not set. Ask your administrator to add it.').first().waitFor();
    await page.unroute('**/generate-messages');
  });

  test("the progress is counted while they are written, then 'Messages Generated'", async () => {
    await screens.app.fault('openai', 'slow', 3, { seconds: 1 }).catch(() => undefined);
    await button(page, 'Generate Messages').click();
    await page.getByText(/Writing messages: \d of 3/).waitFor();
    expect(await button(page, 'Generate Messages').isDisabled()).toBe(true);
    expect(await button(page, 'Start').isDisabled()).toBe(true);
    await toast(page, 'Messages Generated', '3 messages written.');
    await page.getByText('3 texts to review').waitFor();
  });

  test("with all written: the neutral notice 'No Messages to Generate'", async () => {
    await button(page, 'Generate Messages').click();
    await toast(
      page,
      'No Messages to Generate',
      'All campaign messages have already been generated and are ready to send.',
    );
  });

  test("Regenerate: 'Messages Regenerated', with edited texts kept unless they are included, which is asked", async () => {
    const [first] = await sendsOf(person, campaign);
    await person.ok('PATCH', `/api/campaign-sends/${first?.id}`, { subject: 'By hand', body: 'Written by hand.' });
    await fromMenu(page, 'Spring vests', 'Regenerate Messages');
    await toast(page, 'Messages Regenerated', '2 messages written. 1 edited text kept.');
    expect((await sendsOf(person, campaign))[0]?.body).toBe('Written by hand.');
    await fromMenu(page, 'Spring vests', 'Regenerate, edited texts too');
    const asking = page.getByRole('alertdialog', { name: 'Rewrite edited texts too?' });
    await button(asking, 'Rewrite all').click();
    await page
      .getByText(/^3 messages written\./)
      .first()
      .waitFor();
    await asking.waitFor({ state: 'hidden' });
    expect((await sendsOf(person, campaign))[0]?.body).not.toBe('Written by hand.');
  });

  test("Regenerate's fallback is 'Failed to regenerate messages'", async () => {
    await page.route('**/regenerate-messages', broken);
    await fromMenu(page, 'Spring vests', 'Regenerate Messages');
    await toast(page, 'Error', 'Failed to regenerate messages', 'destructive');
    await page.unroute('**/regenerate-messages');
  });
});

describe('the Add Partners dialog', () => {
  let person: Person;
  let page: Page;
  let partners: PartnerView[];
  const dialog = () => page.getByRole('dialog', { name: 'Add Partners' });
  const box = (name: string) => dialog().getByRole('checkbox', { name: new RegExp(`^${escaped(name)} `) });
  beforeAll(async () => {
    ({ person } = await readyPerson(screens.app, 0));
    const { email: _none, ...unreachable } = importedRow(5, 'Noor Mail');
    const rows = [
      importedRow(1, 'Ada Free'),
      importedRow(2, 'Ben Busy'),
      importedRow(3, 'Cleo Sent'),
      importedRow(4, 'Dana Pending'),
      unreachable,
    ];
    await person.ok('POST', '/api/partners/import', { rows });
    partners = await person.ok<PartnerView[]>('GET', '/api/partners');
    const of = (name: string) => partners.find((partner) => partner.name === name) as PartnerView;
    for (const name of ['Ada Free', 'Ben Busy', 'Cleo Sent', 'Noor Mail'])
      await person.ok('PATCH', `/api/partners/${of(name).id}/status`, { status: 'approved' });
    const busy = await draftCampaign(person, 'Winter caps', { partners: [of('Ben Busy')], written: true });
    await setStatus(person, busy, 'active');
    const sent = await draftCampaign(person, 'Old draft', { partners: [of('Cleo Sent')], written: true });
    const [send] = await sendsOf(person, sent);
    await person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
    await draftCampaign(person, 'Spring vests');
    page = await screens.visit('/campaigns', person);
    await cardOf(page, 'Spring vests').waitFor();
  });
  afterAll(() => page?.context().close());

  test('the partners are fetched only while it is open, and only approved ones with an email are offered', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('available-partners')) asked.push(request.url());
    });
    await page.reload();
    await cardOf(page, 'Spring vests').waitFor();
    expect(asked).toEqual([]);
    await button(cardOf(page, 'Spring vests'), 'Add Partners').click();
    await box('Ada Free').waitFor();
    expect(asked).toHaveLength(1);
    expect(await dialog().getByRole('checkbox').count()).toBe(4);
    expect(
      await dialog()
        .getByText(/Dana Pending|Noor Mail/)
        .count(),
    ).toBe(0);
  });

  test("at least one is needed: 'No Partners Selected'", async () => {
    await button(dialog(), /^Add\s+Partners$/).click();
    await toast(page, 'No Partners Selected', 'Please select at least one partner to add.', 'destructive');
    await dialog().waitFor();
  });

  test('who is in another running campaign, or was written to, carries a warning; choosing them says so', async () => {
    await dialog().getByText('Also in Winter caps').waitFor();
    await dialog()
      .getByText(/^Contacted /)
      .waitFor();
    expect(await dialog().getByRole('status').count()).toBe(0);
    await box('Ben Busy').check();
    await dialog()
      .getByText('1 partner is in another running campaign already (Winter caps) and would get an email from each.')
      .waitFor();
    await lookAt(page, 'campaigns-add-partners');
    await box('Ben Busy').uncheck();
    await dialog()
      .getByText(/would get an email from each/)
      .waitFor({ state: 'hidden' });
  });

  test("a failure says 'Failed to add partners to campaign' and keeps the choice", async () => {
    await dialog().getByLabel('Select all 3').check();
    await page.route('**/partners', (route) =>
      route.request().method() === 'POST' ? broken(route) : route.continue(),
    );
    await button(dialog(), /^Add 3 Partners$/).click();
    await toast(page, 'Error', 'Failed to add partners to campaign', 'destructive');
    await page.unroute('**/partners');
    expect(await box('Cleo Sent').isChecked()).toBe(true);
  });

  test("'Partners Added' with the true count; who could not join is named with the reason", async () => {
    const ben = partners.find(({ name }) => name === 'Ben Busy');
    // another window rejects one while this one asks: had it done so before, the dialog would know
    await page.route('**/api/campaigns/*/partners', async (route) => {
      await person.ok('PATCH', `/api/partners/${ben?.id}/status`, { status: 'rejected' });
      await route.continue();
    });
    await button(dialog(), /^Add 3 Partners$/).click();
    await toast(page, 'Partners Added', '2 partners added to Spring vests. 1 left out: not approved.');
    await page.unroute('**/api/campaigns/*/partners');
    await dialog().waitFor({ state: 'hidden' });
    await cardOf(page, 'Spring vests')
      .locator('dl > div', { hasText: 'Partners' })
      .getByText('2', { exact: true })
      .waitFor();
  });

  test('with nobody left it says so and leads to the approved partners', async () => {
    await button(cardOf(page, 'Spring vests'), 'Add Partners').click();
    await dialog()
      .getByText(/^No partners to add/)
      .waitFor();
    expect(await dialog().getByRole('link', { name: 'Go to Approved Partners' }).getAttribute('href')).toBe(
      '/approved',
    );
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });
});

describe('the Edit dialog', () => {
  let person: Person;
  let page: Page;
  let campaign: CampaignView;
  const dialog = () => page.getByRole('dialog', { name: 'Edit Campaign' });
  beforeAll(async () => {
    ({ person } = await readyPerson(screens.app, 0));
    campaign = await draftCampaign(person, 'Spring vests');
    page = await screens.visit('/campaigns', person);
    await fromMenu(page, 'Spring vests', 'Edit');
    await dialog().waitFor();
  });
  afterAll(() => page?.context().close());

  test("it holds the campaign as it is; the name is required: 'Campaign name is required'", async () => {
    const name = dialog().getByLabel('Campaign name', { exact: true });
    expect(await name.inputValue()).toBe('Spring vests');
    expect(await dialog().getByLabel('Subject', { exact: true }).inputValue()).toBe('A vest for your trails');
    expect(await chosen(pickList(dialog(), 'Daily limit'))).toBe('10 emails per day');
    await name.fill('  ');
    await button(dialog(), 'Save Changes').click();
    expect(await errorOf(name)).toBe('Campaign name is required');
    await expect.poll(() => isFocused(name)).toBe(true);
    await lookAt(page, 'campaigns-edit');
    await name.fill('Autumn vests');
  });

  test("a failure says 'Failed to update campaign. Please try again.' and keeps what was typed", async () => {
    await page.route('**/api/campaigns/*', (route) =>
      route.request().method() === 'PATCH' ? broken(route) : route.continue(),
    );
    await button(dialog(), 'Save Changes').click();
    await toast(page, 'Error', 'Failed to update campaign. Please try again.', 'destructive');
    await page.unroute('**/api/campaigns/*');
    expect(await dialog().getByLabel('Campaign name', { exact: true }).inputValue()).toBe('Autumn vests');
  });

  test("message instructions are optional and the unused subject field is dropped: 'Campaign Updated'", async () => {
    await dialog().getByRole('radio', { name: 'Show me you know me' }).check();
    await dialog().getByLabel('Invitation', { exact: true }).fill('try our vest');
    await dialog().getByLabel('Message instructions (optional)').fill('');
    const patched = page.waitForRequest((request) => request.method() === 'PATCH');
    await button(dialog(), 'Save Changes').click();
    expect((await patched).postDataJSON()).toEqual({
      sendWindow: null,
      name: 'Autumn vests',
      subjectType: 'show_me_you_know_me',
      invitationText: 'try our vest',
      dailyLimit: 10,
    });
    await toast(page, 'Campaign Updated');
    await dialog().waitFor({ state: 'hidden' });
    await cardOf(page, 'Autumn vests').getByText('Instructions: Offer a free vest for an honest review.').waitFor();
    await fromMenu(page, 'Autumn vests', 'Edit');
    await dialog().getByRole('radio', { name: 'Static subject' }).check();
    await dialog().getByLabel('Subject', { exact: true }).fill('Hello');
    const again = page.waitForRequest((request) => request.method() === 'PATCH');
    await button(dialog(), 'Save Changes').click();
    expect(Object.keys((await again).postDataJSON()).sort()).toEqual([
      'dailyLimit',
      'messagePrompt',
      'name',
      'sendWindow',
      'staticSubject',
      'subjectType',
    ]);
    await dialog().waitFor({ state: 'hidden' });
  });

  test('what is typed while it is being saved stays, and the dialog with it', async () => {
    await fromMenu(page, 'Autumn vests', 'Edit');
    let save: () => void = () => undefined;
    const saving = new Promise<void>((resolve) => {
      save = resolve;
    });
    await page.route('**/api/campaigns/*', async (route) => {
      if (route.request().method() === 'PATCH') await saving;
      await route.continue();
    });
    const name = dialog().getByLabel('Campaign name', { exact: true });
    await name.fill('Winter vests');
    await button(dialog(), 'Save Changes').click();
    await name.fill('Winter vests and hats');
    save();
    await toast(page, 'Campaign Updated');
    expect((await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).name).toBe('Winter vests');
    expect(await name.inputValue()).toBe('Winter vests and hats');
    await page.unroute('**/api/campaigns/*');
    await button(dialog(), 'Save Changes').click();
    await cardOf(page, 'Winter vests and hats').waitFor();
    await dialog().waitFor({ state: 'hidden' });
  });

  test("the server holds the daily limit: 'Daily limit must be between 1-10'", async () => {
    for (const dailyLimit of [0, 11, 2.5]) {
      const refused = await person.call<{ error: string }>('PATCH', `/api/campaigns/${campaign.id}`, { dailyLimit });
      expect([refused.status, refused.body.error]).toEqual([400, 'Daily limit must be between 1-10']);
    }
  });
});

test("Delete asks first; a failure says 'Failed to delete campaign'; then 'Campaign Deleted'", async () => {
  const { person } = await readyPerson(screens.app, 0);
  await draftCampaign(person, 'Spring vests');
  const page = await screens.visit('/campaigns', person);
  await fromMenu(page, 'Spring vests', 'Delete');
  const asking = page.getByRole('alertdialog', { name: 'Delete Campaign?' });
  await asking.getByText(/Are you sure you want to delete Spring vests\?/).waitFor();
  await button(asking, 'Cancel').click();
  await asking.waitFor({ state: 'hidden' });
  expect(await person.ok<CampaignView[]>('GET', '/api/campaigns')).toHaveLength(1);
  await fromMenu(page, 'Spring vests', 'Delete');
  await page.route('**/api/campaigns/*', (route) =>
    route.request().method() === 'DELETE' ? broken(route) : route.continue(),
  );
  await button(asking, 'Delete Campaign').click();
  await toast(page, 'Error', 'Failed to delete campaign', 'destructive');
  await page.unroute('**/api/campaigns/*');
  await button(asking, 'Delete Campaign').click();
  await toast(page, 'Campaign Deleted');
  await page.getByText('No campaigns yet').waitFor();
  await page.context().close();
});

test('over 100 campaigns, and over 100 partners to add, only those near the window are in the page', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const campaign = await draftCampaign(person, 'Campaign 1');
  const page = await screens.visit('/settings', person);
  const many = Array.from({ length: 130 }, (_, index) => ({
    ...campaign,
    id: index === 0 ? campaign.id : `c${index}`,
    name: `Campaign ${index + 1}`,
    createdAt: new Date(Date.parse(campaign.createdAt) - index * 60_000).toISOString(),
  }));
  await page.route('**/api/campaigns', (route) => route.fulfill({ json: many }));
  await page.goto(`${screens.app.url}/campaigns`);
  await cardOf(page, 'Campaign 1').waitFor();
  expect(await page.getByRole('article').count()).toBeLessThan(40);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.keyboard.press('End');
  await cardOf(page, 'Campaign 130').waitFor();
  expect(await cardOf(page, 'Campaign 1').count()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 0));

  await person.ok('POST', '/api/partners/import', { rows: [importedRow(1)] });
  const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
  const people = Array.from({ length: 130 }, (_, index) => ({
    ...partner,
    id: `p${index}`,
    name: `Person ${index + 1}`,
    contactedAt: null,
    repliedAt: null,
    otherCampaigns: [],
  }));
  await page.route('**/available-partners', (route) => route.fulfill({ json: people }));
  await button(cardOf(page, 'Campaign 1'), 'Add Partners').click();
  const dialog = page.getByRole('dialog', { name: 'Add Partners' });
  await dialog.getByText('Person 1', { exact: true }).waitFor();
  expect(await dialog.getByRole('checkbox').count()).toBeLessThan(60);
  await dialog.getByLabel('Select all 130').check();
  await button(dialog, 'Add 130 Partners').waitFor();
  await dialog.getByLabel('Search available partners').fill('person 130');
  await dialog.getByText('Person 130', { exact: true }).waitFor();
  await page.context().close();
});
