import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EventView } from '../../api/views.ts';
import { historyQuery } from '../../events/history/historyInput.ts';
import { HistoryScreen } from '../../web/features/history/HistoryScreen.tsx';
import { anErasure } from './support/adminViews.ts';
import { answer, failed, reads } from './support/api.ts';
import { aNumber, anEvent, answerHistory, aStory, aTimeline } from './support/historyViews.ts';
import { dialog, noDialog, openDialog } from './support/openDialog.ts';
import { renderApp, renderPart } from './support/renderApp.tsx';
import { aUser } from './support/views.ts';

const list = () => [...(screen.queryByRole('list', { name: 'Events' })?.children ?? [])] as HTMLElement[];
const parameters = () => Object.fromEntries(new URLSearchParams(window.location.search));
const shown = async (search = ''): Promise<UserEvent> => {
  const hand = await renderPart(<HistoryScreen />, `/settings/history${search}`);
  await screen.findByText(/^(Latest )?\d+ events?, times in /);
  return hand;
};
const doneBy = () => screen.getByLabelText<HTMLSelectElement>('Done by');
/** The newest call for events. */
const asked = () => {
  const calls = reads.filter((path) => /^\/api\/history(\?|$)/.test(path));
  return Object.fromEntries(new URL(calls.at(-1) ?? '', 'http://x').searchParams);
};

describe('the timeline', () => {
  beforeEach(() => {
    const approved = anEvent(1, { type: 'MessageApproved', what: 'The text was approved', by: 'you' });
    answerHistory('', aTimeline([anEvent(2), approved]));
  });

  test('shows when, what and by whom', async () => {
    await shown();
    screen.getByText(/^2 events, times in /);
    const [first, second] = list();
    within(first as HTMLElement).getByText('The email was sent');
    within(first as HTMLElement).getByText('Partner Pilot');
    within(first as HTMLElement).getByRole('heading', { name: /Mar 2|March 2/ });
    expect(within(first as HTMLElement).queryByText('EmailSent')).toBeNull();
    expect(first?.querySelector('time')?.dateTime).toBe('2026-03-02T09:00:00.000Z');
    within(second as HTMLElement).getByText('you');
  });

  test('the filters are asked of the server and stand in the address', async () => {
    const hand = await shown();
    await hand.selectOptions(screen.getByLabelText('About'), 'message');
    await hand.selectOptions(screen.getByLabelText('Event'), 'EmailSent');
    expect(parameters()).toEqual({ kind: 'message', type: 'EmailSent' });
    await waitFor(() => expect(asked()).toEqual({ kind: 'message', type: 'EmailSent' }));
  });

  test('filters that match nothing say so, and Clear Filters takes them all away', async () => {
    answerHistory('', ({ path }) => aTimeline(path.includes('from=') ? [] : [anEvent(2)]));
    const hand = await shown();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2001-01-01' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2001-01-02' } });
    await screen.findByText('No such events');
    expect(parameters()).toEqual({ from: '2001-01-01', to: '2001-01-02' });
    screen.getByText('Nothing in the history matches these filters.');
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2000-12-31' } });
    await screen.findByText('From is after To. Choose other dates.');
    await hand.click(screen.getByText('Clear Filters'));
    await waitFor(() => expect(list()).toHaveLength(1));
    expect(parameters()).toEqual({});
  });

  test('who did it is chosen in words; what an address holds beyond them is shown as it is', async () => {
    const hand = await shown('?kind=message&type=EmailSent&actor=worker:send-message');
    expect(screen.getByLabelText<HTMLSelectElement>('Event').value).toBe('EmailSent');
    const filters = { kind: 'message', type: 'EmailSent' };
    expect(asked()).toEqual({ ...filters, actor: 'worker:send-message' });
    expect(doneBy().selectedOptions[0]?.text).toBe('worker:send-message');
    const choices = [...doneBy().options].filter(({ hidden }) => !hidden).map(({ text }) => text);
    expect(choices).toEqual(['By anyone', 'You', 'Partner Pilot', 'Recipients', 'Email provider']);
    for (const [choice, actor] of [
      ['You', 'user:u1'],
      ['Partner Pilot', 'worker:*,system:*'],
      ['Email provider', 'webhook:*'],
    ] as const) {
      await hand.selectOptions(doneBy(), choice);
      await waitFor(() => expect(asked()).toEqual({ ...filters, actor }));
      expect(historyQuery.parse({ actor }).actor).toBe(actor);
    }
    await hand.selectOptions(doneBy(), 'By anyone');
    await waitFor(() => expect(asked()).toEqual(filters));
  });

  test('a filter of the address that the server cannot use says what to do', async () => {
    const words = 'correlation must be the id of a request';
    answerHistory('', ({ path }) => (path.includes('correlation') ? failed(400, words) : aTimeline([anEvent(2)])));
    const hand = await renderPart(<HistoryScreen />, '/settings/history?correlation=%20');
    await screen.findByText(words);
    await hand.click(screen.getByLabelText('Show all requests'));
    await waitFor(() => expect(list()).toHaveLength(1));
  });

  test('when a call searched as far back as one does, it says how far, and goes on when asked', async () => {
    const searchedBackTo = '2026-03-01T10:00:00.000Z';
    answerHistory('', ({ path }) =>
      path.includes('before=') ? aTimeline([anEvent(1)]) : aTimeline([], { next: '9-9-9', searchedBackTo }),
    );
    const hand = await shown('?kind=quota');
    const searched = screen.getByText(/^Searched back to/).textContent;
    expect(searched).toMatch(/^Searched back to Mar 1, 2026.* and found nothing more so far\.$/);
    await hand.click(screen.getByText('Search further back'));
    await waitFor(() => expect(list()).toHaveLength(1));
    expect(asked()).toEqual({ kind: 'quota', before: '9-9-9' });
  });

  test('Load more brings older events', async () => {
    answerHistory('', ({ path }) =>
      path.includes('before=') ? aTimeline([anEvent(1)]) : aTimeline([anEvent(2)], { next: '1-1-1' }),
    );
    const hand = await shown();
    screen.getByText(/^Latest 1 event, /);
    await hand.click(screen.getByText('Load more'));
    await screen.findByText(/^2 events, /);
    expect(screen.queryByText('Load more')).toBeNull();
  });
});

describe('one event', () => {
  const approved = anEvent(1, { type: 'MessageApproved', what: 'The text was approved', by: 'you' });
  beforeEach(() => {
    answerHistory('', aTimeline([anEvent(2), approved]));
    const because = [{ why: 'its text was approved', event: approved, because: [], shownAbove: false }];
    answerHistory('/causes', { event: anEvent(2), because });
  });
  const region = (name: string) => within(screen.getByRole('region', { name }));
  const opened = async (event: EventView = anEvent(2)): Promise<UserEvent> => {
    answerHistory('', aTimeline([event]));
    return shown(`?open=${event.id}`);
  };

  test('pressed, it stands in the address; pressed again, it is closed', async () => {
    const hand = await shown();
    const row = within(list()[0] as HTMLElement).getByRole('button');
    await hand.click(row);
    expect(parameters()).toEqual({ open: 'message-m1@2' });
    expect(row.getAttribute('aria-expanded')).toBe('true');
    await hand.click(row);
    expect(parameters()).toEqual({});
  });

  test('shows the decoded event beside the stored one, and why it happened', async () => {
    await opened();
    await region('Why it happened').findByText('because its text was approved');
    expect(region('Why it happened').getByRole('link').textContent).toBe('The text was approved');
    region('Why it happened').getByText(/· you$/);
    region('As it is stored').getByText('{"d":{"provider":"sendgrid"}}');
    region('As it is stored').getByText('ab12');
    expect(JSON.parse(screen.getByRole('region', { name: 'The facts' }).textContent ?? '')).toEqual({
      provider: 'sendgrid',
    });
  });

  test.each([
    ['erased', /^Erased: the key to the personal part was destroyed/],
    ['unreadable', /^Unreadable: the key to the personal part was damaged/],
  ] as const)('of a personal part that is %s, that is said', async (sealed, text) => {
    await opened(anEvent(2, { decoded: { data: {}, personal: null, sealed } }));
    region('Decoded').getByText(text);
  });

  test('leads to everything of the same email, and back to all', async () => {
    const hand = await opened();
    await hand.click(screen.getByText('All events for this email'));
    await screen.findByText('Only message-m1');
    expect(parameters()).toEqual({ stream: 'message-m1', open: 'message-m1@2' });
    await waitFor(() => expect(asked()).toEqual({ stream: 'message-m1' }));
    await hand.click(screen.getByLabelText('Show all streams'));
    await waitFor(() => expect(asked()).toEqual({}));
  });

  test('leads to everything of the same request', async () => {
    const hand = await opened();
    await hand.click(screen.getByText('Same request'));
    await screen.findByText('Only request r1');
    await waitFor(() => expect(asked()).toEqual({ correlation: 'r1' }));
  });

  test('the story of an email is told in a dialog, which stands in the address', async () => {
    const step = { at: '2026-03-02T09:00:00.000Z', by: 'you', facts: { textHash: 'ff' }, event: 'message-m1@1' };
    const steps = [
      { ...step, topic: 'found' as const, text: 'The person was imported' },
      { ...step, topic: 'answer' as const, text: 'SendGrid took it' },
      { ...step, topic: 'time' as const, text: 'Scheduled for 2026-12-01T08:13:22.000Z' },
    ];
    answer('get', '/api/history/explain/:messageId', aStory(steps));
    const hand = await opened();
    await hand.click(screen.getByText('The story of this email'));
    const story = await openDialog('The story of this email');
    await story.findByText('To Ada Lindqvist, in Spring vests');
    for (const text of ['Found', 'The person was imported', 'Answer', 'SendGrid took it']) dialog().getByText(text);
    dialog().getByText(/^Scheduled for (?!2026-).*8:13/);
    expect(dialog().getAllByText('text hash')).toHaveLength(3);
    expect(parameters().story).toBe('m1');
    await hand.keyboard('{Escape}');
    await noDialog();
    expect(parameters().story).toBeUndefined();
  });
});

describe('the events of a number', () => {
  const about = { name: 'Ada Lindqvist', email: 'ada@lindqvist.example', campaign: 'Spring vests' };
  const numbers = async (search: string): Promise<UserEvent> => {
    answerHistory('/number/:name', aNumber('totalEmailsSent', [anEvent(2, { about })]));
    const hand = await renderPart(<HistoryScreen />, `/settings/history?${search}`);
    await screen.findByRole('list', { name: 'Counted events' });
    return hand;
  };

  test('say what was counted and whom each is about', async () => {
    answerHistory('', aTimeline([anEvent(2), anEvent(1)]));
    const hand = await numbers('number=totalEmailsSent');
    const number = within(screen.getByRole('region', { name: 'Emails Sent' }));
    number.getByText('1');
    screen.getByText('Ada Lindqvist', { selector: 'bdi' });
    screen.getByText('ada@lindqvist.example · Spring vests · Partner Pilot');
    await hand.click(screen.getByText('Show all events'));
    await waitFor(() => expect(list()).toHaveLength(2));
  });

  test('of a rate are those of both numbers that it was made of', async () => {
    const hand = await numbers('number=partnersReplied');
    const parts = within(screen.getByRole('navigation', { name: 'What the number was made of' }));
    await hand.click(parts.getByText('Partners written to'));
    expect(parameters()).toEqual({ number: 'partnersWrittenTo' });
    await waitFor(() => expect(reads.at(-1)).toBe('/api/history/number/partnersWrittenTo'));
  });
});

test('Erasures are receipts: what was destroyed and what remains', async () => {
  answer('get', '/api/erasures', [anErasure({ kind: 'partner', partnerId: 'p1' })]);
  await renderPart(<HistoryScreen />, '/settings/history?view=erasures');
  const receipt = within(await screen.findByRole('article'));
  for (const text of ['A partner', 'Erased', 'p1', '1 key, 3 rows blanked.']) receipt.getByText(text);
  receipt.getByText(/1 fingerprint on the “Do not contact” list/);
});

describe('in the shell', () => {
  test('the history belongs to Settings', async () => {
    answerHistory('', aTimeline([anEvent(2)]));
    await renderApp('/settings/history');
    await screen.findByRole('heading', { name: 'History', level: 1 });
    const settings = within(screen.getByRole('navigation', { name: 'Main' }))
      .getByText('Settings')
      .closest('a');
    expect(settings?.getAttribute('aria-current')).toBe('page');
  });

  test('the audit is for admins: others find no page there', async () => {
    answer('get', '/api/auth/user', aUser({ isAdmin: false }));
    await renderApp('/admin/audit');
    await screen.findByText('Page Not Found');
  });
});
