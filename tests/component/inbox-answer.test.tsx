import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useLocation } from 'wouter';
import type { SentMailView, ThreadView } from '../../api/views.ts';
import { InboxScreen } from '../../web/features/inbox/InboxScreen.tsx';
import { currentUserQuery } from '../../web/features/session/api.ts';
import { queryClient } from '../../web/lib/queryClient.ts';
import { useToasts } from '../../web/lib/toasts.ts';
import { answer, calls, failed, hold } from './support/api.ts';
import { sendIn } from './support/campaignViews.ts';
import { aConversation, anInbox, aReceivedMail, aSentMail, aThread } from './support/inboxViews.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aPartner, aUser } from './support/views.ts';

let thread: ThreadView;
let people = 0;
/** A conversation for each test: a conversation keeps its typed text. */
let id = '';
/** The thread after the server has recorded an answer. */
const sent = (step: string, more: Partial<SentMailView> = {}): SentMailView =>
  aSentMail({ id: `${id}.${step}`, answer: step, status: 'sent', at: '2026-03-02T11:00:00.000Z', ...more });
const nowAnswered = (...mails: SentMailView[]) => {
  const step = `a${mails.length + 1}`;
  thread = { ...thread, answer: { ...thread.answer, step }, mails: [aSentMail(), aReceivedMail(), ...mails] };
};
const told = () => notice({ kind: 'message', id: `${id}.a1`, type: 'EmailSent', version: 3 });
beforeEach(() => {
  id = `c1.q${++people}`;
  thread = aThread(aConversation({ id, unread: false }));
  queryClient.setQueryData(currentUserQuery().queryKey, aUser());
  answer('get', '/api/inbox', () => anInbox([aConversation({ id, unread: false })]));
  answer('get', '/api/sending-accounts', []);
  answer('get', '/api/inbox/:id', () => thread);
});

const open = () => renderPart(<InboxScreen conversationId={id} />, `/inbox/${id}`);
const form = () => within(screen.getByRole('form', { name: 'Answer' }));
const field = () => form().getByLabelText<HTMLTextAreaElement>('Your answer');
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const answers = () => calls.filter(({ path }) => path.endsWith('/answer')).map(({ body }) => body);
const YES = {
  step: 'a1',
  subject: 'Re: A vest',
  to: 'tendai@outdoors.example',
  copies: [] as string[],
  body: 'Yes, in June.',
};

describe('sending', () => {
  test('the subject and the address are fixed; the text goes out with the step, and the form is empty again', async () => {
    answer('post', '/api/inbox/:id/answer', () => {
      nowAnswered(sent('a1', { body: 'Yes, in June.' }));
      return sent('a1');
    });
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    form().getByText('Re: A vest');
    form().getByText('from sam@northwind.example to tendai@outdoors.example');
    write('Yes, in June.');
    await hand.click(form().getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(field().value).toBe(''));
    expect(answers()).toEqual([YES]);
    expect(within(screen.getByLabelText('Emails')).getByText('Yes, in June.')).toBeDefined();
    await seeToast({ title: 'Answer Sent', text: 'Sent to tendai@outdoors.example.' });
  });

  test('an answer waits, and Z makes it a draft again with its recipients; what was typed since is one press away', async () => {
    const leaving = () =>
      sent('a1', { status: 'pending', body: 'Yes, in June.', undoUntil: '2026-03-02T11:00:08.000Z' });
    const { mails, answer: before } = thread;
    thread = { ...thread, answer: { ...before, copies: ['boss@outdoors.example'] } };
    answer('post', '/api/inbox/:id/answer', () => {
      thread = { ...thread, answer: { ...thread.answer, step: 'a2' }, mails: [...mails, leaving()] };
      return leaving();
    });
    answer('post', '/api/inbox/:id/answer/undo', () => {
      thread = { ...thread, mails };
      return thread;
    });
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    await hand.click(form().getByRole('button', { name: 'No copy to boss@outdoors.example' }));
    write('Yes, in June.');
    field().focus();
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    await seeToast({ title: 'Sending…', text: 'The answer to tendai@outdoors.example leaves in a few seconds.' });
    await waitFor(() => expect(field().value).toBe(''));
    expect(document.activeElement?.tagName).toBe('H2');
    within(screen.getByLabelText('Emails')).getByRole('button', { name: 'Undo' });
    write('PS');
    await hand.keyboard('z');
    await waitFor(() => expect(field().value).toBe('Yes, in June.'));
    expect(calls.at(-1)).toMatchObject({ path: `/api/inbox/${id}/answer/undo`, body: { step: 'a1' } });
    expect(document.activeElement).toBe(field());
    expect(form().queryByText('boss@outdoors.example')).toBeNull();
    expect(screen.queryByText('Sending…', { selector: 'p' })).toBeNull();
    await hand.click(form().getByRole('button', { name: 'Restore my text' }));
    expect(field().value).toBe('PS');
  });

  test('without a connection one message says what is true, and it stays', async () => {
    answer('post', '/api/inbox/:id/answer', () => Response.error());
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    write('Yes, in June.');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await hand.click(form().getByRole('button', { name: 'Send' }));
    const said = await form().findByRole('alert');
    expect(said.textContent).toBe('You are offline, so it was not sent. Press Send again when you are online.');
    online.mockRestore();
    await hand.click(form().getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(form().getByRole('alert').textContent).toMatch(/it may have been sent/));
    expect(useToasts.getState().shown).toBeNull();
  });

  test('a server that breaks down over it may have sent it: the form alone says so', async () => {
    answer('post', '/api/inbox/:id/answer', () => failed(502));
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    write('Yes, in June.');
    await hand.click(form().getByRole('button', { name: 'Send' }));
    const said = await form().findByRole('alert');
    expect(said.textContent).toMatch(/it may have been sent/);
    expect(useToasts.getState().shown).toBeNull();
  });

  test('R goes to the form, Escape leaves it, Ctrl+Enter sends once however often it is pressed', async () => {
    const { held, release } = hold();
    answer('post', '/api/inbox/:id/answer', async () => {
      await held;
      nowAnswered(sent('a1', { body: 'Yes, in June.' }));
      return sent('a1');
    });
    await open();
    await screen.findByRole('form', { name: 'Answer' });
    fireEvent.keyDown(document.body, { key: 'r' });
    expect(document.activeElement).toBe(field());
    write('Yes, in June.');
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(field(), { key: 'Enter', metaKey: true });
    fireEvent.click(form().getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(answers()).toHaveLength(1));
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(document.activeElement).toBe(document.body);
    release();
    await waitFor(() => expect(field().value).toBe(''));
    expect(answers()).toEqual([YES]);
  });

  test('without a text it asks for one, and too long a text is counted', async () => {
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    await hand.click(form().getByRole('button', { name: 'Send' }));
    await form().findByText('Write an answer first.');
    write('x'.repeat(19_000));
    form().getByText('19,000 of 20,000 characters');
    write('x'.repeat(20_001));
    form().getByText('The answer is too long.');
    form().getByText('20,001 of 20,000 characters');
    // the error says so already
    expect(form().queryByText('Longer than 20,000 characters')).toBeNull();
    expect(form().getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    expect(answers()).toEqual([]);
  });

  test('nothing can be sent: it says why, what to do and where', async () => {
    const problem = { text: 'No email provider is chosen. Choose one.', until: null, where: 'email-provider' } as const;
    thread = { ...thread, answer: { ...thread.answer, problem } };
    await open();
    await screen.findByText(/No email provider is chosen/);
    expect(form().getByText('Open settings').getAttribute('href')).toBe('/settings#email-provider');
    write('Kept until then');
    expect(form().getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    expect(field().value).toBe('Kept until then');
  });

  test('to a person who gets no email, no draft is offered', async () => {
    const problem = {
      text: 'Nothing is sent to this address: they unsubscribed.',
      until: null,
      where: 'do-not-contact',
    } as const;
    thread = { ...thread, answer: { ...thread.answer, problem } };
    await open();
    await screen.findByText(/they unsubscribed/);
    expect(form().getByRole('button', { name: 'Draft with AI' })).toHaveProperty('disabled', true);
  });

  test('of several accounts, the one that it lies in opens', async () => {
    const problem = { text: 'Reconnect Gmail.', until: null, where: 'gmail', account: 'a2' } as const;
    thread = { ...thread, answer: { ...thread.answer, problem } };
    await open();
    expect((await screen.findByText('Open settings')).getAttribute('href')).toBe('/settings?account=a2#gmail');
  });
});

test('the address from which they named their new one is not offered again', async () => {
  const to = 'tendai@outdoors.example';
  thread = {
    ...thread,
    answer: { ...thread.answer, to, choices: [to, 'old@outdoors.example'] },
    partner: { ...thread.partner, contactInfo: { email: to, socialProfiles: [], confidence: 1 } },
    mails: [aSentMail(), aReceivedMail({ from: 'old@outdoors.example' })],
  };
  await open();
  await screen.findByRole('form', { name: 'Answer' });
  expect(form().queryByText('Save as their address')).toBeNull();
});

test('a person who wrote from another address can be answered there', async () => {
  const choices = ['assistant@outdoors.example', 'tendai@outdoors.example'];
  const copies = ['team@outdoors.example', 'boss@outdoors.example'];
  const from = { from: 'assistant@outdoors.example' };
  const contactOf = (email: string) => ({ email, socialProfiles: [], confidence: 1 });
  thread = {
    ...thread,
    answer: { ...thread.answer, to: 'assistant@outdoors.example', choices, copies },
    partner: { ...thread.partner, contactInfo: contactOf('tendai@outdoors.example') },
    mails: [aSentMail(), aReceivedMail(from)],
  };
  answer('post', '/api/partners/:id/contact', () => {
    const contactInfo = contactOf('assistant@outdoors.example');
    thread = { ...thread, partner: { ...thread.partner, contactInfo } };
    notice({ kind: 'partner', id: 'p1', type: 'ContactEdited', version: 4 });
    return aPartner({ id: 'p1' });
  });
  answer('post', '/api/inbox/:id/answer', () => {
    thread = { ...thread, mails: [...thread.mails, sent('a1', { body: 'Yes.' })] };
    return sent('a1');
  });
  const hand = await open();
  await screen.findByText(/Their last email came from assistant@outdoors.example/);
  expect(form().getByLabelText<HTMLSelectElement>('To').value).toBe('assistant@outdoors.example');
  await hand.selectOptions(form().getByLabelText('To'), 'tendai@outdoors.example');
  // a long one is cut, and its button stays
  expect(form().getByText('boss@outdoors.example').className).toContain('truncate');
  await hand.click(form().getByRole('button', { name: 'No copy to boss@outdoors.example' }));
  write('Yes.');
  await hand.click(form().getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(answers()).toHaveLength(1));
  expect(answers()[0]).toMatchObject({ to: 'tendai@outdoors.example', copies: ['team@outdoors.example'] });
  calls.length = 0;
  await hand.click(form().getByText('Save as their address'));
  await waitFor(() => expect(screen.queryByText(/Their last email came from/)).toBeNull());
  expect(calls[0]?.body).toMatchObject({ contactInfo: { email: 'assistant@outdoors.example' } });
});

describe('what is typed', () => {
  test('is kept over other screens, a failed call and a lost answer, which is not sent twice', async () => {
    answer('post', '/api/inbox/:id/answer', () => failed(429, 'The daily limit of 10 is used up.'));
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    write('Yes, in June.');
    await hand.click(form().getByRole('button', { name: 'Send' }));
    await seeToast({ title: 'Not Sent', text: 'The daily limit of 10 is used up.', variant: 'destructive' });
    expect(field().value).toBe('Yes, in June.');
    expect(JSON.parse(sessionStorage.getItem('answers') ?? '')).toMatchObject({
      owner: 'u1',
      drafts: { [id]: { body: 'Yes, in June.', step: 'a1' } },
    });
    // the answer of this call is lost, though the email left
    answer('post', '/api/inbox/:id/answer', () => {
      nowAnswered(sent('a1', { body: 'Yes, in June.' }));
      return Response.error();
    });
    await hand.click(form().getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(field().value).toBe(''));
    expect(answers()).toHaveLength(2);
    expect(sessionStorage.getItem('answers') ?? '').not.toContain(id);
  });

  test('is forgotten with a person who is erased', async () => {
    await open();
    await screen.findByRole('form', { name: 'Answer' });
    write('Personal words');
    expect(sessionStorage.getItem('answers')).toContain('Personal words');
    answer('get', '/api/inbox/:id', () => failed(404, 'Conversation not found'));
    told();
    await screen.findByText('Conversation not found');
    await waitFor(() => expect(sessionStorage.getItem('answers') ?? '').not.toContain('Personal words'));
  });

  test('is not sent over an answer of another tab before it was looked at', async () => {
    answer('post', '/api/inbox/:id/answer', () => sent('a2'));
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    write('Mine');
    nowAnswered(sent('a1', { body: 'Theirs' }));
    told();
    await screen.findByText(/Another answer was sent while you wrote this one/);
    expect(form().getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    await hand.click(form().getByText('Keep mine'));
    await hand.click(form().getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(answers()).toEqual([{ ...YES, step: 'a2', body: 'Mine' }]));
  });
});

describe('what became of an answer', () => {
  /** The user had chosen the second address, and one of two copies. */
  const CHOSEN = { to: 'second@outdoors.example', copies: ['team@outdoors.example'] };
  const nowChosen = (more: Partial<SentMailView>) => {
    nowAnswered(sent('a1', { body: 'Yes, in June.', recipientEmail: CHOSEN.to, copies: CHOSEN.copies, ...more }));
    const choices = ['tendai@outdoors.example', CHOSEN.to];
    thread = { ...thread, answer: { ...thread.answer, choices, copies: [...CHOSEN.copies, 'boss@outdoors.example'] } };
  };

  test('not sent: with the reason, tried again as a new answer, or edited', async () => {
    const reason = 'SendGrid answered 400; the message was refused';
    nowChosen({ status: 'failed', detail: reason });
    answer('post', '/api/inbox/:id/answer', () => failed(422, 'Refused again'));
    const hand = await open();
    await screen.findByText('This answer was not sent');
    screen.getByText(`${reason}.`);
    await hand.click(screen.getByText('Edit'));
    expect(field().value).toBe('Yes, in June.');
    await hand.click(screen.getByText('Try again'));
    await waitFor(() => expect(answers()).toEqual([{ ...YES, ...CHOSEN, step: 'a2' }]));
  });

  test('unconfirmed: sent again after a question, in the place of the first', async () => {
    const { unknown } = sendIn('unknown', 'Ada');
    nowChosen({ status: 'unknown', unknown });
    answer('post', '/api/inbox/:id/answer', () => sent('a2'));
    const hand = await open();
    await screen.findByText('We could not confirm whether this left');
    await hand.click(screen.getByText('Send again'));
    await hand.click(within(screen.getByRole('alertdialog')).getByText('Send again'));
    await waitFor(() => expect(answers()).toEqual([{ ...YES, ...CHOSEN, step: 'a2', replaces: 'a1' }]));
  });
});

describe('the AI', () => {
  test('drafts into the form, and what was typed can be restored', async () => {
    answer('post', '/api/inbox/:id/draft', { body: 'Hi Tendai, it is out in June.', flaws: [] });
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    write('my notes');
    await hand.click(form().getByText('Draft with AI'));
    await waitFor(() => expect(field().value).toBe('Hi Tendai, it is out in June.'));
    await hand.click(form().getByText('Restore my text'));
    expect(field().value).toBe('my notes');
  });

  test('of one conversation never gets into the form of another', async () => {
    const other = `${id}.other`;
    const both = [aConversation({ id, unread: false }), aConversation({ id: other, unread: false })];
    answer('get', '/api/inbox', () => anInbox(both));
    answer('get', '/api/inbox/:id', aThread(both[1]), `/api/inbox/${other}`);
    const drafts = { [id]: hold(), [other]: hold() };
    answer('post', '/api/inbox/:id/draft', async ({ path }) => {
      const [of = ''] = /[^/]+(?=\/draft$)/.exec(path) ?? [];
      await drafts[of]?.held;
      return { body: `The draft for ${of}`, flaws: [] };
    });
    function Inbox() {
      const [path, go] = useLocation();
      goTo = go;
      return <InboxScreen conversationId={path.replace('/inbox/', '')} />;
    }
    let goTo = (_path: string): void => undefined;
    const hand = await renderPart(<Inbox />, `/inbox/${id}`);
    const draft = async (of: string): Promise<void> => {
      await visit(of);
      await hand.click(await form().findByText('Draft with AI'));
      await waitFor(() => expect(calls.at(-1)?.path).toBe(`/api/inbox/${of}/draft`));
    };
    const visit = async (of: string): Promise<void> => {
      act(() => goTo(`/inbox/${of}`));
      await screen.findByRole('form', { name: 'Answer' });
    };
    await draft(id);
    await draft(other);
    await visit(id);
    drafts[other]?.release();
    await waitFor(() => expect(queryClient.isMutating()).toBe(1));
    expect(field().value).toBe('');
    await visit(other);
    await waitFor(() => expect(field().value).toBe(`The draft for ${other}`));
    drafts[id]?.release();
    await visit(id);
    await waitFor(() => expect(field().value).toBe(`The draft for ${id}`));
  });

  test('that takes longer than the call puts its text into the form later', async () => {
    answer('post', '/api/inbox/:id/draft', () => {
      thread = { ...thread, draft: { id: 'd1', status: 'open', body: null, reason: null, flaws: [] } };
      return Response.json({ accepted: true, id }, { status: 202 });
    });
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    await hand.click(form().getByText('Draft with AI'));
    await form().findByText('Drafting…');
    const flaws = [{ rule: 'claim' as const, quote: 'Here' }];
    thread = { ...thread, draft: { id: 'd1', status: 'done', body: 'Here it is.', reason: null, flaws } };
    notice({ kind: 'conversation', id, type: 'AnswerDrafted', version: 5 });
    await waitFor(() => expect(field().value).toBe('Here it is.'));
    form().getByText('This text was flagged.');
  });

  test('wrote what nobody said: the reasons are beside it until the words are gone, and it can be sent', async () => {
    const body = 'Hi Tendai, we agree to pay $9,999. See https://evil.example/reply';
    answer('post', '/api/inbox/:id/draft', () => {
      const flaws = [
        { rule: 'offer' as const, quote: '$9,999' },
        { rule: 'link' as const, quote: 'https://evil.example/reply' },
      ];
      return { body, flaws };
    });
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    write('my notes');
    await hand.click(form().getByText('Draft with AI'));
    await form().findByText('This text was flagged.');
    const reasons = () => form().queryAllByRole('listitem');
    expect(reasons().map(({ textContent }) => textContent)).toEqual([
      '“$9,999” is not in your offer or instructions.',
      '“https://evil.example/reply” is a link or address that you did not give.',
    ]);
    expect(form().getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false);
    write('Hi Tendai, we agree to pay $9,999.');
    expect(reasons()).toHaveLength(1);
    await hand.click(form().getByText('Restore my text'));
    expect(reasons()).toHaveLength(0);
    expect(field().value).toBe('my notes');
  });

  test('is asked for with what it should say; Enter asks and sends nothing', async () => {
    answer('post', '/api/inbox/:id/draft', { body: 'Tuesday at 4 works.', flaws: [] });
    const hand = await open();
    await screen.findByRole('form', { name: 'Answer' });
    await hand.type(form().getByLabelText('What should it say?'), 'Tuesday at 4 works{Enter}');
    await waitFor(() => expect(field().value).toBe('Tuesday at 4 works.'));
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { wish: 'Tuesday at 4 works' },
    ]);
  });
});
