import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  // the usual sending hours, so that an active campaign stays active; Send Now does not wait for them
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const asking = (page: Page) => page.getByRole('alertdialog');
const broken = (route: Route) => route.fulfill({ status: 500, body: '' });
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Messages' }).locator('li', { hasText: name });
const mailsTo = async (address: string) => (await screens.app.outbox()).filter(({ to }) => to === address);
/** The cards of numbers, in their order. */
const figures = async (page: Page) =>
  Object.fromEntries(
    await page
      .locator('dl[aria-label=Counts] > div')
      .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent ?? ''))),
  );

describe('the page of a campaign', () => {
  let person: Person;
  let page: Page;
  let campaign: CampaignView;
  let sends: Record<string, SendView>;
  beforeAll(async () => {
    ({ person } = await readyPerson(screens.app, 0));
    const rows = ['Pia Pending', 'Una Unwritten', 'Fay Failed', 'Uma Unknown', 'Sue Sent', 'Ria Replied'].map(
      (name, index) => ({
        ...importedRow(index, name),
        username: name.split(' ')[0]?.toLowerCase(),
        industry: 'Fitness',
        followersCount: 48_203,
      }),
    );
    await person.ok('POST', '/api/partners/import', { rows });
    const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
    for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    campaign = await draftCampaign(person, 'Spring vests', { partners });
    sends = Object.fromEntries((await sendsOf(person, campaign)).map((send) => [send.partner.name, send]));
    for (const name of Object.keys(sends).filter((name) => name !== 'Una Unwritten'))
      await person.ok('PATCH', `/api/campaign-sends/${sends[name]?.id}`, {
        subject: `A vest for ${name}`,
        body: 'Look.',
      });
    const sendNow = (name: string) => person.call('POST', `/api/campaign-sends/${sends[name]?.id}/send-now`);
    await screens.app.fault('sendgrid', 'reject-4xx', 1);
    await sendNow('Fay Failed');
    await screens.app.fault('sendgrid', '500', 1);
    await sendNow('Uma Unknown');
    await sendNow('Sue Sent');
    await sendNow('Ria Replied');
    await person.ok('PATCH', `/api/campaign-sends/${sends['Ria Replied']?.id}/status`, { status: 'replied' });
    sends = Object.fromEntries((await sendsOf(person, campaign)).map((send) => [send.partner.name, send]));
    page = await screens.visit(`/campaigns/${campaign.id}`, person);
    await rowOf(page, 'Pia Pending').waitFor();
  });
  afterAll(() => page?.context().close());

  test('its header holds the name, the total message count, the status badge and a back link', async () => {
    const title = page.getByRole('heading', { level: 1 });
    expect(await title.textContent()).toBe('Spring vestsDraft');
    expect(await title.getByText('Draft', { exact: true }).getAttribute('data-variant')).toBe('secondary');
    await page.getByText('6 messages', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Back to Campaigns' }).getAttribute('href')).toBe('/campaigns');
    expect(await page.title()).toContain('Spring vests');
    await lookAt(page, 'campaign');
  });

  test('five count cards: Sent, Replied, Pending, Failed, Daily Limit; and one for unknown outcomes while there are any', async () => {
    expect(await figures(page)).toEqual({
      Sent: '2',
      Replied: '1',
      Pending: '2',
      Failed: '1',
      Unknown: '1',
      'Daily Limit': '10',
    });
    expect(Object.keys(await figures(page))).toEqual([
      'Sent',
      'Replied',
      'Pending',
      'Failed',
      'Unknown',
      'Daily Limit',
    ]);
  });

  test('a message shows avatar, name, match score percent, follower count, recipient email, username, industry and subject', async () => {
    const row = rowOf(page, 'Pia Pending');
    const { recipientEmail, partner } = sends['Pia Pending'] as SendView;
    await row.getByText('PP', { exact: true }).waitFor();
    const text = (await row.textContent()) ?? '';
    for (const shown of [
      'Pia Pending',
      `${partner.matchScore}% match`,
      '48.2K followers',
      recipientEmail,
      '@pia',
      'Fitness',
    ])
      expect(text).toContain(shown);
    expect(text).toContain('A vest for Pia Pending');
    await row.getByText('A vest for Pia Pending').click();
    await row.getByText('Look.', { exact: true }).waitFor();
    await rowOf(page, 'Una Unwritten').getByText('Not written yet').waitFor();
  });

  test('a sent one shows when it was sent, a failed one its error text, an unknown one that its fate is not known', async () => {
    const when = rowOf(page, 'Sue Sent').locator('time');
    expect(await when.getAttribute('datetime')).toBe(sends['Sue Sent']?.sentAt);
    expect(await when.textContent()).toMatch(/\d/);
    expect(sends['Fay Failed']?.errorMessage).toMatch(/^SendGrid answered 400/);
    await rowOf(page, 'Fay Failed').getByText(`${sends['Fay Failed']?.errorMessage}`).waitFor();
    await rowOf(page, 'Uma Unknown').getByText('We could not confirm whether this left').waitFor();
    for (const [name, badge] of [
      ['Sue Sent', 'Sent'],
      ['Ria Replied', 'Replied'],
      ['Fay Failed', 'Failed'],
      ['Pia Pending', 'Pending'],
    ] as const)
      await rowOf(page, name).getByText(badge, { exact: true }).first().waitFor();
  });

  test('only pending messages get Send Now, only sent ones Mark as Replied, failed ones Edit and Send again; without a text there is nothing to send', async () => {
    const all = await page
      .getByRole('list', { name: 'Messages' })
      .getByRole('button')
      .evaluateAll((found) => found.map((one) => one.getAttribute('aria-label')));
    expect(all.sort()).toEqual([
      'Edit the message to Fay Failed',
      'Mark as Replied: Sue Sent',
      'Mark as sent: Uma Unknown',
      'Send Now to Pia Pending',
      'Send Now to Una Unwritten',
      'Send again to Fay Failed',
      'Send again to Uma Unknown',
    ]);
    expect(await button(page, 'Send Now to Una Unwritten').isDisabled()).toBe(true);
  });

  test('Send Now asks first, and Cancel sends nothing', async () => {
    const to = sends['Pia Pending']?.recipientEmail ?? '';
    await button(page, 'Send Now to Pia Pending').click();
    await asking(page)
      .getByText(new RegExp(`goes to Pia Pending at ${to} at once`))
      .waitFor();
    await button(asking(page), 'Cancel').click();
    await asking(page).waitFor({ state: 'hidden' });
    expect(await mailsTo(to)).toEqual([]);
  });

  test("a refusal says 'Send Failed' with the server's message or 'Failed to send email'", async () => {
    await page.route('**/send-now', (route) =>
      route.fulfill({
        status: 429,
        json: { error: 'The daily limit of 10 for this campaign is used up. Send the rest tomorrow.' },
      }),
    );
    await button(page, 'Send Now to Pia Pending').click();
    await button(asking(page), 'Send Now').click();
    await toast(
      page,
      'Send Failed',
      'The daily limit of 10 for this campaign is used up. Send the rest tomorrow.',
      'destructive',
    );
    await asking(page).waitFor({ state: 'hidden' });
    await page.unroute('**/send-now');
    await page.route('**/send-now', (route) => route.fulfill({ status: 422, body: '' }));
    await button(page, 'Send Now to Pia Pending').click();
    await button(asking(page), 'Send Now').click();
    await page.getByText('Failed to send email', { exact: true }).first().waitFor();
    await page.unroute('**/send-now');
    await asking(page).waitFor({ state: 'hidden' });
  });

  test("without an answer the dialog stays and says that it may have been sent; pressed again it is sent once: 'Email Sent'", async () => {
    const to = sends['Pia Pending']?.recipientEmail ?? '';
    await page.route('**/send-now', (route) => route.abort('connectionreset'));
    await button(page, 'Send Now to Pia Pending').click();
    await button(asking(page), 'Send Now').click();
    await asking(page)
      .getByText(/so it may have been sent/)
      .waitFor();
    await page.unroute('**/send-now');
    await button(asking(page), 'Send Now').dblclick();
    await toast(page, 'Email Sent', `Sent to ${to}.`);
    await asking(page).waitFor({ state: 'hidden' });
    await rowOf(page, 'Pia Pending').getByText('Sent', { exact: true }).waitFor();
    expect(await mailsTo(to)).toHaveLength(1);
  });

  test('an answer that is lost after the email has left is made good by the live status, and nothing is sent twice', async () => {
    const { id, recipientEmail } = sends['Una Unwritten'] as SendView;
    await person.ok('PATCH', `/api/campaign-sends/${id}`, { subject: 'Hello Una', body: 'Look.' });
    await rowOf(page, 'Una Unwritten').getByText('Hello Una').waitFor();
    await page.route('**/send-now', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(page, 'Send Now to Una Unwritten').click();
    await button(asking(page), 'Send Now').click();
    await rowOf(page, 'Una Unwritten').getByText('Sent', { exact: true }).waitFor();
    // the handler may still wait for its answer
    await page.unrouteAll({ behavior: 'wait' });
    expect(await mailsTo(recipientEmail ?? '')).toHaveLength(1);
    await until(
      () => figures(page),
      (now) => now.Sent === '4' && now.Pending === '0',
    );
  });

  test("Mark as Replied: a failure says 'Failed to update message status. Please try again.', then 'Status Updated' and the count moves", async () => {
    await page.route('**/campaign-sends/*/status', broken);
    await button(page, 'Mark as Replied: Sue Sent').click();
    await toast(page, 'Error', 'Failed to update message status. Please try again.', 'destructive');
    await page.unroute('**/campaign-sends/*/status');
    await button(page, 'Mark as Replied: Sue Sent').click();
    await toast(page, 'Status Updated');
    await rowOf(page, 'Sue Sent').getByText('Replied', { exact: true }).waitFor();
    await until(
      () => figures(page),
      (now) => now.Replied === '2' && now.Sent === '4',
    );
  });

  test("a message that was sent again has a row of its own with the badge 'Sent again'", async () => {
    await person.ok('POST', `/api/campaign-sends/${sends['Ria Replied']?.id}/resend`);
    const again = rowOf(page, 'Ria Replied').filter({ hasText: 'Sent again' });
    await again.getByText('Sent', { exact: true }).waitFor();
    expect(await rowOf(page, 'Ria Replied').count()).toBe(2);
    expect(await page.getByText('Sent again', { exact: true }).count()).toBe(1);
  });

  test('a failed message is edited and sent again from its row, and the new one stands for it', async () => {
    const failed = rowOf(page, 'Fay Failed');
    await failed.getByRole('button', { name: 'Edit the message to Fay Failed' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview & Edit' });
    await preview.getByText(/^To Fay Failed/).waitFor();
    await preview.getByLabel('Subject', { exact: true }).fill('Another subject');
    await button(preview, 'Save Changes').click();
    await toast(page, 'Message Updated');
    await button(preview, 'Close').click();
    await button(failed, 'Send again to Fay Failed').click();
    await asking(page).getByText('did not get it', { exact: false }).waitFor();
    await button(asking(page), 'Send again').click();
    await toast(page, 'Email Sent');
    await failed.getByText('Sent', { exact: true }).waitFor();
    expect(await failed.count()).toBe(1);
    await failed.getByText('Another subject').waitFor();
    await until(
      () => figures(page),
      (now) => now.Failed === '0',
    );
    expect(await page.getByText('1 message failed').count()).toBe(0);
  });

  test('messages that cannot be loaded are said, and asked for again by hand', async () => {
    await page.route('**/sends', broken);
    await page.reload();
    await page.getByText('Error loading messages. Please try again.').waitFor();
    await page.unroute('**/sends');
    await button(page, 'Try again').click();
    await rowOf(page, 'Sue Sent').waitFor();
  });
});

describe('Start, Pause and Resume', () => {
  let person: Person;
  let page: Page;
  let campaign: CampaignView;
  const badge = (label: string) => page.getByRole('heading', { level: 1 }).getByText(label, { exact: true });
  const fact = async (name: string) =>
    (await asking(page).locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]').textContent()) ?? '';
  beforeAll(async () => {
    const ready = await readyPerson(screens.app, 3);
    person = ready.person;
    campaign = await draftCampaign(person, 'Spring vests', { partners: ready.partners, form: { dailyLimit: 2 } });
    page = await screens.visit(`/campaigns/${campaign.id}`, person);
    await badge('Draft').waitFor();
  });
  afterAll(() => page?.context().close());

  test('Start says what is missing before anything happens: texts', async () => {
    expect(Object.keys(await figures(page))).toEqual(['Sent', 'Replied', 'Pending', 'Failed', 'Daily Limit']);
    await button(page, 'Start').click();
    await asking(page).getByText('3 messages have no text yet. Generate messages first.').waitFor();
    expect(await button(asking(page), 'Start').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
    await rowOf(page, 'Ada').first().getByText('Ready for review').waitFor();
  });

  test('or a mailbox, with the way to Settings', async () => {
    await page.route('**/start-preview', (route) =>
      route.fulfill({
        json: {
          problem: { text: 'Choose an email provider in Settings before sending.', where: 'settings' },
          messages: 3,
          reviewCount: 3,
          from: null,
          dailyLimit: 2,
          first: null,
        },
      }),
    );
    await button(page, 'Start').click();
    await asking(page).getByText('Choose an email provider in Settings before sending.').waitFor();
    expect(await asking(page).getByRole('link', { name: 'Open Settings' }).getAttribute('href')).toBe('/settings');
    await page.unroute('**/start-preview');
    await page.keyboard.press('Escape');
    const other = await readyPerson(screens.app, 0);
    const empty = await draftCampaign(other.person, 'Empty');
    const preview = await other.person.ok<{ problem: { text: string } }>(
      'GET',
      `/api/campaigns/${empty.id}/start-preview`,
    );
    expect(preview.problem.text).toBe('Add partners to the campaign before starting it.');
  });

  test('it asks once: how many emails, from which address, when the first one leaves, and what it approves', async () => {
    await button(page, 'Start').click();
    await asking(page).getByText('To send').waitFor();
    expect(await fact('To send')).toBe('3 emails, at most 2 a day');
    expect(await fact('From')).toBe('sam@northwind.example');
    expect(await fact('First email')).toMatch(
      /^(today|on \w+day, \w+ \d+,) between \d\d:\d\d [AP]M and \d\d:\d\d [AP]M \(UTC\)$/,
    );
    await asking(page).getByText('This approves the 3 texts that you have not approved yet.').waitFor();
    await lookAt(page, 'campaign-start');
    await button(asking(page), 'Cancel').click();
    await asking(page).waitFor({ state: 'hidden' });
    expect((await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).status).toBe('draft');
  });

  test("a failure says 'Failed to update campaign status', and the dialog stays", async () => {
    await page.route('**/status', broken);
    await button(page, 'Start').click();
    await button(asking(page), 'Start').click();
    await toast(page, 'Error', 'Failed to update campaign status', 'destructive');
    await asking(page).waitFor();
    await page.unroute('**/status');
  });

  test("confirmed, the draft becomes active, 'Status Updated', with the time of its next email; the focus is on Pause", async () => {
    await button(asking(page), 'Start').dblclick();
    await toast(page, 'Status Updated', 'The campaign is active.');
    await badge('Active').waitFor();
    const active = await until(
      () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
      ({ nextSendAt }) => nextSendAt !== null,
    );
    const next = page.getByText(/^Next email/).locator('time');
    await next.waitFor();
    await until(
      () => next.getAttribute('datetime'),
      (at) => at === active.nextSendAt,
    );
    await until(
      () => rowOf(page, 'Ada').getByText('Scheduled').count(),
      (count) => count === 3,
    );
    await expect.poll(() => button(page, 'Pause').evaluate((element) => element === document.activeElement)).toBe(true);
    await lookAt(page, 'campaign-active');
  });

  test('with the server down, Pause says that the campaign may still be running, until it is paused', async () => {
    await page.route('**/status', (route) => route.abort('connectionrefused'));
    await button(page, 'Pause').click();
    const warning = page.getByRole('alert').filter({ hasText: 'This campaign may still be running.' });
    await warning.waitFor();
    await page.unroute('**/status');
    await page.route('**/status', broken);
    await button(page, 'Pause').click();
    await page
      .getByText(/Failed to update campaign status. The campaign may still be running: pause it again/)
      .first()
      .waitFor();
    await warning.waitFor();
    await lookAt(page, 'campaign-pause-failed');
    await page.unroute('**/status');
    expect((await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).status).toBe('active');
    await button(page, 'Pause').click();
    await toast(page, 'Status Updated', 'The campaign is paused. Nothing more goes out until you resume it.');
    await badge('Paused').waitFor();
    expect(await warning.count()).toBe(0);
    expect(await page.getByText(/^Next email/).count()).toBe(0);
  });

  test('a paused campaign can be resumed: Resume asks in the same way', async () => {
    await button(page, 'Resume').click();
    await asking(page).getByText('To send').waitFor();
    expect(await fact('To send')).toBe('3 emails, at most 2 a day');
    expect(
      await asking(page)
        .getByText(/This approves/)
        .count(),
    ).toBe(0);
    await button(asking(page), 'Resume').click();
    await badge('Active').waitFor();
    await page.getByText(/^Next email/).waitFor();
  });

  test('a pause whose answer was lost, but that took effect, leaves no warning behind once the campaign is resumed', async () => {
    await page.route('**/status', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(page, 'Pause').click();
    await badge('Paused').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await button(page, 'Resume').click();
    await button(asking(page), 'Resume').click();
    await badge('Active').waitFor();
    await toast(page, 'Status Updated', 'The campaign is active.');
    expect(await page.getByText('This campaign may still be running.').count()).toBe(0);
  });

  test('what happens elsewhere shows by itself: a question that is settled is taken away', async () => {
    const [send] = await sendsOf(person, campaign);
    await person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
    await until(
      () => figures(page),
      (now) => now.Sent === '1' && now.Pending === '2',
    );
    await setStatus(person, campaign, 'paused');
    await badge('Paused').waitFor();
    await button(page, 'Resume').click();
    await asking(page).getByText('To send').waitFor();
    await setStatus(person, campaign, 'active');
    await asking(page).waitFor({ state: 'hidden' });
    await setStatus(person, campaign, 'paused');
    await badge('Paused').waitFor();
    expect(await asking(page).count()).toBe(0);
  });

  test('Delete goes back to the list', async () => {
    await button(page, 'More actions for Spring vests').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button(asking(page), 'Delete Campaign').click();
    await toast(page, 'Campaign Deleted');
    await page.getByText('No campaigns yet').waitFor();
    expect(new URL(page.url()).pathname).toBe('/campaigns');
  });
});

test("'Campaign not found' with a way back: for an unknown id, and for a missing one, which is not even asked for", async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/campaigns/no-such-campaign', person);
  await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
  await lookAt(page, 'campaign-not-found');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${screens.app.url}/campaigns/%20`);
  await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
  expect(asked.filter((path) => path.startsWith('/api/campaigns'))).toEqual([]);
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await page.getByText('No campaigns yet').waitFor();
  expect(new URL(page.url()).pathname).toBe('/campaigns');
  await page.context().close();
});

test('a campaign that cannot be loaded is said, and asked for again by hand; without messages it says the next step', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const campaign = await draftCampaign(person, 'Spring vests');
  const page = await screens.visit('/settings', person);
  await page.route(`**/api/campaigns/${campaign.id}`, broken);
  await page.goto(`${screens.app.url}/campaigns/${campaign.id}`);
  await page.getByText('Error loading the campaign. Please try again.').waitFor();
  expect(await page.getByRole('link', { name: 'Back to Campaigns' }).count()).toBe(1);
  await page.unroute(`**/api/campaigns/${campaign.id}`);
  await button(page, 'Try again').click();
  await page.getByText('No messages yet').waitFor();
  await page.getByText('0 messages', { exact: true }).waitFor();
  await page.context().close();
});

test('over 100 messages, only those near the window are in the page, and the last one can be reached', async () => {
  const { person, partners } = await readyPerson(screens.app, 120);
  const campaign = await draftCampaign(person, 'Everyone', { partners });
  const page = await screens.visit(`/campaigns/${campaign.id}`, person);
  await page.getByText('120 messages', { exact: true }).waitFor();
  const rows = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await rows.first().waitFor();
  expect(await rows.count()).toBeLessThan(60);
  const last = (await sendsOf(person, campaign)).at(-1)?.partner.name ?? '';
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByText(last, { exact: true }).waitFor();
  expect(await rows.count()).toBeLessThan(60);
  await page.context().close();
});
