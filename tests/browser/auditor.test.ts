import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { type Member, member } from '../support/member.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
let auditor: Member;
let sent: SendView;

beforeAll(async () => {
  screens = await startScreens();
  // the first account of an installation is its admin
  const { person, sends, campaign } = await readyCampaign(screens.app, { partners: 2, texts: 'edited' });
  auditor = await member(screens.app);
  await person.ok('PUT', `/api/admin/users/${auditor.id}`, { isAuditor: true });
  const [first] = sends;
  if (!first) throw new Error('nothing to send');
  await person.ok('POST', `/api/campaign-sends/${first.id}/send-now`);
  const list = await until(
    () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
    (all) => all.some(({ id, status }) => id === first.id && status === 'sent'),
  );
  sent = list.find(({ id }) => id === first.id) ?? first;
});
afterAll(() => screens?.stop());

test('an auditor finds what was sent to a person, and reads the text, who approved it and why', async () => {
  const page = await screens.visit('/', auditor.person);
  await page.getByLabel('Name or email address').fill(sent.recipientEmail ?? '');
  await page.getByLabel('Day').fill(new Date().toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Find emails' }).click();
  const found = page.getByRole('list', { name: 'Emails' }).getByRole('listitem');
  await found.getByText('Sent', { exact: true }).waitFor();
  expect(await found.count()).toBe(1);
  await lookAt(page, 'auditor-emails');
  await found.getByRole('link', { name: /^Read the email to / }).click();
  const story = page.getByRole('dialog', { name: 'The story of this email' });
  const text = story.getByRole('region', { name: 'What was sent' });
  await text.getByText(sent.body?.split('\n')[0] ?? 'none').waitFor();
  await text.getByText(/^Approved by Robin Vale \(sam\./).waitFor();
  await story.getByText('Approval', { exact: true }).first().waitFor();
  await lookAt(page, 'auditor-story');
});
