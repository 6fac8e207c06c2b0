import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { ReviewScreen } from '../../web/features/review/ReviewScreen.tsx';
import { answer, calls, failed, hold } from './support/api.ts';
import { aCampaign, aSend, aStartPreview, sendIn, withPartners } from './support/campaignViews.ts';
import { errorOf, field, fillIn, seeFocusOn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile, aUser } from './support/views.ts';

/** The messages as the server keeps them. */
let sends: SendView[];
let hand: UserEvent;
let owners = 0;
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
  answer('get', '/api/campaigns/:id', aCampaign(withPartners(7, 7)));
  answer('get', '/api/partners/:id', () => failed(404));
  // drafts are kept for the tab, and each user sees only their own
  owners += 1;
  answer('get', '/api/auth/user', aUser({ id: `user-${owners}` }));
});

const tabs = () => [...document.querySelectorAll<HTMLElement>('ul[aria-label=Messages] button')];
const nameIn = (tab: HTMLElement) => tab.querySelector('bdi')?.textContent ?? '';
const stateIn = (tab: HTMLElement) => tab.querySelector('[title]')?.textContent ?? '';
function tab(name: string): HTMLElement {
  const found = tabs().find((one) => nameIn(one) === name);
  if (!found) throw new Error(`No message to ${name}`);
  return found;
}
async function shown(name?: string): Promise<void> {
  hand = await renderPart(<ReviewScreen campaignId="c1" />, '/campaigns/c1/review');
  await screen.findByRole('list', { name: 'Messages' });
  if (name) await open(name);
}
const opened = () => document.querySelector('article')?.getAttribute('aria-label');
const open = async (name: string) => {
  await hand.click(tab(name));
  await waitFor(() => expect(opened()).toBe(`Message to ${name}`));
};
const letter = () => within(screen.getByRole('article'));
const edit = () => press('Edit');
const toReview = () => document.querySelector('section[aria-label="All messages"] [role=status]')?.textContent ?? '';
const asking = () => within(screen.getByRole('alertdialog'));
const settled = () => waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());
const button = (name: string) => screen.queryByText(name, { selector: 'article button' });
const press = (name: string) => hand.click(screen.getByText(name, { selector: 'article button' }));
const key = (init: KeyboardEventInit) => fireEvent.keyDown(document.activeElement ?? document.body, init);
const body = () => field('Message', 'textarea');
const type = async (text: string) => {
  if (button('Edit')) await edit();
  await fillIn(hand, body(), text);
};
const bodyOf = (name: string) => sends.find(({ partner }) => partner.name === name)?.body;
/** The server keeps a text as this, and answers with it. */
function keeps(name: string, more: Partial<SendView>): SendView {
  sends = sends.map((one) => (one.partner.name === name ? { ...one, ...more } : one));
  const kept = sends.find(({ partner }) => partner.name === name);
  if (!kept) throw new Error(`No message to ${name}`);
  return kept;
}
/** The server saves and approves its input for this person. */
const saves = (name: string, until: Promise<void> = Promise.resolve()) =>
  answer('patch', '/api/campaign-sends/:id', async ({ body: sent }) => {
    await until;
    const { subject, body: text } = sent as { subject: string; body: string };
    const before = sends.find(({ partner }) => partner.name === name);
    const edited = text !== before?.body;
    return keeps(name, { subject, body: text, approved: true, edited, detail: 'Approved', flaws: [] });
  });

describe('the review', () => {
  test('every message is in a list with its state, those to review first; it opens on the first of them', async () => {
    await shown();
    const states = tabs().map((one) => `${nameIn(one)}: ${stateIn(one)}`);
    expect(states).toEqual([
      'Ugo Unknown: Unconfirmed',
      'Ren Review: Ready for review',
      'Rio Review: Ready for review',
      'Fay Failed: Failed',
      'Ada Approved: Approved, edited',
      expect.stringMatching(/^Sue Sent: Sent, \w+, \w+ 3(, 2026)?, 10:02 AM/),
      'Uma Unwritten: Not generated yet',
    ]);
    expect(toReview()).toBe('2 of 7 messages to review');
    expect(opened()).toBe('Message to Ren Review');
    expect(window.location.search).toBe('?message=m-Ren+Review');
  });

  test('one that the AI advised against says why, and is written only when the user wants it', async () => {
    const unfit = { status: 'unfit', subject: null, body: null, approved: false } as const;
    const reason = 'She takes no partnerships.';
    sends = [...sends, aSend('Una Unfit', { ...unfit, unfit: { reason }, detail: `No email: ${reason}` })];
    answer('post', '/api/campaign-sends/:id/write-anyway', () =>
      keeps('Una Unfit', {
        status: 'pending',
        unfit: null,
        body: 'Hi Una.',
        subject: 'A vest',
        detail: 'Ready for review',
      }),
    );
    await shown('Una Unfit');
    expect(stateIn(tab('Una Unfit'))).toBe(`No email: ${reason}`);
    expect(letter().getByRole('status').textContent).toContain(reason);
    expect(document.querySelector('article [name=body]')).toBeNull();
    expect(letter().queryByRole('region', { name: /^Signature/ })).toBeNull();
    await press('Write it anyway');
    await seeToast({ title: 'Message Written', text: 'Read it before you approve it.' });
    expect(await letter().findByText('Hi Una.')).toBeTruthy();
    expect(await letter().findByRole('region', { name: /^Signature/ })).toBeTruthy();
  });

  test('one number of messages is said everywhere, without cancelled ones and answers', async () => {
    const left = [sendIn('cancelled', 'Cleo Cancelled'), sendIn('unknown', 'Ana Answered', { answer: 'a1' })];
    sends = [...sends, ...left];
    await shown();
    expect(toReview()).toBe('2 of 7 messages to review');
    const bar = document.querySelector('header')?.textContent;
    expect(bar).toContain('4 of 7 approved');
    expect(bar).toContain('2 of 7');
    expect(tabs()).toHaveLength(7);
    expect(screen.getByRole('progressbar', { name: 'Approved' }).getAttribute('aria-valuemax')).toBe('7');
  });

  test('one that is cancelled while it is read stays open', async () => {
    await shown('Ren Review');
    keeps('Ren Review', { status: 'cancelled', detail: 'Cancelled: they replied' });
    notice({ kind: 'message', id: 'm1', type: 'MessageCancelled', version: 5 });
    await waitFor(() => expect(toReview()).toBe('1 of 6 messages to review'));
    expect(opened()).toBe('Message to Ren Review');
  });

  test('a message shows to whom it goes and the signature that is added below it', async () => {
    await shown('Ada Approved');
    letter().getByText(/ada@lindqvist\.example$/);
    expect(screen.getByText(/^Best,/).textContent).toBe(
      'Best,\nSam Vale\nNorthwind Trail Gear\nsam@northwind.example\n\n12 Ridge Road, Burlington, VT 05401\n\n' +
        'If you would rather not hear from me again, unsubscribe here:\n(each email has a link of its own)',
    );
    letter().getByText('Approved');
    expect(button('Approve & next')).toBeNull();
    expect(button('Send again')).toBeNull();
  });

  test('one that is not written yet says so, and can be written by hand', async () => {
    await shown('Uma Unwritten');
    screen.getByText('This message is not written yet. Generate it, or write it here yourself.');
    expect(body().readOnly).toBe(false);
    expect(button('Approve & next')).toBeNull();
  });

  test('messages that cannot be loaded are asked for again by hand; of over 100, only those near are there', async () => {
    answer('get', '/api/campaigns/:id/sends', () => failed(500));
    hand = await renderPart(<ReviewScreen campaignId="c1" />, '/campaigns/c1/review');
    await screen.findByText('The messages could not be loaded.');
    const many = Array.from({ length: 130 }, (_, index) => sendIn('review', `Person${index + 1} Vale`));
    answer('get', '/api/campaigns/:id/sends', many);
    await hand.click(screen.getByText('Try again'));
    await waitFor(() => expect(opened()).toBe('Message to Person1 Vale'));
    expect(tabs().length).toBeLessThan(60);
  });

  test('a sentence shows the evidence that it rests on, and is marked while the evidence is pointed at', async () => {
    const text = 'Hi Ren,\n\nYour repair clinic on Sundays is a fine idea. We make a vest.';
    const basedOn = [{ id: 'e1', text: 'I run a repair clinic every Sunday.', url: 'https://ren.example/about' }];
    const parts = [
      { text: 'Hi Ren,', kind: 'courtesy' as const, cites: [] },
      { text: 'Your repair clinic on Sundays is a fine idea.', kind: 'about_them' as const, cites: ['e1'] },
      { text: 'We make a vest.', kind: 'about_us' as const, cites: ['profile'] },
    ];
    sends = [sendIn('review', 'Ren Review', { body: text, basedOn, parts })];
    await shown();
    const sentence = letter().getByRole('link', { name: 'Your repair clinic on Sundays is a fine idea.' });
    const evidence = within(screen.getByRole('complementary', { name: 'Partner and evidence' }));
    const fact = evidence.getByText('I run a repair clinic every Sunday.').closest('li');
    expect(fact?.classList.contains('bg-mark')).toBe(false);
    act(() => sentence.focus());
    expect(fact?.classList.contains('bg-mark')).toBe(true);
    act(() => sentence.blur());
    await hand.hover(fact as Element);
    await waitFor(() => expect(sentence.classList.contains('bg-mark')).toBe(true));
    await hand.click(sentence);
    expect(document.activeElement).toBe(fact);
  });
});

describe('keys', () => {
  test('J and K go through the list, E edits, Escape leaves the field, and none fires while one types', async () => {
    await shown();
    key({ key: 'j' });
    await waitFor(() => expect(opened()).toBe('Message to Rio Review'));
    key({ key: 'k' });
    await waitFor(() => expect(opened()).toBe('Message to Ren Review'));
    key({ key: 'e' });
    await seeFocusOn(body);
    key({ key: 'j' });
    expect(opened()).toBe('Message to Ren Review');
    key({ key: 'Escape' });
    expect(screen.queryByLabelText('Message', { selector: 'textarea' })).toBeNull();
    await seeFocusOn(() => screen.getByRole('article'));
  });

  test('Ctrl+Enter approves and goes on to the next, until all are reviewed and Start is next', async () => {
    await shown();
    saves('Ren Review');
    key({ key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(opened()).toBe('Message to Rio Review'));
    await seeFocusOn(() => screen.getByRole('article'));
    await seeToast({ title: 'Message Updated', text: 'The text is approved.' });
    const text = { subject: 'A vest for Ren Review', body: 'Look.' };
    expect(calls.map((call) => call.body)).toEqual([{ ...text, seen: text, passed: [] }]);
    saves('Rio Review');
    key({ key: 'Enter', metaKey: true });
    const end = within(await screen.findByRole('region', { name: 'All reviewed' }));
    end.getByRole('button', { name: 'Start' });
    expect(end.getByText('All reviewed').previousElementSibling?.tagName).toBe('svg');
    await waitFor(() => expect(toReview()).toBe('7 messages, nothing to review'));
  });

  test('a message that leaves while it is edited still shows what was typed, until that is discarded', async () => {
    await shown('Ada Approved');
    await type('A better text');
    keeps('Ada Approved', sendIn('sent', 'Ada Approved'));
    notice({ kind: 'message', id: 'm-Ada Approved', type: 'EmailSent', version: 7 });
    await letter().findByText(/^Your changes were not saved in time/);
    letter().getByText('A better text');
    letter().getByText('Look.');
    await press('Discard');
    expect(letter().queryByText('A better text')).toBeNull();
  });

  test('an edit that is not saved is named at the end and at Start, for the saved text is sent', async () => {
    sends = [sendIn('review', 'Ren Review')];
    await shown();
    await type('Dear Ren, mine');
    letter().getByText('Saving approves it, unless it is flagged.');
    // another window approves the saved text
    keeps('Ren Review', { approved: true });
    notice({ kind: 'message', id: 'm1', type: 'MessageApproved', version: 3 });
    await waitFor(() => expect(toReview()).toBe('1 message, nothing to review'));
    cleanup();
    await shown();
    const end = within(await screen.findByRole('region', { name: 'All reviewed' }));
    end.getByText('1 edit not saved');
    expect(end.getByText('Open the message').getAttribute('href')).toBe(`/campaigns/c1/review?message=${sends[0]?.id}`);
    answer('get', '/api/campaigns/:id/start-preview', aStartPreview());
    await hand.click(end.getByRole('button', { name: 'Start' }));
    await screen.findByText('1 edit is not saved. The saved text is sent.');
  });

  test('a flagged one is let pass by its button alone', async () => {
    sends = [sendIn('review', 'Ren Review', { flaws: [{ rule: 'claim', quote: '3 million' }] })];
    await shown();
    key({ key: 'Enter', ctrlKey: true });
    await seeFocusOn(() => screen.getByText('Approve anyway', { selector: 'button' }));
    expect(calls).toEqual([]);
    saves('Ren Review');
    await press('Approve anyway');
    await screen.findByRole('region', { name: 'All reviewed' });
    expect(calls[0]?.body).toMatchObject({ passed: [{ rule: 'claim', quote: '3 million' }] });
  });

  test('the second press of a double click does not approve the next text', async () => {
    sends = ['Ren Review', 'Rio Review'].map((name) =>
      sendIn('review', name, { flaws: [{ rule: 'claim', quote: '3 million' }] }),
    );
    saves('Ren Review');
    await shown();
    const approve = (detail: number) => fireEvent.click(screen.getByText('Approve anyway'), { detail });
    approve(1);
    await waitFor(() => expect(opened()).toBe('Message to Rio Review'));
    approve(2);
    expect(opened()).toBe('Message to Rio Review');
    await waitFor(() => expect(calls).toHaveLength(1));
  });

  test('a text that is flagged when it is saved stays open, with the reason', async () => {
    await shown('Ren Review');
    await type('Join our 3 million users');
    answer('patch', '/api/campaign-sends/:id', ({ body: sent }) => {
      const { body: text } = sent as { body: string };
      return keeps('Ren Review', { body: text, edited: true, flaws: [{ rule: 'claim', quote: '3 million' }] });
    });
    key({ key: 'Enter', ctrlKey: true });
    await seeToast({ title: 'Message Updated', text: /^Your text is saved, but it was flagged/ });
    await letter().findByText('“3 million” is in neither the profile nor your own texts.');
    await seeFocusOn(() => screen.getByRole('article'));
    expect(opened()).toBe('Message to Ren Review');
  });

  test('one that was approved before it was flagged is to review, and can be let pass', async () => {
    const flaws = [{ rule: 'claim' as const, quote: '3 million' }];
    sends = [sendIn('review', 'Ren Review', { approved: true, flaws })];
    await shown();
    expect(toReview()).toBe('1 of 1 message to review');
    saves('Ren Review');
    await press('Approve anyway');
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ passed: flaws }));
  });

  test('a text that is refused is back among those to review', async () => {
    await shown();
    answer('patch', '/api/campaign-sends/:id', () => failed(409, 'any words', { details: { code: 'text_changed' } }));
    key({ key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(opened()).toBe('Message to Rio Review'));
    await seeToast({ title: 'Update Failed', variant: 'destructive' });
    await waitFor(() => expect(toReview()).toBe('2 of 7 messages to review'));
  });
});

test('Approve all leaves flagged ones out, and says so', async () => {
  sends = [...sends, sendIn('review', 'Flo Flagged', { flaws: [{ rule: 'claim', quote: '3 million' }] })];
  await shown();
  await hand.click(screen.getByText('Approve all 2', { selector: 'button' }));
  await screen.findByRole('alertdialog');
  asking().getByText('1 flagged message is left out. Review it.');
  const ids = ['m-Ren Review', 'm-Rio Review'];
  answer('post', '/api/campaign-sends/steer', () => {
    for (const name of ['Ren Review', 'Rio Review']) keeps(name, { approved: true, detail: 'Approved' });
    return { changed: ids, refused: [] };
  });
  await hand.click(asking().getByText('Approve all 2', { selector: 'button' }));
  await seeToast({ title: 'Messages Approved', text: '2 messages approved.' });
  expect(calls.map(({ body }) => body)).toEqual([
    { act: 'approve', ids, seen: { 'm-Ren Review': expect.any(Object), 'm-Rio Review': expect.any(Object) } },
  ]);
  await waitFor(() => expect(toReview()).toBe('1 of 8 messages to review'));
});

describe('editing', () => {
  test("'Subject is required' and 'Message is required' beside the fields, with the focus on the first", async () => {
    await shown('Ren Review');
    await edit();
    await fillIn(hand, field('Subject'), ' ');
    await type('');
    await press('Save Changes');
    await waitFor(() => errorOf(field('Subject')));
    expect([errorOf(field('Subject')), errorOf(body())]).toEqual(['Subject is required', 'Message is required']);
    await seeFocusOn(() => field('Subject'));
    expect(calls).toEqual([]);
  });

  test('placeholders are refused beside the message, with the focus there', async () => {
    await shown('Ren Review');
    await type('Dear {{first}}');
    await press('Save Changes');
    await waitFor(() => errorOf(body()));
    expect(errorOf(body())).toBe('Write out {{first}}: nothing fills it in');
    await seeFocusOn(body);
  });

  test('variables are filled in as they are typed or inserted, and one without a value is named', async () => {
    answer('get', '/api/snippets', [{ id: 's1', name: 'Call', text: ' from {{businessName}}: ' }]);
    await shown('Ren Review');
    await type('Dear {{firstName}}');
    expect(body().value).toBe('Dear Ren');
    await press('Insert');
    await hand.click(await screen.findByRole('button', { name: 'Call' }));
    await press('Insert');
    await hand.click(await screen.findByRole('button', { name: /Your booking link/ }));
    expect(body().value).toBe(`Dear Ren from ${aProfile().businessName}: {{bookingLink}}`);
    await seeFocusOn(body);
    await press('Save Changes');
    await waitFor(() => errorOf(body()));
    expect(errorOf(body())).toBe('{{bookingLink}} is empty in your business profile. Write it out.');
    expect(calls).toEqual([]);
  });

  test('the text that is shown goes to the user’s own address, saved or not', async () => {
    answer('post', '/api/campaign-sends/:id/copy', { to: 'sam@northwind.example' });
    await shown('Ren Review');
    await type('Dear Ren');
    await press('Send this text to me');
    await seeToast({ title: 'Sent to You', text: 'Look into the inbox of sam@northwind.example.' });
    expect(calls).toEqual([
      expect.objectContaining({
        body: { subject: expect.any(String), body: 'Dear Ren', requestId: expect.any(String) },
      }),
    ]);
  });

  test('what was typed stays while one looks at another message, and over a visit elsewhere', async () => {
    await shown('Ren Review');
    await type('Dear Ren');
    await open('Ada Approved');
    letter().getByText('Look.');
    expect(stateIn(tab('Ren Review'))).toBe('Not saved');
    cleanup();
    await shown('Ren Review');
    expect(body().value).toBe('Dear Ren');
    await press('Discard changes');
    letter().getByText('Look.');
  });

  test.each([
    [409, 'edit_of_sent', 'This message has already been sent and cannot be edited.'],
    [404, 'no_message', 'Message not found. It may have been deleted.'],
    [500, undefined, 'Failed to update message. Please try again.'],
  ])('%i %s is said in its own words, and what was typed stays', async (status, code, text) => {
    await shown('Ren Review');
    await type('Dear Ren');
    answer('patch', '/api/campaign-sends/:id', () => failed(status, 'any words', { details: { code } }));
    await press('Save Changes');
    await seeToast({ title: 'Update Failed', text, variant: 'destructive' });
    expect(body().value).toBe('Dear Ren');
  });

  test("saved, it is approved: 'Message Updated'; a double click saves once", async () => {
    await shown('Ren Review');
    await edit();
    await fillIn(hand, field('Subject'), 'For Ren');
    await type('Dear Ren');
    saves('Ren Review');
    await hand.dblClick(screen.getByText('Save Changes'));
    await seeToast({ title: 'Message Updated', text: 'Your text is saved and approved.' });
    await waitFor(() => expect(stateIn(tab('Ren Review'))).toBe('Approved, edited'));
    const seen = { subject: 'A vest for Ren Review', body: 'Look.' };
    expect(calls.map((call) => call.body)).toEqual([{ subject: 'For Ren', body: 'Dear Ren', seen }]);
    expect(toReview()).toBe('1 of 7 messages to review');
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
    expect(stateIn(tab('Ren Review'))).toBe('Not saved');
  });

  test('the save of a text that was left behind leaves no draft', async () => {
    await shown('Ren Review');
    const { held, release } = hold();
    saves('Ren Review', held);
    await type('Dear Ren');
    await press('Save Changes');
    await open('Ada Approved');
    release();
    await waitFor(() => expect(stateIn(tab('Ren Review'))).toBe('Approved, edited'));
  });

  test('a text that another window saved is not overwritten: both are there to choose from', async () => {
    await shown('Ren Review');
    await type('Typed in this window');
    // this window does not hear of the other in time
    answer('patch', '/api/campaign-sends/:id', () => {
      keeps('Ren Review', { body: 'Saved in the other window' });
      return failed(409, 'any words', { details: { code: 'text_changed' } });
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
});

describe('what has left', () => {
  const confirm = () => hand.click(asking().getByText('Send again', { selector: 'button' }));

  test.each([
    ['Sue Sent', 'Sent messages cannot be edited.'],
    ['Ugo Unknown', 'It may have been sent, so it cannot be edited.'],
  ])('%s cannot be edited', async (name, why) => {
    await shown(name);
    expect([button('Edit'), button('Save Changes')]).toEqual([null, null]);
    screen.getByText(why);
  });

  test('one whose fate is not known waits for a decision', async () => {
    await shown('Ugo Unknown');
    letter().getByLabelText('Mark as sent: Ugo Unknown');
    letter().getByLabelText('Send again to Ugo Unknown');
  });

  test("sent again, with a warning that the recipient gets it twice; a refusal says 'Send Failed'", async () => {
    await shown('Sue Sent');
    await press('Send again');
    asking().getByText('sue@lindqvist.example already got this email and will get it a second time.');
    const words = 'The daily limit of 10 for this campaign is used up. Wait until tomorrow.';
    answer('post', '/api/campaign-sends/:id/resend', () => failed(429, words));
    await confirm();
    await seeToast({ title: 'Send Failed', text: words, variant: 'destructive' });
    await settled();
  });

  test('an email that came back leads to where another address is found', async () => {
    const delivery = { report: 'bounced', text: 'Came back', cameBack: true, at: '2026-03-03T10:03:00.000Z' } as const;
    sends = [sendIn('sent', 'Sue Sent', { delivery, needsAddress: true })];
    await shown('Sue Sent');
    letter().getByRole('link', { name: 'Find one, or enter it' });
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
    letter().getByText('SendGrid answered 400; the message was refused');
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
