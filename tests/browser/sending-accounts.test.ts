import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { campaignRow } from '../support/campaigns.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

const FIRST = 'sam@northwind.example';
const SECOND = 'sam@shop.example';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

test('a second account is connected, a campaign sends from one, then from all, and its mails leave from both', async () => {
  const { person, campaign, sends } = await readyCampaign(screens.app, { partners: 4, texts: 'edited' });
  const page = await screens.visit('/settings/sending', person);
  const accounts = page.getByRole('region', { name: 'Sending accounts', exact: true });
  await accounts.getByText(FIRST).waitFor();
  await lookAt(page, 'sending-accounts-one');
  await accounts.getByRole('link', { name: 'Add Account' }).click();
  await accounts.getByText('New account').waitFor();
  await lookAt(page, 'sending-accounts-new');
  const mailbox = page.getByRole('region', { name: 'Mailbox (SMTP + IMAP)', exact: true });
  await mailbox.getByLabel('Mail host').selectOption('Fastmail');
  await mailbox.getByLabel('Email address').fill(FIRST);
  await mailbox.getByLabel('Password').fill('secret');
  await mailbox.getByRole('button', { name: 'Connect Mailbox' }).click();
  await seeToast(page, { title: 'Connection Failed', variant: 'destructive' });
  await mailbox.getByText(/connected already/).waitFor();
  await mailbox.getByLabel('Email address').fill(SECOND);
  await mailbox.getByRole('button', { name: 'Connect Mailbox' }).click();
  await seeToast(page, { title: 'Mailbox Connected' });
  await page.waitForURL(/account=(?!new)/);
  await expect.poll(() => accounts.getByRole('listitem').count()).toBe(2);
  await accounts.getByText('Mailbox', { exact: true }).waitFor();
  await lookAt(page, 'sending-accounts-two');

  await page.goto(`${screens.app.url}/campaigns`);
  const card = campaignRow(page, 'Spring vests');
  await card.getByRole('button', { name: 'More actions for Spring vests' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Campaign' });
  await dialog.getByLabel('Send from').selectOption(SECOND);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await person.ok(`GET`, `/api/campaigns/${campaign.id}/start-preview`)).toMatchObject({ from: [SECOND] });
  await card.getByRole('button', { name: 'More actions for Spring vests' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Send from').selectOption('All accounts, evenly');
  await lookAt(page, 'campaign-send-from');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await card.getByRole('button', { name: 'Start', exact: true }).click();
  const start = page.getByRole('alertdialog', { name: 'Start Spring vests?' });
  await start.getByText(`${FIRST}, ${SECOND}`).waitFor();
  await lookAt(page, 'start-from-all');
  await start.getByRole('button', { name: /Start/ }).click();
  await until(
    () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
    (all) => all.every(({ status }) => status === 'sent'),
  );
  const mails = (await screens.app.outbox()).filter(({ to }) =>
    sends.some(({ recipientEmail }) => recipientEmail === to),
  );
  expect([FIRST, SECOND].map((address) => mails.filter(({ from }) => from === address).length)).toEqual([2, 2]);
  await page.goto(`${screens.app.url}/settings/sending`);
  await expect.poll(() => accounts.getByText('2 of 40 today').count()).toBe(2);
  await lookAt(page, 'sending-accounts-used');
  await page.context().close();
});
