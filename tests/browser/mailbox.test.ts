import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailboxStatusView } from '../../api/views.ts';
import { readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

test('a mailbox is connected from the list of hosts, tested, chosen, refused, connected again and disconnected', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings/sending', person);
  const card = page.getByRole('region', { name: 'Mailbox (SMTP + IMAP)', exact: true });
  const status = () => person.ok<MailboxStatusView>('GET', '/api/mailbox/status');

  await card.getByLabel('Mail host').selectOption('Microsoft 365, Outlook.com');
  await card.getByText(/Microsoft takes no passwords from apps/).waitFor();
  await card.getByLabel('Mail host').selectOption('Fastmail');
  await card.getByLabel('Email address').fill('sam@northwind.example');
  await card.getByLabel('Password').fill('wrong');
  await lookAt(page, 'mailbox-form');
  await card.getByRole('button', { name: 'Connect Mailbox' }).click();
  await seeToast(page, { title: 'Connection Failed', variant: 'destructive' });
  await card.getByText(/refused the user name or the password/).waitFor();
  expect(await status()).toMatchObject({ connected: false });

  await card.getByLabel('Password').fill('secret');
  await card.getByRole('button', { name: 'Connect Mailbox' }).click();
  await seeToast(page, { title: 'Mailbox Connected' });
  await card.getByText('sam@northwind.example').waitFor();
  await lookAt(page, 'mailbox-connected');
  await card.getByRole('button', { name: 'Send Test Email' }).click();
  await seeToast(page, { title: 'Test Email Sent' });
  const sent = (await screens.app.outbox()).filter(
    ({ provider, to }) => provider === 'smtp' && to === 'sam@northwind.example',
  );
  expect(sent).toHaveLength(1);

  await page.getByRole('radio', { name: 'Mailbox (SMTP + IMAP)' }).click();
  await page.getByRole('button', { name: 'Save Email Settings' }).click();
  await seeToast(page, { title: 'Email Settings Updated' });

  await screens.app.fault('smtp', 'reject-4xx', 1, { status: 401 });
  await card.getByRole('button', { name: 'Send Test Email' }).click();
  await seeToast(page, { title: 'Test Failed', variant: 'destructive' });
  await card.getByText('Reconnect Needed').waitFor();
  await lookAt(page, 'mailbox-refused');
  await card.getByLabel('Password').fill('another');
  await card.getByRole('button', { name: 'Connect Mailbox' }).click();
  await until(status, ({ error }) => error === null);
  await card.getByText('Connected', { exact: true }).waitFor();

  await card.getByRole('button', { name: 'Disconnect' }).click();
  await seeToast(page, { title: 'Mailbox Disconnected' });
  await card.getByText('Not Connected').waitFor();
  await page.context().close();
});
