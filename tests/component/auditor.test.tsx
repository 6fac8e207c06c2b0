import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EmailsView } from '../../api/views.ts';
import { UsersCard } from '../../web/features/admin/UsersCard.tsx';
import { aiUsage, anAdminUser, invited } from './support/adminViews.ts';
import { answer, calls, failed, reads } from './support/api.ts';
import { aStory } from './support/historyViews.ts';
import { openDialog } from './support/openDialog.ts';
import { renderApp, renderPart } from './support/renderApp.tsx';
import { aUser } from './support/views.ts';

const sam = anAdminUser('sam');
const anEmail = (more: Partial<EmailsView['emails'][number]> = {}): EmailsView['emails'][number] => ({
  tenant: 'sam',
  user: 'Robin Vale (sam@ridge.example)',
  id: 'm1',
  at: '2026-03-02T09:00:00.000Z',
  status: 'sent',
  to: 'ada@lindqvist.example',
  subject: 'A vest for your trails',
  partner: 'Ada Lindqvist',
  campaign: 'Spring vests',
  repliedAt: null,
  report: null,
  ...more,
});

describe('an auditor', () => {
  beforeEach(() => {
    answer('get', '/api/auth/user', aUser({ isAuditor: true }));
    answer('get', '/api/admin/users', { users: [sam] });
  });

  test('comes to the search for emails, and asks for nothing else', async () => {
    await renderApp('/admin/users');
    await screen.findByLabelText('Name or email address');
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Audit', 'Account security']);
    expect(screen.queryByRole('navigation', { name: 'Admin sections' })).toBeNull();
    const mine = /^\/api\/(auth\/user|admin\/users)/;
    expect(reads.filter((path) => !mine.test(path))).toEqual([]);
  });

  test('finds what was sent to a person, and reads the text and who approved it', async () => {
    answer('get', '/api/admin/history/emails', { emails: [anEmail({ report: 'bounced' })], next: null });
    const story = aStory([]);
    answer('get', '/api/admin/history/explain/:messageId', {
      ...story,
      message: {
        ...story.message,
        sent: {
          at: '2026-03-02T09:00:00.000Z',
          text: { to: 'ada@lindqvist.example', from: 'sam@ridge.example', subject: 'A vest', text: 'Hello Ada' },
        },
        approved: { by: 'Robin Vale (sam@ridge.example)', at: '2026-03-01T09:00:00.000Z' },
        report: 'bounced',
      },
      proof: [
        {
          rule: 'approved_by',
          verdict: 'ok',
          text: 'a user of the workspace approved it, or ordered that',
          event: { id: 'message-m1@3', at: '2026-03-01T09:00:00.000Z', by: 'Robin Vale (sam@ridge.example)' },
        },
        { rule: 'hours', verdict: 'violated', text: 'it left outside the sending hours', event: null },
      ],
    });
    const hand = await renderApp('/admin/audit?view=emails');
    await hand.type(await screen.findByLabelText('Name or email address'), ' ada@lindqvist.example {Enter}');
    const found = within(await screen.findByRole('list', { name: 'Emails' }));
    found.getByText('Bounced');
    found.getByText('Spring vests, sent by Robin Vale (sam@ridge.example)');
    expect(reads).toContain('/api/admin/history/emails?find=ada%40lindqvist.example');
    await hand.click(found.getByText('A vest for your trails'));
    const sent = within(await screen.findByRole('region', { name: 'What was sent' }));
    sent.getByText('Hello Ada');
    sent.getByText(/^Approved by Robin Vale \(sam@ridge\.example\)/);
    const rules = within(screen.getByRole('region', { name: 'Rules' }));
    const [kept, broken] = rules.getAllByRole('listitem');
    expect(kept?.textContent).toMatch(/^KeptA user.*Robin Vale .*Show the event$/i);
    expect(broken?.textContent).toBe('Brokenit left outside the sending hours');
  });

  test('is told of an erased text, of no emails, and of a name that is too common', async () => {
    answer('get', '/api/admin/history/emails', {
      emails: [anEmail({ subject: null, to: null, partner: null })],
      next: null,
    });
    answer('get', '/api/admin/history/explain/:messageId', {
      ...aStory([]),
      message: { ...aStory([]).message, sent: { at: '2026-03-02T09:00:00.000Z', text: null } },
    });
    const hand = await renderApp('/admin/audit?view=emails&find=ada');
    await hand.click(await screen.findByText('Text erased'));
    await screen.findByText('The text was erased, or cannot be read.');
    await hand.keyboard('{Escape}');
    answer('get', '/api/admin/history/emails', { emails: [], next: null });
    const field = await screen.findByLabelText('Name or email address');
    await hand.type(field, ' lind{Enter}');
    await screen.findByText('Nothing was sent to this person.');
    answer('get', '/api/admin/history/emails', failed(422, 'More than 500 people have this name.') as never);
    await hand.type(field, 'q{Enter}');
    await screen.findByText('More than 500 people have this name.');
  });

  test('may not erase anyone', async () => {
    answer('get', '/api/admin/erasures', []);
    await renderApp('/admin/audit?view=erasures&tenant=sam');
    await screen.findByText('Nothing was erased yet');
    expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
  });
});

test('an admin makes a user an auditor, which takes their admin rights away', async () => {
  answer('get', '/api/admin/users', { users: [anAdminUser('sam', { isAdmin: true })] });
  answer('get', '/api/admin/openai-usage/stats', aiUsage());
  answer('put', '/api/admin/users/:id', invited(anAdminUser('sam', { isAuditor: true, version: 2 }), null));
  const hand = await renderPart(<UsersCard />, '/admin/users');
  await hand.click(await screen.findByRole('button', { name: /^Edit/ }));
  const edit = await openDialog('Edit User');
  await hand.click(edit.getByRole('switch', { name: 'Auditor' }));
  await hand.click(edit.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(calls[0]?.body).toEqual({ isAdmin: false, isAuditor: true, version: 1 }));
});
