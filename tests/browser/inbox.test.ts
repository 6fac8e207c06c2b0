import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { EMOJI, LONG, RIGHT_TO_LEFT, UNBROKEN } from '../support/awkwardTexts.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { connectGmail } from '../support/sandboxGoogle.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import type { OutboxMail } from '../support/testApp.ts';

/** The inbox in Chromium, with the whole product behind it: replies by the sandbox's outbox, answers in their thread. */

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ gmailAccess: 'drafts', timeoutMs: 2_000, followUpDayMs: 1_000 });
});
afterAll(() => screens?.stop());

async function useGmail(person: Person): Promise<void> {
  await connectGmail(person);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
  // what comes in from here on
  await screens.app.readMail(await person.tenant());
}

type Written = Outreach & { ids: string[]; mails: OutboxMail[] };

/** People who got a first mail. */
async function written(partners: number, mailbox?: typeof useGmail): Promise<Written> {
  const outreach = await readyCampaign(screens.app, { partners, texts: 'edited', ...(mailbox && { mailbox }) });
  const { person, sends } = outreach;
  for (const { id } of sends) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  const outbox = await screens.app.outbox();
  const mails = sends.flatMap((send) => outbox.find(({ to }) => to === send.recipientEmail) ?? []);
  return { ...outreach, ids: sends.map(({ id }) => id), mails };
}

let clock = 0;
/** A mail from one of them, as it came. */
async function receives({ tenant, sends }: Written, which: number, lines: readonly string[]): Promise<void> {
  clock += 1;
  const head = [`From: ${sends[which]?.recipientEmail}`, `Message-ID: <${clock}@b.example>`];
  const mail = await parseMail(Buffer.from([...head, ...lines].join('\r\n')));
  const receivedAt = new Date(Date.now() + clock * 1000).toISOString();
  const found = { id: `b${clock}`, threadId: null, receivedAt, mail };
  await receiveMails(screens.app.api, { tenant, actor: 'test', source: 'imap' }, [found]);
}
const hello = ['Subject: Re: A vest', '', 'Do you ship to Norway?'];

const list = (page: Page): Locator => page.getByRole('region', { name: 'Conversations' });
const emails = (page: Page): Locator => page.getByRole('list', { name: 'Emails' });
const field = (page: Page): Locator => page.getByLabel('Your answer', { exact: true });
const unread = (page: Page): Promise<string> =>
  page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .innerText()
    .then((text) => text.replace(/\s+/g, ' '));

const file = (name: string, bytes = 2_345) => ({ name, mimeType: 'application/pdf', buffer: Buffer.alloc(bytes) });

test('a reply comes in with its attachments, is read by keyboard, labelled, and answered once in its thread', async () => {
  const { person, tenant, mails, campaign } = await written(2, useGmail);
  const [mail] = mails;
  const page = await screens.visit('/inbox', person);
  await page.getByText('No replies yet').waitFor();

  const outbox = await page.context().newPage();
  await outbox.goto(`${screens.app.sandboxUrl}/outbox`);
  const item = outbox
    .getByRole('listitem')
    .filter({ hasText: mail?.to ?? '' })
    .first();
  await item.getByRole('textbox').fill('Do you ship to Norway?');
  await item
    .getByLabel(/^Attachments/)
    .setInputFiles([
      file('offer.pdf'),
      file(`${RIGHT_TO_LEFT}.pdf`),
      file(`${EMOJI}.pdf`),
      file(`${UNBROKEN.replaceAll(/\W/g, '')}.pdf`),
      file(`${LONG}.pdf`, 1_234_567),
    ]);
  await item.getByRole('button', { name: 'Reply' }).click();
  await outbox.waitForURL(/outbox$/);
  await screens.app.readMail(tenant);
  await outbox.close();

  // without a reload
  await list(page).getByText('Do you ship to Norway?').waitFor();
  await expect.poll(() => unread(page)).toMatch(/1/);
  await page.keyboard.press('j');
  await emails(page).getByText('Do you ship to Norway?').waitFor();
  await expect.poll(() => unread(page)).not.toMatch(/\d/);
  await page.keyboard.press('u');
  await expect.poll(() => unread(page)).toMatch(/1/);
  await page.getByRole('group', { name: 'Label' }).getByRole('button', { name: 'Interested' }).click();
  await page.getByText('Set by you').waitFor();

  await page.getByRole('button', { name: 'Draft with AI' }).click();
  await expect.poll(() => field(page).inputValue()).toContain('Norway');
  expect(await page.getByRole('list', { name: 'Attachments' }).getByRole('listitem').count()).toBe(5);
  await lookAt(page, 'inbox-attachments');
  // a name that is cut keeps its end
  const ends = page.getByText('.pdf', { exact: true });
  expect(await ends.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth > 15))).toEqual(Array(5).fill(true));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'offer.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('offer.pdf');
  await page.locator('main').focus();
  await page.keyboard.press('r');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nYours, by hand.');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await emails(page).getByText('Yours, by hand.').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('');
  await emails(page).getByText('Sending').waitFor({ state: 'detached' });

  const toThem = async () => (await screens.app.outbox()).filter(({ to }) => to === mail?.to);
  await expect.poll(async () => (await toThem()).length).toBe(2);
  const [first, second] = await toThem();
  expect(second?.text).toContain('Yours, by hand.');
  expect(second?.subject).toBe('Re: A vest');
  expect(second?.headers['In-Reply-To']).toMatch(/@lindqvist\.example>$/);
  expect(second?.headers.References).toContain(first?.headers['Message-ID']);
  const threadOf = (one: OutboxMail | undefined) => (one?.gmail as { threadId?: string } | undefined)?.threadId;
  expect(threadOf(second)).toBe(threadOf(first));

  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByText('Select a conversation').waitFor();
  await page.goto(`${screens.app.url}/campaigns/${campaign.id}?tab=messages`);
  // the answer is in the inbox alone
  const rows = page.getByRole('table', { name: 'Messages' }).locator('[data-row]');
  await rows.first().waitFor();
  expect(await rows.filter({ hasText: 'Answer' }).count()).toBe(0);
  expect(await toThem()).toHaveLength(2);
  await page.context().close();
});

test.each([
  ['a laptop', '', { width: 1280, height: 800 }],
  ['a phone', ' [long]', { width: 375, height: 740 }],
])('on %s a conversation opens at the newest reply; another one moves nothing%s', async (_on, _long, viewport) => {
  const outreach = await written(1);
  await receives(outreach, 0, ['Subject: Long', '', 'A line of a long letter.\r\n'.repeat(60)]);
  await receives(outreach, 0, hello);
  const page = await screens.visit('/inbox', outreach.person, { viewport });
  await list(page).getByRole('link').first().click();
  const reply = emails(page).getByText('Do you ship to Norway?');
  await expect.poll(() => reply.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  expect(await reply.evaluate((one) => one.getBoundingClientRect().top > 56)).toBe(true);
  expect(await field(page).evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true);
  if (viewport.width > 1024) {
    expect(await page.getByRole('button', { name: 'Done' }).last().isVisible()).toBe(true);
    // it stays in view beside a long thread
    expect(await list(page).evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  }
  await lookAt(page, `inbox-newest-${viewport.width}`);

  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(0);
  await receives(outreach, 0, ['Subject: More', '', 'And to Sweden?']);
  await emails(page).getByText('And to Sweden?').waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);

  // a thread that was there before
  await page.goBack();
  await list(page).waitFor();
  await list(page).getByRole('link').first().click();
  const latest = emails(page).getByText('And to Sweden?');
  await expect.poll(() => latest.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  await page.context().close();
});

test('awkward mails, and the question about a wish, fit the list and the thread [long]', async () => {
  const outreach = await written(2);
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk'.repeat(6);
  const utf8 = ['Content-Type: text/plain; charset=utf-8', ''];
  const rows = '<tr><td>One</td><td>Two</td></tr>'.repeat(30);
  await receives(outreach, 0, ['Subject: x', ...utf8, EMOJI.repeat(20)]);
  await receives(outreach, 0, ['Subject: Long', ...utf8, 'A sentence of a very long letter. '.repeat(6_000)]);
  await receives(outreach, 0, ['Subject:', '', '']);
  await receives(outreach, 0, [
    'Subject: Formatted',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<h1>Yes</h1><p style="color:red">Please</p><table width="1200">${rows}</table>`,
  ]);
  await receives(outreach, 0, [`Subject: ${word}`, ...utf8, `${word}\n\n> ${word}\n\n${RIGHT_TO_LEFT}`]);
  await receives(outreach, 1, ['Subject: =?utf-8?B?2YbZiNix?=', ...utf8, `${RIGHT_TO_LEFT}\n${RIGHT_TO_LEFT}`]);
  await receives(outreach, 1, ['Subject: Re: A vest', '', 'Unsubscribe']);
  const { person, ids } = outreach;
  const page = await screens.visit('/inbox', person);
  await list(page).getByRole('listitem').nth(1).waitFor();
  await list(page).getByText('Held').waitFor();
  await lookAt(page, 'inbox-awkward-list');
  await page.goto(`${screens.app.url}/inbox/${conversationOf(ids[0] ?? '')}`);
  await field(page).fill(word);
  await page.getByRole('button', { name: 'Show formatting' }).click();
  await lookAt(page, 'inbox-awkward-thread');
  await page.goto(`${screens.app.url}/inbox/${conversationOf(ids[1] ?? '')}`);
  await page.getByRole('region', { name: 'Did they ask you to stop?' }).waitFor();
  await lookAt(page, 'inbox-question');
  await page.context().close();
});

test('a link in a formatted email opens a tab that knows nothing of ours', async () => {
  const outreach = await written(1);
  const address = `${screens.app.sandboxUrl}/outbox`;
  const head = ['Subject: Formatted', 'Content-Type: text/html; charset=utf-8', ''];
  await receives(outreach, 0, [...head, `<p>See <a href="${address}">my page</a></p>`]);
  const { person, ids } = outreach;
  const page = await screens.visit(`/inbox/${conversationOf(ids[0] ?? '')}`, person);
  await page.getByRole('button', { name: 'Show formatting' }).click();
  const opened = page.context().waitForEvent('page');
  await page.frameLocator('iframe').getByRole('link', { name: 'my page' }).click();
  const tab = await opened;
  await tab.waitForURL(address);
  // an origin of its own: a sandboxed one is "null"
  expect(await tab.evaluate(() => [window.opener, document.referrer, window.origin])).toEqual([
    null,
    '',
    new URL(address).origin,
  ]);
  await page.context().close();
});
