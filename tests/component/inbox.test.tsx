import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConversationView } from '../../api/views.ts';
import { InboxScreen } from '../../web/features/inbox/InboxScreen.tsx';
import { answer, calls, failed, hold, reads } from './support/api.ts';
import { aConversation, anInbox, aReceivedMail, aSentMail, aThread } from './support/inboxViews.ts';
import { notice } from './support/notices.ts';
import { renderApp, renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile, aSendingAccount } from './support/views.ts';

const NOW = new Date().toISOString();
const LONG = 'averylongname'.repeat(8);
let conversations: ConversationView[];
const at = (id: string) => conversations.find((one) => one.id === id) ?? aConversation();
beforeEach(() => {
  conversations = [
    aConversation(),
    aConversation({
      id: 'c1.p2',
      partner: { ...aConversation().partner, id: 'p2', name: 'ليلى حداد' },
      label: null,
      labeledBy: null,
    }),
    aConversation({
      id: 'c1.p3',
      partner: { ...aConversation().partner, id: 'p3', name: LONG },
      unread: false,
      label: 'no',
    }),
  ];
  answer('get', '/api/inbox', () => anInbox(conversations));
  answer('get', '/api/sending-accounts', []);
  answer('get', '/api/inbox/:id', ({ path }) => aThread(at(path.split('/').at(-1) ?? '')));
  answer('get', '/api/inbox/unread', () => ({
    unread: conversations.filter(({ unread }) => unread).length,
    unanswered: 0,
  }));
  for (const [act, change] of [
    ['read', { unread: false }],
    ['unread', { unread: true }],
    ['done', { done: true }],
    ['reopen', { done: false }],
  ] as const) {
    answer('post', `/api/inbox/:id/${act}`, ({ path }) => {
      const id = path.split('/').at(-2) ?? '';
      conversations = conversations.map((one) => (one.id === id ? { ...one, ...change } : one));
      return at(id);
    });
  }
});

const open = (id: string | null, path = id ? `/inbox/${id}` : '/inbox') =>
  renderPart(<InboxScreen conversationId={id} />, path);
const list = () => within(screen.getByLabelText('Conversations'));
const thread = () => within(screen.getByLabelText('Conversation'));
const pressed = () =>
  list()
    .getAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent?.replace(/(\d+)$/, ' $1'));
const posts = () => calls.map(({ path }) => path);

describe('the list', () => {
  test('names who wrote, what they said and what is unread', async () => {
    await open(null);
    const first = (await list().findByText('Tendai Adeyinka')).closest('a') as HTMLElement;
    within(first).getByText('Unread');
    within(first).getByText('Yes! Is the vest out?');
    within(first).getByText('Interested');
    list().getByText('Needs label');
    screen.getByText('2 unread');
    // the hidden "Unread" of rows that are scrolled away stays in the box
    expect(list().getByRole('list', { name: 'Replies' }).parentElement?.className).toContain('relative');
    expect(screen.getByText('Select a conversation').previousElementSibling?.tagName).toBe('svg');
  });

  test('counts what is to answer of the campaign that is listed alone', async () => {
    answer('get', '/api/inbox/unread', { unread: 9, unanswered: 9 });
    await open(null, '/inbox?campaign=c1');
    expect((await list().findByRole('button', { name: /^To answer/ })).textContent).toBe('To answer2');
  });

  test('names the zone of its times, unless it is that of the browser', async () => {
    answer('get', '/api/business-profile', aProfile({ timezone: 'America/New_York' }));
    await open(null);
    await list().findByText('Times in America/New York');
  });

  test('says which ones were answered, as soon as the answer is sent', async () => {
    await open(null);
    const row = () => within(list().getByText('Tendai Adeyinka').closest('a') as HTMLElement);
    await list().findByText('Tendai Adeyinka');
    expect(row().queryByText('Answered')).toBeNull();
    conversations = conversations.map((one) => (one.id === 'c1.p1' ? { ...one, answeredAt: NOW } : one));
    notice({ kind: 'message', id: 'c1.p1.a1', type: 'EmailSent', version: 5 });
    await waitFor(() => row().getByText('Answered'));
    expect(list().getAllByText('Answered')).toHaveLength(1);
  });

  test('a filter goes into the address and to the server, with the search', async () => {
    const hand = await open(null);
    const label = await list().findByLabelText<HTMLSelectElement>('Filter by label');
    // only those that a conversation has
    expect([...label.options].map(({ text }) => text)).toEqual(['All labels', 'Interested (1)', 'No (1)']);
    await hand.selectOptions(label, 'No (1)');
    fireEvent.change(list().getByLabelText('Search replies'), { target: { value: 'vest' } });
    await waitFor(() => expect(reads).toContain('/api/inbox?show=open&limit=120&label=no&search=vest'));
    expect(window.location.search).toBe('?label=no&search=vest');
    const row = list().getByText(LONG).closest('a');
    expect(row?.getAttribute('href')).toBe('/inbox/c1.p3?label=no&search=vest');
    await hand.selectOptions(label, 'All labels');
    expect(window.location.search).toBe('?search=vest');
  });

  test('a search says what it finds in the other half, and leads there', async () => {
    conversations = [aConversation({ done: true })];
    answer('get', '/api/inbox', ({ path }) => {
      const done = new URL(path, 'http://x').searchParams.get('show') === 'done';
      return anInbox(conversations.filter((one) => one.done === done));
    });
    const hand = await open(null, '/inbox?search=Tendai');
    await list().findByText('No matching replies');
    await hand.click(await list().findByRole('button', { name: '1 in Done' }));
    await list().findByText('Tendai Adeyinka');
    expect(window.location.search).toBe('?search=Tendai&show=done');
    expect(list().queryByRole('button', { name: /in Open$/ })).toBeNull();
    conversations = [aConversation({ done: true }), aConversation({ id: 'c1.p2' })];
    notice({ kind: 'conversation', id: 'c1.p2', type: 'MailReceived', version: 1 });
    await hand.click(await list().findByRole('button', { name: '1 in Open' }));
    await list().findByRole('button', { name: '1 in Done' });
    expect(window.location.search).toBe('?search=Tendai');
  });

  test('what is unread is listed also where it is done, as the number beside it counts it', async () => {
    conversations = [aConversation({ done: true }), aConversation({ id: 'c1.p2', unread: false })];
    answer('get', '/api/inbox', ({ path }) => {
      const asked = new URL(path, 'http://x').searchParams;
      const shown = conversations.filter(
        ({ done, unread }) =>
          (asked.get('show') === 'all' || done === (asked.get('show') === 'done')) && (unread || !asked.has('unread')),
      );
      return { ...anInbox(conversations), conversations: shown };
    });
    const hand = await open(null, '/inbox?show=done');
    await hand.click(await list().findByRole('button', { name: 'Unread 1' }));
    await waitFor(() => expect(reads).toContain('/api/inbox?show=all&limit=120&unread=true'));
    await list().findByText('Tendai Adeyinka');
    expect(window.location.search).toBe('?unread=true');
    expect(list().getByRole('button', { name: 'Done 1' }).getAttribute('aria-pressed')).toBe('false');
    await hand.click(list().getByRole('button', { name: 'Done 1' }));
    expect(window.location.search).toBe('?show=done');
  });

  test('of one campaign and version says so, and leads back to all', async () => {
    const hand = await open(null, '/inbox?campaign=c1&variant=B&label=no&show=all');
    await list().findByText('Vest testers, version B');
    expect(pressed()).toEqual(['All']);
    expect(list().getByLabelText<HTMLSelectElement>('Filter by label').value).toBe('no');
    expect(reads).toContain('/api/inbox?show=all&limit=120&campaign=c1&variant=B&label=no');
    await hand.click(list().getByText('Show all campaigns'));
    await waitFor(() => expect(reads).toContain('/api/inbox?show=open&limit=120&label=no'));
    expect(window.location.search).toBe('?label=no');
  });

  test('says which accounts are not read, since nobody may have answered', async () => {
    conversations = [];
    const replies = 'Replies are not found. The IMAP host was not found. Check its name.';
    answer('get', '/api/sending-accounts', [
      aSendingAccount({ replies }),
      aSendingAccount({ id: 'a2', address: 'lost@shop.example', health: 'lost' }),
      aSendingAccount({ id: 'a3', address: 'fine@shop.example' }),
    ]);
    await open(null);
    const notices = await screen.findAllByText('Open settings');
    expect(notices.map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/^\/settings\?account=.+#email-provider$/),
      '/settings?account=a2#email-provider',
    ]);
    screen.getByText(/The IMAP host was not found/);
    screen.getByText(/Connect the account again/);
    expect(screen.queryByText(/fine@shop/)).toBeNull();
  });

  test('without replies, and without any that match, it says so', async () => {
    conversations = [];
    const hand = await open(null);
    await list().findByText('No replies yet');
    fireEvent.change(list().getByLabelText('Search replies'), { target: { value: 'nobody' } });
    await list().findByText('No matching replies');
    await hand.click(list().getByText('Clear the filters'));
    await list().findByText('No replies yet');
  });

  test('a new reply appears by itself', async () => {
    conversations = [];
    await open(null);
    await list().findByText('No replies yet');
    conversations = [aConversation()];
    notice({ kind: 'conversation', id: 'c1.p1', type: 'MailReceived', version: 1 });
    await list().findByText('Tendai Adeyinka');
  });
});

describe('a conversation', () => {
  test('shows both sides and the partner, and opening it marks it as read, once', async () => {
    const hand = await open('c1.p1');
    await screen.findByLabelText('Conversation');
    thread().getByText('Hi Tendai, would you test one?');
    thread().getByText('Yes! Is the vest out?');
    await hand.click(thread().getByText('Show signature'));
    thread().getByText(/Sam Vale/);
    thread().getByText('Suggested by AI');
    screen.getByLabelText('Partner');
    await waitFor(() => expect(posts()).toEqual(['/api/inbox/c1.p1/read']));
    await waitFor(() => expect(thread().getByText('Mark unread')).toHaveProperty('disabled', false));
    await hand.click(thread().getByText('Mark unread'));
    await waitFor(() => expect(thread().getByText('Mark unread')).toHaveProperty('disabled', true));
    expect(posts()).toEqual(['/api/inbox/c1.p1/read', '/api/inbox/c1.p1/unread']);
  });

  test('says who got a copy of an email of ours', async () => {
    answer('get', '/api/inbox/:id', () =>
      aThread(at('c1.p1'), [aSentMail({ id: 'c1.p1.a1', copies: ['team@a.example', 'boss@a.example'] })]),
    );
    await open('c1.p1');
    await screen.findByLabelText('Conversation');
    const copied = thread().getByText(/^Cc/);
    expect(copied.textContent).toBe('Cc team@a.example, boss@a.example');
  });

  test('gets another label', async () => {
    answer('post', '/api/inbox/:id/label', ({ body }) => {
      conversations = [aConversation({ ...(body as { label: 'later' }), labeledBy: 'user', unread: false })];
      return { ...at('c1.p1'), undone: [] };
    });
    const hand = await open('c1.p1');
    await hand.click(await screen.findByRole('button', { name: 'Later' }));
    await thread().findByText('Set by you');
    expect(calls).toContainEqual(expect.objectContaining({ path: '/api/inbox/c1.p1/label', body: { label: 'later' } }));
  });

  test.each([
    ['unsubscribe', 'Did they ask you to stop?', 'No, go on', 'no', 'Emails to this person are no longer held.'],
    ['unsubscribe', 'Did they ask you to stop?', 'Yes, stop', 'yes', null],
    ['automatic', 'Is this an automatic reply?', 'Yes, automatic', 'yes', null],
    ['bounce', 'Did your email come back?', 'Yes, stop writing to it', 'yes', null],
  ] as const)('%s asks "%s": %s', async (sign, words, button, sent, toast) => {
    const question = {
      ...{ sign, receivedId: 'r1', unproved: false },
      askedAt: new Date().toISOString(),
    };
    conversations = [aConversation({ question, unread: false })];
    const { held, release } = hold();
    answer('post', '/api/inbox/:id/question', async () => {
      await held;
      conversations = [aConversation({ unread: false })];
      return { ...at('c1.p1'), undone: toast ? ['hold' as const] : [] };
    });
    const hand = await open('c1.p1');
    const asked = await screen.findByRole('region', { name: words });
    screen.getByText('Held');
    await hand.click(screen.getByRole('button', { name: button }));
    const off = () =>
      within(asked)
        .getAllByRole<HTMLButtonElement>('button')
        .map((one) => one.disabled || one.getAttribute('aria-disabled'));
    await waitFor(() => expect(off().every(Boolean)).toBe(true));
    release();
    await waitFor(() => expect(screen.queryByRole('region', { name: words })).toBeNull());
    expect(document.activeElement?.textContent).toBe('Tendai Adeyinka');
    if (toast) await screen.findByText(toast);
    expect(calls).toContainEqual(
      expect.objectContaining({ path: '/api/inbox/c1.p1/question', body: { answer: sent, sign, receivedId: 'r1' } }),
    );
  });

  const OFFER = { receivedId: 'r1', quote: 'Ask Elin Berg.', name: null, email: null, until: null };
  test.each([
    [
      'referral',
      { name: 'Elin Berg' },
      'Write to Elin Berg instead?',
      'Add to campaign',
      { name: 'Elin Berg', email: 'elin@nord.example' },
    ],
    ['new_address', { email: 'new@a.example' }, 'Use new@a.example from now on?', 'Use this address', {}],
    ['later', { until: '2027-03-01' }, /^Follow up on .*Mar 1/, 'Move the follow-up', {}],
  ] as const)('offers what the person wrote, with its evidence: %s', async (label, found, title, button, typed) => {
    let offers = [{ ...OFFER, label, ...found }];
    answer('get', '/api/inbox/:id', () => ({ ...aThread(at('c1.p1')), offers }));
    answer('post', '/api/inbox/:id/offer', () => {
      offers = [];
      return at('c1.p1');
    });
    const hand = await open('c1.p1');
    await screen.findByRole('heading', { name: title });
    const offered = within(screen.getByRole('list', { name: 'Suggestions' }));
    offered.getByText('“Ask Elin Berg.”');
    if (label === 'referral') await hand.type(offered.getByLabelText('Email'), 'elin@nord.example');
    await hand.click(offered.getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Suggestions' })).toBeNull());
    const body = { receivedId: 'r1', label, answer: 'yes', ...typed };
    expect(calls).toContainEqual(expect.objectContaining({ path: '/api/inbox/c1.p1/offer', body }));
  });

  test('shows until when the law wants an answer, until it is done', async () => {
    const legalRequest = { right: 'access' as const, answerBy: '2026-12-30', done: false };
    conversations = [aConversation({ legalRequest, label: 'legal_request', unread: false })];
    answer('post', '/api/inbox/:id/legal-request/done', () => {
      conversations = [aConversation({ legalRequest: { ...legalRequest, done: true }, unread: false })];
      return { ...at('c1.p1'), undone: ['hold' as const] };
    });
    const hand = await open('c1.p1');
    const request = within(await screen.findByRole('region', { name: /^Legal request: answer by .*Dec 30/ }));
    request.getByText(/They ask what you know about them/);
    request.getByRole('link', { name: 'See what is stored' });
    await hand.click(request.getByRole('button', { name: 'Mark request as done' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Legal request/ })).toBeNull());
    await screen.findByText('Emails to this person are no longer held.');
  });

  test('shows what the AI found in an email, with the words that show it', async () => {
    const details = { topic: null, right: null, until: null };
    const wants = [
      { ...details, label: 'question' as const, topic: 'price' as const, quote: 'Is the vest out?' },
      { ...details, label: 'later' as const, until: '2027-03-01', quote: 'Yes!' },
    ];
    answer('get', '/api/inbox/:id', aThread(at('c1.p1'), [aReceivedMail({ wants })]));
    await open('c1.p1');
    const found = within(await screen.findByRole('list', { name: 'Found by AI' }));
    expect(found.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'QuestionpriceIs the vest out?',
      expect.stringMatching(/^Laterfrom .*Mar 1.*Yes!$/),
    ]);
  });

  test('says so where anyone could have sent the wish', async () => {
    const question = {
      ...{ sign: 'unsubscribe' as const, receivedId: 'r1', unproved: true },
      askedAt: new Date().toISOString(),
    };
    conversations = [aConversation({ question, unread: false })];
    await open('c1.p1');
    await screen.findByText(/This email answers none of yours, so someone else may have sent it/);
  });

  test('gets the label Unsubscribe after a question only, since it blocks the person', async () => {
    answer('post', '/api/inbox/:id/label', () => ({ ...at('c1.p3'), undone: [] }));
    const hand = await open('c1.p3');
    const press = () => hand.click(thread().getByRole('button', { name: 'Unsubscribe' }));
    await screen.findByLabelText('Conversation');
    await press();
    const question = within(await screen.findByRole('alertdialog', { name: 'Stop all emails to this person?' }));
    question.getByText(LONG);
    await hand.click(question.getByText('Cancel'));
    expect(calls).toEqual([]);
    await press();
    await hand.click(await screen.findByRole('button', { name: 'Stop emails' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls).toMatchObject([{ path: '/api/inbox/c1.p3/label', body: { label: 'unsubscribe' } }]);
  });

  test.each([
    ['the next one opens', 'c1.p1', 'c1.p2'],
    ['after the last one the one before opens', 'c1.p3', 'c1.p2'],
  ])('that is done leaves its place: %s; Undo reopens it', async (_what, id, then) => {
    answer('get', '/api/inbox', () => anInbox(conversations.filter(({ done }) => !done)));
    const hand = await open(id);
    await hand.click(await screen.findByText('Done', { selector: 'button' }));
    await waitFor(() => expect(window.location.pathname).toBe(`/inbox/${then}`));
    await hand.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(posts().at(-1)).toBe(`/api/inbox/${id}/reopen`));
    expect(window.location.pathname).toBe(`/inbox/${then}`);
  });

  test.each([
    ['on a phone', true],
    ['where it was the only one', false],
  ])('that is done gives way to the list %s', async (_where, narrow) => {
    if (narrow) vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    else conversations = [aConversation()];
    const hand = await open('c1.p1', '/inbox/c1.p1?label=interested');
    await hand.click(await screen.findByText('Done', { selector: 'button' }));
    await waitFor(() => expect(window.location.pathname).toBe('/inbox'));
    expect(window.location.search).toBe('?label=interested');
    vi.restoreAllMocks();
  });

  test('that is done among what is unread leaves its place', async () => {
    const hand = await open('c1.p1', '/inbox/c1.p1?unread=true');
    await hand.click(await screen.findByText('Done', { selector: 'button' }));
    await waitFor(() => expect(window.location.pathname).toBe('/inbox/c1.p2'));
  });

  test('that is done among all replies stays open', async () => {
    const hand = await open('c1.p1', '/inbox/c1.p1?show=all');
    await hand.click(await screen.findByText('Done', { selector: 'button' }));
    await thread().findByText('Reopen');
    expect(window.location.pathname).toBe('/inbox/c1.p1');
  });

  test('is done and reopened; a refusal is said', async () => {
    const hand = await open('c1.p3');
    await hand.click(await screen.findByText('Done', { selector: 'button' }));
    await hand.click(await thread().findByText('Reopen'));
    await thread().findByText('Done');
    answer('post', '/api/inbox/:id/done', () => failed(500, 'The server could not answer.'));
    await hand.click(thread().getByText('Done'));
    await seeToast({ title: 'Not Saved', variant: 'destructive' });
  });

  test('a report that names no mail of ours says that it changed nothing, and where to go if it is true', async () => {
    const mail = aReceivedMail({ automatic: true, label: 'unconfirmed_report' });
    answer('get', '/api/inbox/:id', aThread(aConversation({ label: 'unconfirmed_report' }), [mail]));
    await open('c1.p1');
    await screen.findByText(/names no email that you sent, so it changed nothing/);
    expect(thread().getByRole('link', { name: 'Do not contact' })).toHaveProperty('hash', '#do-not-contact');
    thread().getByText('Unconfirmed report', { selector: 'span' });
  });

  test('what a SendGrid account received and could not keep or read says so, without naming a mailbox', async () => {
    const files = [{ name: `${'media-kit'.repeat(12)}.pdf`, type: 'application/pdf', size: null, kept: false }];
    const mail = aReceivedMail({ text: '', unparsed: true, truncated: true, inMailbox: false, files });
    answer('get', '/api/inbox/:id', aThread(at('c1.p1'), [mail]));
    await open('c1.p1');
    await screen.findByText(/This reply could not be read. Ask the person to send it again as plain text./);
    thread().getByText('1 attachment not kept. Ask for a link to it, or for it at your own address.');
    expect(thread().queryByText(/Open your mailbox|The rest was too long/)).toBeNull();
  });

  test('a formatted email is shown in a frame that can do nothing but open links, when it is asked for', async () => {
    const files = ['kit.pdf', 'me.png'].map((name) => ({
      name,
      type: 'application/pdf',
      size: 1_234_567,
      kept: false,
    }));
    const mail = aReceivedMail({ html: '<p>Yes</p>', truncated: true, files, fromName: null });
    answer(
      'get',
      '/api/inbox/:id',
      aThread(at('c1.p3'), [aSentMail({ body: null, status: 'sent' }), mail]),
      '/api/inbox/c1.p3',
    );
    const hand = await open('c1.p3');
    await hand.click(await screen.findByText('Show formatting'));
    const frame = screen.getByTitle('Formatted email from tendai@outdoors.example');
    expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    expect(frame.getAttribute('srcdoc')).toContain("default-src 'none'");
    expect(thread().getAllByText('1.2 MB')).toHaveLength(2);
    screen.getByText('2 attachments not kept. Open your mailbox to see them.');
    screen.getByText('The rest was too long to keep. Open your mailbox to read it.');
    thread().getByText('Erased');
  });

  test('attachments are downloaded; one that was too large says where it is', async () => {
    const file = { type: 'application/pdf', size: 1_234_567 };
    const files = [
      { ...file, name: 'kit.pdf', kept: true },
      { ...file, name: 'film.mov', size: 11_000_000, kept: false },
    ];
    answer('get', '/api/inbox/:id', aThread(at('c1.p3'), [aReceivedMail({ id: 'r7', files })]));
    await open('c1.p3');
    const link = await screen.findByRole('link', { name: 'Download kit.pdf 1.2 MB' });
    expect(link).toHaveProperty('pathname', '/api/inbox/c1.p3/files/r7/0');
    expect(link.hasAttribute('download')).toBe(true);
    expect(screen.queryByRole('link', { name: /film/ })).toBeNull();
    screen.getByText('1 attachment too large to keep. Open your mailbox to see it.');
  });

  test('that does not exist says so', async () => {
    answer('get', '/api/inbox/:id', () => failed(404, 'Conversation not found'), '/api/inbox/c9.p9');
    await open('c9.p9');
    await screen.findByText('Conversation not found');
  });
});

describe('the keys', () => {
  test('what is opened has the focus at its name, in the address and in the title', async () => {
    const hand = await renderApp('/inbox');
    await screen.findByLabelText('Conversations');
    (await list().findByText('Tendai Adeyinka')).closest('a')?.focus();
    await hand.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Tendai Adeyinka'));
    expect(document.activeElement?.tagName).toBe('H2');
    expect(document.title).toBe('Tendai Adeyinka · Inbox · Partner Pilot');
    await hand.keyboard('j');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('ليلى حداد'));
    // this one was read before: it shows at once
    await hand.keyboard('k');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Tendai Adeyinka'));
    expect(document.title).toBe('Tendai Adeyinka · Inbox · Partner Pilot');
  });

  test('J and K move through the list, E is Done, U is Mark unread; not while one types', async () => {
    await open('c1.p2');
    await screen.findByLabelText('Conversation');
    await waitFor(() => expect(posts()).toEqual(['/api/inbox/c1.p2/read']));
    fireEvent.keyDown(screen.getByLabelText('Search replies'), { key: 'e' });
    fireEvent.keyDown(document.body, { key: 'u' });
    await waitFor(() => expect(posts()).toEqual(['/api/inbox/c1.p2/read', '/api/inbox/c1.p2/unread']));
    // held down it would end one conversation after the other
    fireEvent.keyDown(document.body, { key: 'e', repeat: true });
    await new Promise((passed) => setTimeout(passed, 50));
    expect(posts()).toHaveLength(2);
    fireEvent.keyDown(document.body, { key: 'e' });
    await waitFor(() => expect(posts().at(-1)).toBe('/api/inbox/c1.p2/done'));
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(window.location.pathname).toBe('/inbox/c1.p3');
    fireEvent.keyDown(document.body, { key: 'k' });
    expect(window.location.pathname).toBe('/inbox/c1.p1');
  });
});
