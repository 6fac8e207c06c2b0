/** A day of work in Chromium, with the whole product behind it: answers, texts, repairs, by keys alone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView, TodayCountView } from '../../api/views.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { ref } from '../../db/store.ts';
import { recordDelivery } from '../../events/messages/delivery.ts';
import { testCause } from '../support/asSent.ts';
import { EMOJI, RIGHT_TO_LEFT, UNBROKEN } from '../support/awkwardTexts.ts';
import { hurry } from '../support/hurry.ts';
import { readyCampaign } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  // a slow machine must reach its Undo, too; no journey waits for it
  screens = await startScreens({ answerUndoMs: 60_000 });
});
afterAll(() => screens?.stop());

const current = (page: Page) => page.locator('[data-screen-heading]').innerText();

async function replyFrom(tenant: string, from: string, text: string): Promise<void> {
  const mail = await parseMail(
    Buffer.from(`From: ${from}\r\nSubject: Re: A vest\r\nMessage-ID: <${from}>\r\n\r\n${text}`),
  );
  const receivedAt = new Date(Date.now() + 1000).toISOString();
  await receiveMails(screens.app.api, { tenant, actor: 'test', source: 'imap' }, [
    { id: `m-${from}`, threadId: null, receivedAt, mail },
  ]);
}

const report = (tenant: string, id: string, report: 'bounced' | 'complained') =>
  screens.app.api.decide({ tenant, cause: testCause }, ref('message', id), (state) =>
    recordDelivery(state, state.attempt, report, '550 no such user', new Date().toISOString()),
  );

test('a day by keys: read and approve, put off, mark as done, take back; nothing leaves by being seen', async () => {
  const { person, tenant, sends } = await readyCampaign(screens.app, { partners: 5, texts: 'generated' });
  const [first, second, bounced] = sends as [SendView, SendView, SendView];
  for (const { id } of [first, second, bounced]) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  const mails = [
    [first, `Yes please! ${UNBROKEN}`],
    [second, `${RIGHT_TO_LEFT} ${EMOJI} how much?`],
  ] as const;
  for (const [{ recipientEmail }, text] of mails) await replyFrom(tenant, recipientEmail ?? '', text);
  await report(tenant, bounced.id, 'bounced');
  const counts = async () => {
    const { total, groups } = await person.ok<TodayCountView>('GET', '/api/today/count');
    return [total, groups.answer, groups.read, groups.fix, groups.later];
  };
  await expect.poll(counts).toEqual([5, 2, 2, 1, 0]);

  const page = await screens.visit('/today', person);
  const queue = page.getByRole('region', { name: 'Answer' });
  await queue.getByRole('link').first().waitFor();
  await page.getByRole('paragraph').filter({ hasText: '5 to do' }).waitFor();
  await lookAt(page, 'today');
  const seen = await current(page);

  // it was seen, and still waits
  await page.keyboard.press('j');
  await expect.poll(() => current(page)).not.toBe(seen);
  expect(await counts()).toEqual([5, 2, 2, 1, 0]);
  await page.keyboard.press('d');
  await expect.poll(counts).toEqual([4, 1, 2, 1, 0]);
  // the screen has the answer, too
  await page.getByRole('button', { name: 'Undo', exact: true }).first().waitFor();
  await page.keyboard.press('u');
  await expect.poll(counts).toEqual([5, 2, 2, 1, 0]);

  // a text is approved, and the next one opens
  await page.getByRole('region', { name: 'Read' }).getByRole('link').first().click();
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
  await lookAt(page, 'today-read');
  await page.keyboard.press('e');
  await expect.poll(counts).toEqual([4, 2, 1, 1, 0]);

  // what came back is put off until they answer
  await page.getByRole('region', { name: 'Fix' }).getByRole('link').first().click();
  await page.getByText(/no such user/).waitFor();
  await lookAt(page, 'today-fix');
  await page.keyboard.press('z');
  await page.getByRole('menuitem', { name: 'When they answer' }).click();
  await expect.poll(counts).toEqual([3, 2, 1, 0, 1]);
  await page.getByRole('region', { name: 'Later' }).getByText('until they answer').waitFor();

  const phone = await screens.visit('/today', person, { viewport: { width: 375, height: 812 } });
  await phone.getByRole('region', { name: 'Answer' }).getByRole('link').first().click();
  await phone.getByRole('button', { name: 'Answer', exact: true }).waitFor();
  await lookAt(phone, 'today-item');
  await phone.getByRole('link', { name: /Today/ }).first().click();
  await expect.poll(() => new URL(phone.url()).pathname).toBe('/today');
});

test('what was sent to somebody is one step from every screen [long]', async () => {
  const { person, campaign, sends } = await readyCampaign(screens.app, { partners: 2, texts: 'generated' });
  const [sent, coming] = sends as [SendView, SendView];
  await person.ok('POST', `/api/campaign-sends/${sent.id}/send-now`);
  const page = await screens.visit('/today', person);
  const record = async (path: string, id: string, step: () => Promise<void>) => {
    await page.goto(screens.app.url + path);
    await step();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/partners/${id}`);
    await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
  };
  const name = (of: SendView) => page.getByRole('link', { name: of.partner.name ?? '', exact: true }).first();
  const { id } = sent.partner;
  for (const path of ['/discovery', '/approved', `/campaigns/${campaign.id}?tab=messages`])
    await record(path, id, () => name(sent).click());
  await record('/campaigns/schedule', id, () => page.getByRole('link', { name: sent.partner.name ?? '' }).click());
  await record('/today', coming.partner.id, () => name(coming).click());
  await record(`/campaigns/${campaign.id}/review?message=${coming.id}`, coming.partner.id, () => name(coming).click());
  await record('/dashboard', id, async () => {
    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click();
    await page.getByRole('combobox').fill(sent.partner.name ?? '');
    await page
      .getByRole('option', { name: sent.partner.name ?? '' })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
  });
  await page
    .getByText(sent.body?.slice(0, 40) ?? '')
    .first()
    .waitFor();
  await lookAt(page, 'record');
  await page.setViewportSize({ width: 375, height: 812 });
  await lookAt(page, 'record-phone');
  await person.ok('POST', `/api/partners/${id}/erase`);
  await page.getByRole('link', { name: 'Open the receipt' }).waitFor();
  await lookAt(page, 'record-erased');
});

test('a day of work takes at most 25 keys: 3 answers, one of them taken back, 5 texts, a new address, a complaint, and one put off [long]', async () => {
  const { person, tenant, sends } = await readyCampaign(screens.app, { partners: 11, texts: 'generated' });
  const [bounced, complained, ...others] = sends as [SendView, SendView, ...SendView[]];
  const replies = others.slice(0, 4);
  for (const { id } of [bounced, complained, ...replies]) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  for (const { recipientEmail } of replies) await replyFrom(tenant, recipientEmail ?? '', 'How much is it?');
  await report(tenant, bounced.id, 'bounced');
  await report(tenant, complained.id, 'complained');
  const counts = async () => Object.values((await person.ok<TodayCountView>('GET', '/api/today/count')).groups);
  await expect.poll(counts).toEqual([4, 5, 1, 1, 0]);

  const page = await screens.visit('/today', person);
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: 'Answer', exact: true }).waitFor();
  await press('z');
  await press('Enter');
  await expect.poll(counts).toEqual([3, 5, 1, 1, 1]);
  // the next thing opens at the place of the one before, so the list must be new
  await page.getByRole('region', { name: 'Later' }).waitFor();
  for (const left of [2, 1, 0]) {
    await page.locator('[data-answer]').waitFor();
    const seen = await current(page);
    await press('e');
    await page.keyboard.insertText('The vest is free.');
    await press('Control+Enter');
    await expect.poll(counts).toEqual([left, 5, 1, 1, 1]);
    await expect.poll(() => current(page)).not.toBe(seen);
    if (left > 0) continue;
    // the draft is in its box again, and goes out all the same
    await press('u');
    await expect.poll(() => page.locator('[data-answer]').inputValue()).toBe('The vest is free.');
    expect(await current(page)).toBe(seen);
    await press('e');
    await press('Control+Enter');
    await expect.poll(counts).toEqual([0, 5, 1, 1, 1]);
    await expect.poll(() => current(page)).not.toBe(seen);
  }
  for (const left of [4, 3, 2, 1, 0]) {
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
    const seen = await current(page);
    await press('e');
    await expect.poll(counts).toEqual([0, left, 1, 1, 1]);
    await expect.poll(() => current(page)).not.toBe(seen);
  }
  await page.getByRole('button', { name: 'Use and send' }).waitFor();
  await press('e');
  await page.keyboard.insertText('next@lindqvist.example');
  await press('Enter');
  await expect.poll(counts).toEqual([0, 0, 0, 1, 1]);
  await page.getByRole('link', { name: 'Do not contact list' }).waitFor();
  await press('d');
  await expect.poll(counts).toEqual([0, 0, 0, 0, 1]);
  expect(keys).toBeLessThanOrEqual(25);
  screens.app.later(60_000);
  await hurry(screens.app.owner.sql, 'send');
  const answered = async () => (await screens.app.outbox()).filter(({ text }) => text.startsWith('The vest is free.'));
  await expect.poll(async () => (await answered()).length).toBe(3);
});

test('emails on hold are listed in Later, and one key each releases or cancels them', async () => {
  const { person, sends } = await readyCampaign(screens.app, { partners: 2, texts: 'edited' });
  await person.ok('POST', '/api/campaign-sends/steer', { ids: sends.map(({ id }) => id), act: 'hold' });
  const counts = async () => Object.values((await person.ok<TodayCountView>('GET', '/api/today/count')).groups);
  await expect.poll(counts).toEqual([0, 0, 0, 0, 2]);
  const page = await screens.visit('/today', person);
  await page.getByRole('region', { name: 'Later' }).getByText('Held since').first().waitFor();
  await page.getByRole('region', { name: 'Later' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Release' }).waitFor();
  await lookAt(page, 'today-on-hold');
  const seen = await current(page);
  await page.keyboard.press('c');
  await expect.poll(counts).toEqual([0, 0, 0, 0, 1]);
  await expect.poll(() => current(page)).not.toBe(seen);
  await page.getByRole('button', { name: 'Release' }).waitFor();
  await page.keyboard.press('u');
  await expect.poll(counts).toEqual([0, 0, 0, 0, 2]);
  await page.keyboard.press('e');
  await expect.poll(counts).toEqual([0, 0, 0, 0, 1]);
});

test('an email that came back is repaired in its campaign with at most four clicks', async () => {
  const { person, tenant, campaign, sends } = await readyCampaign(screens.app, { partners: 1, texts: 'edited' });
  const [{ id }] = sends as [SendView];
  await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  await report(tenant, id, 'bounced');
  const page = await screens.visit(`/campaigns/${campaign.id}?tab=messages`, person);
  let clicks = 0;
  const click = async (name: RegExp): Promise<void> => {
    clicks += 1;
    await page.getByRole('button', { name }).click();
  };
  await click(/^Fix address/);
  await page.getByRole('button', { name: 'Use and send' }).waitFor();
  await lookAt(page, 'fix-address');
  await page.getByLabel('Send it again to').fill('next@lindqvist.example');
  await click(/^Use and send/);
  await page.getByText('Sent to next@lindqvist.example.', { exact: true }).first().waitFor();
  expect(clicks).toBeLessThanOrEqual(4);
  const mails = (await screens.app.outbox()).filter(({ to }) => to === 'next@lindqvist.example');
  expect(mails.filter(({ subject }) => subject === 'A vest')).toHaveLength(1);
});
