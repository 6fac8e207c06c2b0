import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { CampaignActions } from '../../web/features/campaigns/CampaignActions.tsx';
import { answer, calls, failed, hold } from './support/api.ts';
import { aCampaign, aSend, sendIn, withPartners } from './support/campaignViews.ts';
import { errorOf, field, fillIn, seeFocusOn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

/** The messages as the server keeps them. */
let sends: SendView[];
let hand: UserEvent;
beforeEach(async () => {
  sends = [
    sendIn('unwritten', 'Uma Unwritten'),
    sendIn('review', 'Ren Review'),
    sendIn('review', 'Rio Review'),
    aSend('Ada Approved'),
    sendIn('sent', 'Sue Sent'),
    sendIn('failed', 'Fay Failed'),
    sendIn('unknown', 'Ugo Unknown'),
  ];
  answer('get', '/api/campaigns/:id/sends', () => sends);
});

const tabs = () => [...document.querySelectorAll<HTMLElement>('ul[aria-label=Messages] button')];
function tab(name: string): HTMLElement {
  const found = tabs().find((one) => one.textContent?.startsWith(name));
  if (!found) throw new Error(`No message to ${name}`);
  return found;
}
async function shown(name?: string): Promise<void> {
  hand = await renderPart(<CampaignActions campaign={aCampaign(withPartners(7, 6))} />);
  await hand.click(screen.getByText('Preview & Edit', { selector: 'button' }));
  await screen.findByText(/^To /);
  if (name) await open(name);
}
const open = async (name: string) => {
  await hand.click(tab(name));
  screen.getByText(new RegExp(`^To ${name}`));
};
const dialog = () => within(screen.getByRole('dialog', { name: 'Preview & Edit' }));
const description = () => document.querySelector('[role=dialog] header')?.textContent ?? '';
const asking = () => within(screen.getByRole('alertdialog'));
const settled = () => waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());
const button = (name: string) => screen.queryByText(name, { selector: '[role=dialog] button' });
const press = (name: string) => hand.click(screen.getByText(name, { selector: '[role=dialog] button' }));
const body = () => field('Message', 'textarea');
const type = (text: string) => fillIn(hand, body(), text);
const bodyOf = (name: string) => sends.find(({ partner }) => partner.name === name)?.body;
/** The server keeps a text as this, and answers with it. */
function keeps(name: string, more: Partial<SendView>): SendView {
  sends = sends.map((one) => (one.partner.name === name ? { ...one, ...more } : one));
  const kept = sends.find(({ partner }) => partner.name === name);
  if (!kept) throw new Error(`No message to ${name}`);
  return kept;
}
/** The server saves and approves what it gets for this person. */
const saves = (name: string, until: Promise<void> = Promise.resolve()) =>
  answer('patch', '/api/campaign-sends/:id', async ({ body: sent }) => {
    await until;
    const { subject, body: text } = sent as { subject: string; body: string };
    const before = sends.find(({ partner }) => partner.name === name);
    return keeps(name, { subject, body: text, approved: true, edited: text !== before?.body, detail: 'Approved' });
  });

describe('the preview', () => {
  test('every message is in a list with its state; what waits for approval is counted', async () => {
    await shown();
    expect(
      tabs()
        .map(({ textContent }) => textContent)
        .sort(),
    ).toEqual([
      'Ada ApprovedApproved, editedPending',
      'Fay FailedFailedFailed',
      'Ren ReviewReady for reviewPending',
      'Rio ReviewReady for reviewPending',
      expect.stringMatching(/^Sue Sent\w+, \w+ 3(, 2026)?, 10:02 AM.*Sent$/),
      'Ugo UnknownWe could not confirm whether this leftUnknown',
      'Uma UnwrittenNot generated yetPending',
    ]);
    expect(description()).toContain('2 of 7 messages to approve');
  });

  test('a message shows to whom it goes and the signature that is added below it', async () => {
    await shown('Ada Approved');
    screen.getByText('To Ada Approved · ada@lindqvist.example');
    expect(screen.getByText(/^Best,/).textContent).toBe(
      'Best,\nSam Vale\nNorthwind Trail Gear\nsam@northwind.example\n\n12 Ridge Road, Burlington, VT 05401\n\n' +
        'If you would rather not hear from me again, unsubscribe here:\n(each mail has a link of its own)',
    );
    screen.getByText('Approved', { selector: 'footer *' });
    expect(button('Save Changes')).toHaveProperty('disabled', true);
    expect(button('Send again')).toBeNull();
  });

  test('one that is not written yet says so, and can be written by hand', async () => {
    await shown('Uma Unwritten');
    screen.getByText('This message is not written yet. Generate it, or write it here yourself.');
    expect(body().readOnly).toBe(false);
    expect(button('Approve')).toBeNull();
  });

  test('messages that cannot be loaded are asked for again by hand; of over 100, only those near are there', async () => {
    answer('get', '/api/campaigns/:id/sends', () => failed(500));
    hand = await renderPart(<CampaignActions campaign={aCampaign(withPartners(7, 7))} />);
    await hand.click(screen.getByText('Preview & Edit', { selector: 'button' }));
    await screen.findByText('The messages could not be loaded.');
    const many = Array.from({ length: 130 }, (_, index) => aSend(`Person${index + 1} Vale`));
    answer('get', '/api/campaigns/:id/sends', many);
    await press('Try again');
    await screen.findByText(/^To Person1 /);
    expect(tabs().length).toBeLessThan(60);
  });

  test('closed with the keyboard, it gives the focus back', async () => {
    await shown();
    screen.getByLabelText('Close').focus();
    await hand.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await seeFocusOn(() => screen.getByText('Preview & Edit', { selector: 'button' }));
  });
});

describe('editing', () => {
  test("'Subject is required' and 'Message is required' beside the fields, with the focus on the first", async () => {
    await shown('Ren Review');
    await fillIn(hand, field('Subject'), ' ');
    await type('');
    await press('Save Changes');
    expect([errorOf(field('Subject')), errorOf(body())]).toEqual(['Subject is required', 'Message is required']);
    await seeFocusOn(() => field('Subject'));
    expect(calls).toEqual([]);
  });

  test('placeholders are refused beside the message, with the focus there', async () => {
    await shown('Ren Review');
    await type('Dear {{firstName}}');
    await press('Save Changes');
    expect(errorOf(body())).toMatch(/^Placeholders such as \{\{firstName\}\} are not filled in/);
    await seeFocusOn(body);
  });

  test('what was typed stays while one looks at another message, and closing asks before it is lost', async () => {
    await shown('Ren Review');
    await type('Dear Ren');
    await open('Ada Approved');
    expect(body().value).toBe('Look.');
    expect(tab('Ren Review').textContent).toContain('Not saved');
    await hand.keyboard('{Escape}');
    await screen.findByText('Close without saving?');
    asking().getByText('1 message has changes that are not saved.');
    await hand.click(asking().getByText('Cancel'));
    await settled();
    await open('Ren Review');
    expect(body().value).toBe('Dear Ren');
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
    await shown('Ren Review');
    await type('Dear Ren');
    answer('patch', '/api/campaign-sends/:id', () => failed(status, error));
    await press('Save Changes');
    await seeToast({ title: 'Update Failed', text, variant: 'destructive' });
    expect(body().value).toBe('Dear Ren');
  });

  test("saved, it is approved: 'Message Updated'; a double click saves once", async () => {
    await shown('Ren Review');
    await fillIn(hand, field('Subject'), 'For Ren');
    await type('Dear Ren');
    saves('Ren Review');
    await hand.dblClick(screen.getByText('Save Changes'));
    await seeToast({ title: 'Message Updated', text: 'Your text is saved and approved.' });
    await waitFor(() => expect(tab('Ren Review').textContent).toContain('Approved, edited'));
    const seen = { subject: 'A vest for Ren Review', body: 'Look.' };
    expect(calls.map((call) => call.body)).toEqual([{ subject: 'For Ren', body: 'Dear Ren', seen }]);
    expect(description()).toContain('1 of 7 messages to approve');
  });

  test('Approve approves a text as it is and goes on to the next one that waits', async () => {
    await shown('Ren Review');
    saves('Ren Review');
    await press('Approve');
    await seeToast({ title: 'Message Updated', text: 'The text is approved.' });
    const text = { subject: 'A vest for Ren Review', body: 'Look.' };
    expect(calls.map((call) => call.body)).toEqual([{ ...text, seen: text, passed: [] }]);
    await screen.findByText(/^To Rio Review/);
    saves('Rio Review');
    await press('Approve');
    await waitFor(() => expect(description()).toContain('nothing waits for approval.'));
    expect(tab('Rio Review').textContent).toBe('Rio ReviewApprovedPending');
    expect(button('Approve')).toBeNull();
  });

  test('what is typed while a save is on its way stays unsaved', async () => {
    await shown('Ren Review');
    const { held, release } = hold();
    saves('Ren Review', held);
    await type('Dear Ren, sent');
    await press('Save Changes');
    await type('Dear Ren, typed since');
    release();
    await seeToast({ title: 'Message Updated' });
    await waitFor(() => expect(button('Save Changes')?.getAttribute('aria-busy')).toBeNull());
    expect(bodyOf('Ren Review')).toBe('Dear Ren, sent');
    expect(body().value).toBe('Dear Ren, typed since');
    expect(tab('Ren Review').textContent).toContain('Not saved');
  });

  test('the save of a text that was left behind leaves no draft', async () => {
    await shown('Ren Review');
    const { held, release } = hold();
    saves('Ren Review', held);
    await type('Dear Ren');
    await press('Save Changes');
    await open('Ada Approved');
    release();
    await waitFor(() => expect(tab('Ren Review').textContent).toContain('Approved, edited'));
  });

  test('a text that another window saved is not overwritten: both are there to choose from', async () => {
    await shown('Ren Review');
    await type('Typed in this window');
    // this window does not hear of the other in time
    answer('patch', '/api/campaign-sends/:id', () => {
      keeps('Ren Review', { body: 'Saved in the other window' });
      return failed(409, 'This text was changed elsewhere');
    });
    await press('Save Changes');
    const text = 'This text was changed elsewhere, so nothing was saved. Review it before you decide.';
    await seeToast({ title: 'Update Failed', text, variant: 'destructive' });
    const both = /This text was changed elsewhere while you typed\./;
    await screen.findByText(both);
    expect(body().value).toBe('Typed in this window');
    await hand.click(screen.getByText('Show the other'));
    screen.getByText('Saved in the other window');
    saves('Ren Review');
    await press('Save mine anyway');
    await seeToast({ title: 'Message Updated' });
    expect(bodyOf('Ren Review')).toBe('Typed in this window');
    expect(calls.at(-1)?.body).toMatchObject({ seen: { body: 'Saved in the other window' } });
    await waitFor(() => expect(screen.queryByText(both)).toBeNull());
  });

  test('a text that another window saves while one types is shown at once', async () => {
    await shown('Ren Review');
    await type('Typed in this window');
    keeps('Ren Review', { body: 'Saved in the other window' });
    notice({ kind: 'message', id: 'm', type: 'MessageEdited', version: 7 });
    await screen.findByText(/This text was changed elsewhere while you typed\./);
    expect(body().value).toBe('Typed in this window');
  });

  test('Discard changes brings the saved text back', async () => {
    await shown('Ada Approved');
    await type('Something else');
    await press('Discard changes');
    expect(body().value).toBe('Look.');
  });
});

describe('what has left', () => {
  const confirm = () => hand.click(asking().getByText('Send again', { selector: 'button' }));

  test.each([
    ['Sue Sent', 'Sent messages cannot be edited.'],
    ['Ugo Unknown', 'It may have been sent, so it cannot be edited.'],
  ])('%s cannot be edited', async (name, why) => {
    await shown(name);
    expect([field('Subject').readOnly, body().readOnly]).toEqual([true, true]);
    expect(button('Save Changes')).toBeNull();
    screen.getByText(why);
  });

  test('one whose fate is not known waits for a decision', async () => {
    await shown('Ugo Unknown');
    dialog().getByLabelText('Mark as sent: Ugo Unknown');
    dialog().getByLabelText('Send again to Ugo Unknown');
  });

  test("sent again, with a warning that the recipient gets it twice; a refusal says 'Send Failed'", async () => {
    await shown('Sue Sent');
    await press('Send again');
    asking().getByText('sue@lindqvist.example already got this email and will get it a second time.');
    const words = 'The daily limit of 10 for this campaign is used up. Send the rest tomorrow.';
    answer('post', '/api/campaign-sends/:id/resend', () => failed(429, words));
    await confirm();
    await seeToast({ title: 'Send Failed', text: words, variant: 'destructive' });
    await settled();
  });

  test("without an answer it may have been sent; confirmed, it leaves once more: 'Email Sent'", async () => {
    await shown('Sue Sent');
    answer('post', '/api/campaign-sends/:id/resend', () => HttpResponse.error());
    await press('Send again');
    await confirm();
    await asking().findByText(/so it may have been sent/);
    calls.length = 0;
    answer('post', '/api/campaign-sends/:id/resend', sendIn('sent', 'Sue Sent', { id: 'm-again' }));
    await hand.dblClick(asking().getByText('Send again', { selector: 'button' }));
    await seeToast({ title: 'Email Sent', text: 'Sent to sue@lindqvist.example.' });
    await settled();
    expect(calls).toHaveLength(1);
  });

  test('a failed message says why, can be edited, and is tried again', async () => {
    await shown('Fay Failed');
    dialog().getByText('SendGrid answered 400; the message was refused');
    saves('Fay Failed');
    await type('A better text.');
    await press('Save Changes');
    await seeToast({ title: 'Message Updated' });
    await waitFor(() => expect(button('Send again')).not.toBeNull());
    await press('Send again');
    asking().getByText('fay@lindqvist.example did not get it. It is sent immediately, without changes.');
    answer('post', '/api/campaign-sends/:id/resend', sendIn('sent', 'Fay Failed', { id: 'm-again' }));
    await confirm();
    await seeToast({ title: 'Email Sent' });
  });
});
