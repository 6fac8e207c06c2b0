import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { escaped } from '../support/escaped.ts';
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

const NAMES = ['Uma Unwritten', 'Ren Review', 'Rio Review', 'Ada Approved', 'Sue Sent', 'Fay Failed', 'Ugo Unknown'];
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const refusal = (status: number, error?: string) => (route: Route) =>
  error ? route.fulfill({ status, json: { error } }) : route.fulfill({ status, body: '' });
async function errorOf(field: Locator): Promise<string> {
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  const id = await field.getAttribute('aria-describedby');
  return (await field.page().locator(`[id="${id}"]`).textContent()) ?? '';
}
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
const isReadOnly = (field: Locator) => field.evaluate((element) => (element as HTMLInputElement).readOnly);

let person: Person;
let campaign: CampaignView;
let page: Page;
let sends: Record<string, SendView>;

beforeAll(async () => {
  ({ person } = await readyPerson(screens.app, 0));
  await person.ok('POST', '/api/partners/import', { rows: NAMES.map((name, index) => importedRow(index, name)) });
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  // what is generated waits for approval; what is written by hand is approved
  const review = partners.filter(({ name }) => name?.includes('Review'));
  campaign = await draftCampaign(person, 'Spring vests', { partners: review });
  await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
  const others = partners.filter((partner) => !review.includes(partner));
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: others.map(({ id }) => id) });
  for (const { id, partner } of await sendsOf(person, campaign)) {
    if (partner.name?.includes('Review') || partner.name === 'Uma Unwritten') continue;
    await person.ok('PATCH', `/api/campaign-sends/${id}`, { subject: `A vest for ${partner.name}`, body: 'Look.' });
  }
  const byName = async () =>
    Object.fromEntries((await sendsOf(person, campaign)).map((send) => [send.partner.name, send]));
  sends = await byName();
  const sendNow = (name: string) => person.call('POST', `/api/campaign-sends/${sends[name]?.id}/send-now`);
  await screens.app.fault('sendgrid', 'reject-4xx', 1);
  await sendNow('Fay Failed');
  await screens.app.fault('sendgrid', '500', 1);
  await sendNow('Ugo Unknown');
  await sendNow('Sue Sent');
  sends = await byName();
  page = await screens.visit('/campaigns', person);
  await button(page, 'Preview & Edit').click();
  await tab('Sue Sent').waitFor();
});
afterAll(() => page?.context().close());

const dialog = () => page.getByRole('dialog', { name: 'Preview & Edit' });
const tab = (name: string) =>
  dialog()
    .getByRole('list', { name: 'Messages' })
    .getByRole('button', { name: new RegExp(`^${escaped(name)}`) });
const subject = () => dialog().getByLabel('Subject', { exact: true });
const body = () => dialog().getByLabel('Message', { exact: true }).and(dialog().locator('textarea'));
const open = async (name: string) => {
  await tab(name).click();
  await dialog()
    .getByText(new RegExp(`^To ${escaped(name)}`))
    .waitFor();
};

describe('the preview', () => {
  test('every message stands in a list with its state; what waits for approval is counted', async () => {
    const all = await dialog().getByRole('list', { name: 'Messages' }).getByRole('button').allTextContents();
    expect(all.sort()).toEqual([
      'Ada ApprovedApproved, editedPending',
      'Fay FailedSendGrid answered 400; the message was refusedFailed',
      'Ren ReviewReady for reviewPending',
      'Rio ReviewReady for reviewPending',
      expect.stringMatching(/^Sue Senttoday, \d\d:\d\d [AP]M \(UTC\)Sent$/),
      expect.stringMatching(/^Ugo UnknownWe could not confirm whether this left.*Unknown$/),
      'Uma UnwrittenNot generated yetPending',
    ]);
    await dialog().getByText('2 of 7 messages to approve', { exact: false }).waitFor();
    await lookAt(page, 'preview');
  });

  test('a message shows to whom it goes and the signature that is added below it', async () => {
    await open('Ada Approved');
    await dialog().getByText(`To Ada Approved · ${sends['Ada Approved']?.recipientEmail}`).waitFor();
    const signature = dialog().getByText(/^Best,/);
    expect(await signature.textContent()).toBe(
      'Best,\nSam Vale\nNorthwind Trail Gear\nsam@northwind.example\n\n12 Ridge Road, Burlington, VT 05401\n\n' +
        'If you would rather not hear from me again, unsubscribe here:\n(each mail has a link of its own)',
    );
    await dialog().getByText('Approved', { exact: true }).last().waitFor();
    expect(await button(dialog(), 'Save Changes').isDisabled()).toBe(true);
    expect(await button(dialog(), 'Send again').count()).toBe(0);
  });

  test('one that is not written yet says so, and can be written by hand', async () => {
    await open('Uma Unwritten');
    await dialog().getByText('This message is not written yet. Generate it, or write it here yourself.').waitFor();
    expect(await isReadOnly(body())).toBe(false);
    expect(await button(dialog(), 'Approve').count()).toBe(0);
  });
});

describe('editing', () => {
  test("'Subject is required', 'Message is required' and placeholders are said beside the fields, with the focus on the first", async () => {
    await open('Ren Review');
    await subject().fill(' ');
    await body().fill('');
    await button(dialog(), 'Save Changes').click();
    expect([await errorOf(subject()), await errorOf(body())]).toEqual(['Subject is required', 'Message is required']);
    await expect.poll(() => isFocused(subject())).toBe(true);
    await lookAt(page, 'preview-errors');
    await subject().fill('For Ren');
    await body().fill('Dear {{firstName}}');
    await button(dialog(), 'Save Changes').click();
    expect(await errorOf(body())).toMatch(/^Placeholders such as \{\{firstName\}\} are not filled in/);
    await expect.poll(() => isFocused(body())).toBe(true);
  });

  test('what was typed stays while one looks at another message, and closing asks before it is lost', async () => {
    await body().fill('Dear Ren');
    await open('Ada Approved');
    expect(await body().inputValue()).toBe('Look.');
    expect(await tab('Ren Review').textContent()).toContain('Not saved');
    await page.keyboard.press('Escape');
    const asking = page.getByRole('alertdialog', { name: 'Close without saving?' });
    await asking.getByText('1 message has changes that are not saved.').waitFor();
    await button(asking, 'Cancel').click();
    await open('Ren Review');
    expect([await subject().inputValue(), await body().inputValue()]).toEqual(['For Ren', 'Dear Ren']);
  });

  test('Back and a reload ask before what was typed is lost', async () => {
    const { pathname } = new URL(page.url());
    const asking = page.getByRole('alertdialog', { name: 'Close without saving?' });
    for (let time = 0; time < 2; time += 1) {
      await page.evaluate(() => history.back());
      await asking.waitFor();
      await button(asking, 'Cancel').click();
    }
    expect(new URL(page.url()).pathname).toBe(pathname);
    expect(await body().inputValue()).toBe('Dear Ren');
    const question = page.waitForEvent('dialog');
    const reload = page.evaluate(() => setTimeout(() => location.reload(), 0));
    expect((await question).type()).toBe('beforeunload');
    await (await question).dismiss();
    await reload;
    expect(await body().inputValue()).toBe('Dear Ren');
  });

  test.each([
    [
      409,
      'Cannot edit messages that have already been sent',
      'This message has already been sent and cannot be edited.',
    ],
    [404, 'Campaign message not found', 'Message not found. It may have been deleted.'],
    [403, 'Not authorized to update this message', "You don't have permission to edit this message."],
    [500, undefined, 'Failed to update message. Please try again.'],
  ])('%i %s is said in its own words, and what was typed stays', async (status, error, text) => {
    await page.route('**/api/campaign-sends/*', refusal(status, error));
    await button(dialog(), 'Save Changes').click();
    await page.getByText(text, { exact: true }).first().waitFor();
    await toast(page, 'Update Failed', text, 'destructive');
    await page.unroute('**/api/campaign-sends/*');
    expect(await body().inputValue()).toBe('Dear Ren');
  });

  test("saved, it is approved: 'Message Updated'; a double click saves once", async () => {
    let saved = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saved += 1;
    });
    await button(dialog(), 'Save Changes').dblclick();
    await toast(page, 'Message Updated', 'Your text is saved and approved.');
    await tab('Ren Review').getByText('Approved, edited').waitFor();
    const now = (await sendsOf(person, campaign)).find(({ partner }) => partner.name === 'Ren Review');
    expect([now?.subject, now?.body, now?.approved, saved]).toEqual(['For Ren', 'Dear Ren', true, 1]);
    await dialog().getByText('1 of 7 messages to approve', { exact: false }).waitFor();
  });

  test('Approve approves a text as it stands and goes on to the next one that waits', async () => {
    await open('Rio Review');
    const before = await body().inputValue();
    expect(before).not.toBe('');
    await button(dialog(), 'Approve').click();
    await page.getByText('The text is approved.').first().waitFor();
    const notice = await (await toast(page, 'Message Updated', 'The text is approved.')).boundingBox();
    const save = await button(dialog(), 'Save Changes').boundingBox();
    const close = await button(dialog(), 'Close').boundingBox();
    const covered = (pressed: typeof save) =>
      !notice ||
      !pressed ||
      (notice.x < pressed.x + pressed.width &&
        pressed.x < notice.x + notice.width &&
        notice.y < pressed.y + pressed.height &&
        pressed.y < notice.y + notice.height);
    expect([covered(save), covered(close)]).toEqual([false, false]);
    await dialog().getByText('nothing waits for approval.', { exact: false }).waitFor();
    const now = (await sendsOf(person, campaign)).find(({ partner }) => partner.name === 'Rio Review');
    expect([now?.body, now?.approved, now?.edited]).toEqual([before, true, false]);
    expect(await tab('Rio Review').textContent()).toBe('Rio ReviewApprovedPending');
    expect(await button(dialog(), 'Approve').count()).toBe(0);
  });

  test('what is typed while a save is on its way stays unsaved; the save of a text that was left behind leaves no draft', async () => {
    let answer = (): void => undefined;
    const held = () => new Promise<void>((resolve) => (answer = resolve));
    let waiting = held();
    await page.route('**/api/campaign-sends/*', async (route) => {
      await waiting;
      await route.continue();
    });
    await open('Ren Review');
    await body().fill('Dear Ren, sent');
    await button(dialog(), 'Save Changes').click();
    await body().fill('Dear Ren, typed since');
    answer();
    await toast(page, 'Message Updated', 'Your text is saved and approved.');
    const bodyOf = async (name: string) =>
      (await sendsOf(person, campaign)).find(({ partner }) => partner.name === name)?.body;
    expect(await bodyOf('Ren Review')).toBe('Dear Ren, sent');
    await until(
      () => button(dialog(), 'Save Changes').getAttribute('aria-busy'),
      (busy) => busy === null,
    );
    expect(await body().inputValue()).toBe('Dear Ren, typed since');
    expect(await tab('Ren Review').textContent()).toContain('Not saved');
    waiting = held();
    await button(dialog(), 'Save Changes').click();
    await open('Ada Approved');
    answer();
    await tab('Ren Review').getByText('Approved, edited').waitFor();
    expect(await bodyOf('Ren Review')).toBe('Dear Ren, typed since');
    await page.unroute('**/api/campaign-sends/*');
  });

  test('a text that another window saved meanwhile is not overwritten: both are there to choose from', async () => {
    const ren = sends['Ren Review']?.id;
    const stored = async () =>
      (await sendsOf(person, campaign)).find(({ partner }) => partner.name === 'Ren Review')?.body;
    const seen = { subject: 'For Ren', body: (await stored()) ?? '' };
    await open('Ren Review');
    await body().fill('Typed in this window');
    // this window does not hear of the other in time
    await page.route(`**/api/campaigns/${campaign.id}/sends`, (route) => route.abort());
    await person.ok('PATCH', `/api/campaign-sends/${ren}`, {
      subject: 'For Ren',
      body: 'Saved in the other window',
      seen,
    });
    await button(dialog(), 'Save Changes').click();
    const text = 'This text was changed elsewhere, so nothing was saved. Review it before you decide.';
    await toast(page, 'Update Failed', text, 'destructive');
    expect(await stored()).toBe('Saved in the other window');
    await page.unroute(`**/api/campaigns/${campaign.id}/sends`);
    // and now it does
    await person.ok('PATCH', `/api/campaign-sends/${sends['Uma Unwritten']?.id}`, { subject: 'Uma', body: 'Hello' });
    await dialog().getByText('This text was changed elsewhere while you typed.', { exact: false }).waitFor();
    expect(await body().inputValue()).toBe('Typed in this window');
    await dialog().getByText('Show the other').click();
    await dialog().getByText('Saved in the other window').waitFor();
    await lookAt(page, 'preview-changed-elsewhere');
    await button(dialog(), 'Save mine anyway').click();
    await toast(page, 'Message Updated', 'Your text is saved and approved.');
    expect(await stored()).toBe('Typed in this window');
    expect(await dialog().getByText('This text was changed elsewhere while you typed.', { exact: false }).count()).toBe(
      0,
    );
  });

  test('Discard changes brings the saved text back', async () => {
    await open('Ada Approved');
    await body().fill('Something else');
    await button(dialog(), 'Discard changes').click();
    expect(await body().inputValue()).toBe('Look.');
  });
});

describe('what has left', () => {
  const asking = () => page.getByRole('alertdialog');
  const mailsTo = async (name: string) =>
    (await screens.app.outbox()).filter(({ to }) => to === sends[name]?.recipientEmail).length;

  test('a sent message cannot be edited', async () => {
    await open('Sue Sent');
    expect([await isReadOnly(subject()), await isReadOnly(body())]).toEqual([true, true]);
    expect(await button(dialog(), 'Save Changes').count()).toBe(0);
    await dialog().getByText('Sent messages cannot be edited.').waitFor();
    await lookAt(page, 'preview-sent');
  });

  test("it can be sent again, with a warning that the recipient will get it again; a refusal says 'Send Failed'", async () => {
    await button(dialog(), 'Send again').click();
    await asking()
      .getByText(`${sends['Sue Sent']?.recipientEmail} already got this email and will get it a second time.`)
      .waitFor();
    await page.route(
      '**/resend',
      refusal(429, 'The daily limit of 10 for this campaign is used up. Send the rest tomorrow.'),
    );
    await button(asking(), 'Send again').click();
    await toast(page, 'Send Failed', 'The daily limit of 10 for this campaign is used up.', 'destructive');
    await page.unroute('**/resend');
    await asking().waitFor({ state: 'hidden' });
    await page.route('**/resend', (route) => route.abort('connectionreset'));
    await button(dialog(), 'Send again').click();
    await button(asking(), 'Send again').click();
    await asking()
      .getByText(/so it may have been sent/)
      .waitFor();
    await page.unroute('**/resend');
    await button(asking(), 'Cancel').click();
    expect(await mailsTo('Sue Sent')).toBe(1);
  });

  test("confirmed, it leaves once more: 'Email Sent'", async () => {
    await button(dialog(), 'Send again').click();
    await button(asking(), 'Send again').dblclick();
    await toast(page, 'Email Sent', `Sent to ${sends['Sue Sent']?.recipientEmail}.`);
    await asking().waitFor({ state: 'hidden' });
    expect(await mailsTo('Sue Sent')).toBe(2);
  });

  test('a failed message says why, can be edited, and is tried again', async () => {
    await open('Fay Failed');
    await dialog()
      .getByRole('alert')
      .getByText(/^SendGrid answered 400/)
      .waitFor();
    expect(await isReadOnly(body())).toBe(false);
    await body().fill('A better text.');
    await button(dialog(), 'Save Changes').click();
    await toast(page, 'Message Updated');
    await button(dialog(), 'Send again').click();
    await asking()
      .getByText(`${sends['Fay Failed']?.recipientEmail} did not get it. It is sent immediately, without changes.`)
      .waitFor();
    await button(asking(), 'Send again').click();
    await toast(page, 'Email Sent');
    const mails = (await screens.app.outbox()).filter(({ to }) => to === sends['Fay Failed']?.recipientEmail);
    expect(mails.map(({ text }) => text.split('\n')[0])).toEqual(['A better text.']);
  });

  test('one whose fate is not known cannot be edited; it waits for a decision', async () => {
    await open('Ugo Unknown');
    expect(await isReadOnly(body())).toBe(true);
    await dialog().getByText('It may have been sent, so it cannot be edited.').waitFor();
    for (const choice of ['Mark as sent: Ugo Unknown', 'Send again to Ugo Unknown'])
      expect(await button(dialog(), choice).count()).toBe(1);
  });

  test('closed with the keyboard, it gives the focus back', async () => {
    await button(dialog(), 'Close').press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    await until(
      () => isFocused(button(page, 'Preview & Edit')),
      (focused) => focused,
    );
  });
});

test('who joins an active campaign is generated, reviewed and approved there, too, and then planned', async () => {
  const ready = await readyPerson(screens.app, 2);
  const [first, second] = ready.partners as [PartnerView, PartnerView];
  const active = await draftCampaign(ready.person, 'Running', { partners: [first], written: true });
  await setStatus(ready.person, active, 'active');
  await ready.person.ok('POST', `/api/campaigns/${active.id}/partners`, { partnerIds: [second.id] });
  const own = await screens.visit(`/campaigns/${active.id}`, ready.person);
  await button(own, 'Generate Messages').click();
  await own.getByText('1 text to review; nothing is sent before you approve it').waitFor();
  await button(own, 'Preview & Edit').click();
  const shown = own.getByRole('dialog', { name: 'Preview & Edit' });
  await shown.getByRole('button', { name: new RegExp(`^${escaped(second.name ?? '')}`) }).click();
  await button(shown, 'Approve').click();
  await toast(own, 'Message Updated');
  await until(
    () => sendsOf(ready.person, active),
    (all) => all.every(({ detail }) => detail === 'Scheduled'),
  );
  await own.context().close();
});

test('messages that cannot be loaded are said, and asked for again by hand; over 100, only those near are in the page', async () => {
  const other = await screens.visit('/campaigns', person);
  await other.route('**/sends', refusal(500));
  await button(other, 'Preview & Edit').click();
  const shown = other.getByRole('dialog', { name: 'Preview & Edit' });
  await shown.getByText('The messages could not be loaded.').waitFor();
  await other.unroute('**/sends');
  const one = sends['Ada Approved'] as SendView;
  const many = Array.from({ length: 130 }, (_, index) => ({
    ...one,
    id: `m${index}`,
    partner: { ...one.partner, name: `Person ${index + 1}` },
  }));
  await other.route('**/sends', (route) => route.fulfill({ json: many }));
  await button(shown, 'Try again').click();
  const list = shown.getByRole('list', { name: 'Messages' });
  await list.getByText('Person 1', { exact: true }).waitFor();
  expect(await list.getByRole('button').count()).toBeLessThan(60);
  await list.locator('xpath=..').evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await list.getByRole('button', { name: /^Person 130/ }).click();
  await shown.getByText(/^To Person 130/).waitFor();
  await other.context().close();
});
