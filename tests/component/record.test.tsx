import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PartnerTimelineView, PartnerView } from '../../api/views.ts';
import { RecordScreen } from '../../web/features/record/RecordScreen.tsx';
import { answer, calls, failed } from './support/api.ts';
import { aSend } from './support/campaignViews.ts';
import { aReceivedMail } from './support/inboxViews.ts';
import { aDetail } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { aPartner } from './support/views.ts';

const campaign = { id: 'c1', name: 'Spring vests', status: 'active' } as const;
const FACT = { id: 'e1', text: 'Runs a sewing circle', url: 'https://ada.example/about' };
const sent = (id: string, more: Parameters<typeof aSend>[1] = {}): PartnerTimelineView['entries'][number] => ({
  ...{ kind: 'sent', id, at: '2026-03-01T10:00:00.000Z', campaign },
  message: aSend('Ada Lindqvist', { id, status: 'sent', sentAt: '2026-03-01T10:00:00.000Z', ...more }),
});
const event = (id: string, what: string): PartnerTimelineView['entries'][number] => ({
  ...{ kind: 'event', id, at: '2026-02-01T10:00:00.000Z', what, actor: 'you' },
});

async function shown(timeline: Partial<PartnerTimelineView>, more: Partial<PartnerView> = {}) {
  answer('get', '/api/partners/:id', aDetail(aPartner({ id: 'p1', ...more }), { evidence: [] }));
  answer('get', '/api/partners/:id/timeline', { planned: [], entries: [], next: null, ...timeline });
  const hand = await renderPart(<RecordScreen id="p1" />, '/partners/p1');
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(screen.queryByLabelText('Loading the timeline')).toBeNull());
  return hand;
}
const timeline = () => within(screen.getByRole('list', { name: 'Timeline' }));

test('the timeline has each mail with its whole text and evidence, replies, decisions, and goes on', async () => {
  const body = 'Hi Ada, your sewing circle is a joy.\nWould you test a vest?';
  const parts = [{ text: 'your sewing circle is a joy.', kind: 'about_them' as const, cites: ['e1'] }];
  const hand = await shown({
    entries: [
      { ...aReceivedMail({ at: '2026-03-02T10:00:00.000Z' }), conversationId: 'c1.p1', campaign },
      sent('c1.p1.1', { subject: 'A vest', body, parts, basedOn: [FACT] }),
      { kind: 'suppressed', id: 'user', at: '2026-02-02T10:00:00.000Z', reason: 'user' },
    ],
    next: 'n1',
  });
  expect(timeline().getAllByRole('listitem', { hidden: false }).length).toBeGreaterThan(3);
  timeline().getByText('Yes! Is the vest out?');
  const text = timeline().getByText(/Would you test a vest/);
  expect(text.textContent).toContain('your sewing circle is a joy., evidence 1');
  const evidence = within(screen.getByRole('list', { name: 'Evidence in this message' }));
  expect(evidence.getByRole('link').getAttribute('href')).toBe(FACT.url);
  expect(timeline().getAllByRole('link', { name: 'Spring vests' })[0]?.getAttribute('href')).toBe('/campaigns/c1');
  expect(screen.getByRole('link', { name: 'Answer' }).getAttribute('href')).toBe('/inbox/c1.p1');

  answer('get', '/api/partners/:id/timeline', {
    planned: [],
    entries: [event('1', 'Imported from a list')],
    next: null,
  });
  await hand.click(screen.getByRole('button', { name: 'Show earlier' }));
  await screen.findByText('Imported from a list');
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
});

test('what comes next has its time and the reason for it; without any it says what has to happen first', async () => {
  await shown(
    {
      planned: [
        {
          message: aSend('Ada Lindqvist', {
            id: 'c1.p1.2',
            detail: 'Scheduled',
            nextSendAt: '2026-03-04T10:00:00.000Z',
          }),
          campaign,
          why: { kind: 'window', text: 'Your sending hours begin at 9 AM' },
        },
      ],
    },
    { status: 'approved' },
  );
  const next = within(screen.getByRole('list', { name: 'Planned emails' }));
  next.getByText('Your sending hours begin at 9 AM');
  expect(next.getByText(/Scheduled,/).textContent).toContain('Mar 4');
});

test('a pending partner is decided about with the keys of the list', async () => {
  const hand = await shown({}, { status: 'pending' });
  screen.getByText('Nothing is planned. Approve them to write to them.');
  answer('patch', '/api/partners/:id/status', { ...aPartner({ id: 'p1', status: 'approved' }), undo: 1 });
  await hand.keyboard('a');
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ status: 'approved' }]));
});

test('nothing more goes to an address after a question', async () => {
  const contactInfo = { email: 'ada@lindqvist.example', socialProfiles: [], confidence: 0.9 };
  const hand = await shown({}, { status: 'approved', emailStatus: 'email_found', contactInfo });
  await hand.click(screen.getByRole('button', { name: 'Do not contact' }));
  expect(calls).toEqual([]);
  answer('post', '/api/suppressions', () => failed(500));
  await hand.click(screen.getByRole('button', { name: 'Stop emails' }));
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@lindqvist.example' }]));
});

test('an erased person shows what is left, with the receipt and without actions', async () => {
  answer('get', '/api/partners/:id', () => failed(404, 'Partner not found'));
  const erased = sent('c1.p1.1', { subject: null, body: null, recipientEmail: null });
  answer('get', '/api/partners/:id/timeline', { planned: [], entries: [erased], next: null });
  await renderPart(<RecordScreen id="p1" />, '/partners/p1');
  await screen.findByRole('heading', { level: 1, name: 'An erased person' });
  expect(screen.getByRole('link', { name: 'Open the receipt' }).getAttribute('href')).toContain('view=erasures');
  timeline().getByText('The text was erased.');
  expect(screen.queryByRole('button', { name: /Approve|Erase|Delete|Mark/ })).toBeNull();
});

test.each(['يوسف منصور', '🧵🪡 Sew', 'A'.repeat(120)])('the name %s is whole, in its own direction', async (name) => {
  await shown({}, { name });
  expect(screen.getByRole('heading', { level: 1 }).querySelector('bdi')?.textContent).toBe(name);
  expect(document.title).toContain(name);
});

test('one who was deleted is said to be gone, and a failure can be tried again', async () => {
  answer('get', '/api/partners/:id/timeline', () => failed(404));
  answer('get', '/api/partners/:id', () => failed(404, 'Partner not found'));
  await renderPart(<RecordScreen id="p1" />, '/partners/p1');
  await screen.findByText('There is no partner here');
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test('a filter of the timeline asks for its part, and what can be done stays', async () => {
  const hand = await shown({
    entries: [{ ...aReceivedMail({ at: '2026-03-02T10:00:00.000Z' }), conversationId: 'c1.p1', campaign }],
  });
  answer('get', '/api/partners/:id/timeline', ({ path }) => ({
    ...{ planned: [], next: null },
    entries: path.includes('show=decisions') ? [event('1', 'Partner approved')] : [],
  }));
  await hand.click(screen.getByRole('button', { name: 'Decisions' }));
  await timeline().findByText('Partner approved');
  screen.getByRole('link', { name: 'Answer' });
  await hand.click(screen.getByRole('button', { name: 'Notes' }));
  await screen.findByText('No notes yet.');
  expect(window.location.search).toBe('?show=notes');
});
