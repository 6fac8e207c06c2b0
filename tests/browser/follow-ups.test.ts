/** A campaign with two follow-ups, in the browser: from Start to the reply that stops the second one. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftCampaign, sendsOf } from '../support/campaigns.ts';
import { hurry } from '../support/hurry.ts';
import { readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { connectGmail } from '../support/sandboxGoogle.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import type { OutboxMail } from '../support/testApp.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ gmailAccess: 'drafts', timeoutMs: 2_000, followUpDayMs: 1_000 });
});
afterAll(() => screens?.stop());

const useGmail = async (person: Person): Promise<void> => {
  expect((await connectGmail(person)).status).toBe(200);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
  // what comes in from here on
  await screens.app.readMail();
};
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

test('a campaign follows up in the thread, and a reply stops what would come next', async () => {
  const { person, partners } = await readyPerson(screens.app, 1, useGmail);
  const campaign = await draftCampaign(person, 'Spring vests', {
    partners,
    form: {
      followUps: [
        { afterDays: 3, writer: 'ai', text: 'Ask whether they saw the offer.' },
        { afterDays: 60, writer: 'user', text: 'Shall I close this for now?' },
      ],
    },
  });
  await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
  const page = await screens.visit(`/campaigns/${campaign.id}?tab=messages`, person);
  const mails = async () =>
    (await screens.app.outbox()).filter(({ to }) => to === partners[0]?.contactInfo?.email) as (OutboxMail & {
      gmail: { threadId: string };
    })[];
  const rows = page.getByRole('table', { name: 'Messages' }).locator('[data-row]');
  const row = (step: string) => rows.filter({ hasText: step });
  /** The sweep handles what is due by the app's clock. */
  const seen = (shown: Locator) =>
    until(
      async () => {
        await screens.app.sweep();
        await hurry(screens.app.owner.sql, 'send');
        return shown.count();
      },
      (count) => count > 0,
    );

  await button(page, 'Start').click();
  const asking = page.getByRole('alertdialog');
  await asking.getByText('2: 60 days later, up to 1 email').waitFor();
  await button(asking, 'Start').click();
  await seen(rows.getByText('Sent', { exact: true }));

  // the first follow-up is written with the thread in view, and waits for its review
  const first = row('Follow-up 1');
  await first.getByText(/^Ready for review/).waitFor();
  const [written] = (await sendsOf(person, campaign)).filter(({ step }) => step === 2);
  expect(written).toMatchObject({
    subject: 'Re: A vest for your trails',
    body: expect.stringContaining('saw the offer'),
  });
  await page.getByRole('link', { name: 'Preview & Edit' }).click();
  await page.getByRole('article').getByText('Follow-up 1').waitFor();
  await button(page, 'Approve & next').click();
  await toast(page, 'Message Updated');
  await page.goBack();
  await seen(first.getByText('Sent', { exact: true }));
  await until(mails, (sent) => sent.length === 2);
  expect(new Set((await mails()).map(({ gmail }) => gmail.threadId)).size).toBe(1);

  // the reply stops the second one, whose text was approved
  await row('Follow-up 2').waitFor();
  const [mail] = await mails();
  expect(await screens.app.answerMail(mail?.id ?? '', { text: 'Sounds great, tell me more.' })).toBe(200);
  await screens.app.readMail();
  await page.getByRole('group', { name: 'Show messages' }).getByRole('button', { name: 'Cancelled 1' }).click();
  await row('Follow-up 2').getByText('Cancelled', { exact: true }).waitFor();
  await row('Follow-up 2')
    .getByText(/this partner has replied/)
    .waitFor();
  await lookAt(page, 'follow-up-stopped');
  expect(await mails()).toHaveLength(2);
  await page.context().close();
});
