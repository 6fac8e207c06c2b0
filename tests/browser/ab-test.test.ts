/** The A/B test in the browser: from the texts to the figures and the choice of one. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { draftCampaign, sendsOf } from '../support/campaigns.ts';
import { hurry } from '../support/hurry.ts';
import { readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { connectGmail } from '../support/sandboxGoogle.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ gmailAccess: 'drafts', timeoutMs: 2_000 });
});
afterAll(() => screens?.stop());

const useGmail = async (person: Person): Promise<void> => {
  expect((await connectGmail(person)).status).toBe(200);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
  // what comes in from here on
  await screens.app.readMail();
};
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

test('two versions are written, sent and compared, and one is used for the rest [long]', async () => {
  const { person, partners } = await readyPerson(screens.app, 4, useGmail);
  const abTest = { varies: 'subject', variantB: 'Would you try our vest?' };
  const campaign = await draftCampaign(person, 'Spring vests', { form: { abTest } });
  const join = (from: number, to: number) =>
    person.ok('POST', `/api/campaigns/${campaign.id}/partners`, {
      partnerIds: partners.slice(from, to).map(({ id }) => id),
    });
  await join(0, 3);
  const page = await screens.visit(`/campaigns/${campaign.id}?tab=overview`, person);
  await button(page, 'Generate Messages').click();
  await toast(page, 'Messages Generated');
  await button(page, 'Start').click();
  const asking = page.getByRole('alertdialog');
  for (const text of ['2 emails in version A', '1 email in version B']) await asking.getByText(text).waitFor();
  await button(asking, 'Start').click();
  const sends = await until(
    async () => {
      await screens.app.sweep();
      await hurry(screens.app.owner.sql, 'send');
      return sendsOf(person, campaign);
    },
    (list) => list.every(({ status }) => status === 'sent'),
  );
  const b = sends.find(({ variant }) => variant === 'B');
  expect(b?.subject).toBe('Would you try our vest?');

  const mail = (await screens.app.outbox()).find(({ to }) => to === b?.recipientEmail);
  expect(await screens.app.answerMail(mail?.id ?? '', { text: 'Sounds great, tell me more.' })).toBe(200);
  await screens.app.readMail();
  await person.ok('POST', `/api/inbox/${conversationOf(b?.id ?? '')}/label`, { label: 'interested' });
  const results = page.getByRole('region', { name: 'A/B test' });
  const version = (name: string) => results.getByRole('article', { name: `Version ${name}` }).locator('dl');
  await expect
    .poll(() => version('B').innerText())
    .toMatch(/Sent\s+1\s+Replied\s+1\s+100%\s+Interested\s+1\s+Bounced\s+0/);
  expect(await version('A').innerText()).toMatch(/Sent\s+2\s+Replied\s+0\s+0%/);
  await results.getByText('Too early to tell: 2 and 1 sent. It takes 30 of each version.').waitFor();
  await lookAt(page, 'ab-test-figures');
  // a long text is cut off in its own line, and pushes nothing else out of sight
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, {
    staticSubject: 'A vest for your trails '.repeat(6).trim(),
  });
  await results.getByText(/^A vest for your trails A vest/).waitFor();
  await page.setViewportSize({ width: 320, height: 900 });
  expect(
    await results.evaluate(({ lastElementChild: panel }) => (panel?.scrollWidth ?? 0) - (panel?.clientWidth ?? 0)),
  ).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  // who joins from here on gets that version, though the other one had its turn
  await join(3, 4);
  await button(results, 'Use B for the rest').click();
  await button(page.getByRole('alertdialog'), 'Use B').click();
  await toast(page, 'Version B Chosen');
  await results.getByText('B, for the rest').waitFor();
  await button(page, 'Generate Messages').click();
  await toast(page, 'Messages Generated');
  expect((await sendsOf(person, campaign)).map(({ variant }) => variant).sort()).toEqual(['A', 'A', 'B', 'B']);
  await page.context().close();
});
