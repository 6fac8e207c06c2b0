import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SendingAccountView } from '../../api/views.ts';
import { SendFrom } from '../../web/features/campaigns/SendFrom.tsx';
import { SendingAccountsScreen } from '../../web/features/settings/SendingAccountsScreen.tsx';
import { queryClient } from '../../web/lib/queryClient.ts';
import { answer, calls, hold } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aSendingAccount, emailSettings, gmailStatus, mailboxStatus, noSenderDomain } from './support/views.ts';

const FIRST = aSendingAccount();
const SECOND = aSendingAccount({
  ...{ id: 'a2', address: 'sam@shop.example', provider: 'smtp', usedToday: 7, limitToday: 10 },
});

const show = (accounts: readonly SendingAccountView[], path = '/settings/sending') => {
  answer('get', '/api/sending-accounts', () => [...accounts]);
  return renderPart(<SendingAccountsScreen />, path);
};
const rowsOf = async (count: number) =>
  waitFor(() => {
    const found = [...screen.getByRole('list', { name: 'Sending accounts' }).children];
    expect(found).toHaveLength(count);
    return found as HTMLElement[];
  });

test('the list shows each account with its health, its figures and what to do', async () => {
  const readAt = new Date(Date.now() - 180_000).toISOString();
  const checks = [
    { check: 'spf', level: 'pass' },
    { check: 'dkim', level: 'fail' },
    { check: 'dmarc', level: 'fail' },
  ] as const;
  await show([
    FIRST,
    {
      ...SECOND,
      ...{ health: 'full', replyPath: 'mailbox', readAt, rates: { sent: 120, bounced: 1, complained: 0 } },
      domain: { checkedAt: readAt, checks: [...checks] },
    },
    { ...SECOND, id: 'a6', address: 'nora@outlook.example', microsoft: true, replyPath: 'mailbox' },
    aSendingAccount({ id: 'a3', address: null, provider: 'gmail', health: 'not_connected', replyPath: null }),
  ]);
  const rows = await rowsOf(4);
  expect(rows.map((row) => row.textContent)).toEqual([
    'sam@northwind.exampleSendGrid · Mark replies by handConnected3 of 40todayNone sentin 30 days',
    `sam@shop.exampleMailbox · Read 3 minutes ago · Fix DKIM, DMARCLimit reached7 of 10today0.8% bounced0% spam reportsThe other emails leave on the next sending day. You can raise the limit under Schedule & limits.`,
    'nora@outlook.exampleMicrosoft · Not read yetConnected7 of 10todayNone sentin 30 days',
    'Gmail, not connectedGmailNot Connected3 of 40todayNone sentin 30 daysConnect it again to send from it.',
  ]);
  expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual(
    ['a1', 'a2', 'a6', 'a3'].map((id) => `/settings/sending?account=${id}`),
  );
  expect(screen.getByRole('link', { name: 'Add account' }).getAttribute('href')).toBe('/settings/sending?account=new');
});

test('the account that a link names is open', async () => {
  answer('get', '/api/email-settings', emailSettings());
  answer('get', '/api/sender-domain', noSenderDomain());
  answer('get', '/api/campaigns', []);
  await show([FIRST, { ...SECOND, provider: 'sendgrid' }], '/settings/sending?account=a2');
  const rows = await rowsOf(2);
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true']);
  within(await screen.findByRole('region', { name: 'sam@shop.example' })).getByText('Sending domain');
  expect(rows[1]?.querySelector('a')?.getAttribute('href')).toBe('/settings/sending');
});

test('the only account is open', async () => {
  answer('get', '/api/email-settings', emailSettings());
  answer('get', '/api/sender-domain', noSenderDomain());
  await show([FIRST]);
  await screen.findByText('Save Email Settings');
});

test('of an account that two providers are connected to, the one that sends is chosen', async () => {
  answer('get', '/api/email-settings', emailSettings({ hasGmailAuth: true }));
  answer('put', '/api/email-settings', emailSettings({ emailProvider: 'gmail', hasGmailAuth: true }));
  answer('get', '/api/sender-domain', noSenderDomain());
  const hand = await show([FIRST]);
  await hand.click(await screen.findByLabelText('Gmail'));
  await hand.click(screen.getAllByText('Save Email Settings')[0] as HTMLElement);
  await seeToast({ title: 'Email Settings Updated', text: 'The next email goes out this way.' });
  expect(calls).toMatchObject([{ path: '/api/email-settings?account=a1', body: { emailProvider: 'gmail' } }]);
});

describe('an account is added', () => {
  beforeEach(() => {
    answer('get', '/api/gmail/status', gmailStatus());
    answer('get', '/api/mailbox/status', mailboxStatus());
    answer(
      'get',
      '/api/email-settings',
      emailSettings({ emailProvider: null, fromEmail: null, hasSendGridKey: false }),
    );
    answer('get', '/api/sender-domain', noSenderDomain());
    answer('get', '/api/campaigns', []);
  });

  test('by a choice of three; without one there is nothing to save, and another choice keeps what was typed', async () => {
    const hand = await show([]);
    const add = within(await screen.findByRole('region', { name: 'Add account' }));
    expect(add.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual([
      ...['gmail', 'smtp', 'sendgrid'],
    ]);
    expect(add.getByText('Save Email Settings').closest('button')?.disabled).toBe(true);
    expect(screen.queryByText('Cancel')).toBeNull();
    await hand.click(add.getByRole('radio', { name: 'SendGrid' }));
    await hand.type(await add.findByLabelText('From email'), 'kim@shop.example');
    await hand.click(add.getByRole('radio', { name: 'Gmail' }));
    await add.findByText('Connect Gmail Account');
    await hand.click(add.getByText('More: Amazon SES'));
    await add.findByText('Connect Amazon SES');
    await hand.click(add.getByRole('radio', { name: 'SendGrid' }));
    expect((add.getAllByLabelText('From email')[0] as HTMLInputElement).value).toBe('kim@shop.example');
  });

  test('and is open in the list once it was tested and saved', async () => {
    const accounts = [FIRST];
    answer('put', '/api/email-settings', () => {
      accounts.push({ ...SECOND, provider: 'sendgrid' });
      return emailSettings({ fromEmail: 'sam@shop.example' });
    });
    const hand = await show(accounts, '/settings/sending?account=new');
    screen.getByText('Cancel');
    await hand.click(screen.getByRole('radio', { name: 'SendGrid' }));
    await hand.type(await screen.findByLabelText('From email'), 'sam@shop.example');
    await hand.type(screen.getByLabelText('SendGrid API key'), 'SG.one');
    await hand.click(screen.getByText('Save Email Settings'));
    await seeToast({ title: 'Email Settings Updated' });
    expect(calls).toMatchObject([{ method: 'PUT', path: '/api/email-settings?account=new&check=true' }]);
    await waitFor(() => expect(window.location.search).toBe('?account=a2'));
    await screen.findByRole('region', { name: 'sam@shop.example' });
  });
});

test('leaving before an added account is in the list is final', async () => {
  const { held, release } = hold();
  let accounts = 0;
  answer('get', '/api/email-settings', emailSettings({ emailProvider: null, fromEmail: null, hasSendGridKey: false }));
  answer('put', '/api/email-settings', emailSettings());
  answer('get', '/api/campaigns', []);
  answer('get', '/api/sender-domain', noSenderDomain());
  answer('get', '/api/sending-accounts', async () => {
    accounts += 1;
    if (accounts === 1) return [];
    await held;
    return [FIRST];
  });
  const hand = await renderPart(<SendingAccountsScreen />, '/settings/sending');
  await hand.click(await screen.findByRole('radio', { name: 'SendGrid' }));
  await hand.type(await screen.findByLabelText('From email'), 'sam@northwind.example');
  await hand.type(screen.getByLabelText('SendGrid API key'), 'SG.one');
  await hand.click(screen.getByText('Save Email Settings'));
  await waitFor(() => expect(accounts).toBe(2));
  window.history.replaceState(null, '', '/campaigns');
  release();
  await screen.findByRole('list', { name: 'Sending accounts' });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(window.location.pathname).toBe('/campaigns');
});

test('a warning stands beside its account', async () => {
  const warning = '1 of 20 emails was reported as spam (5%). Stay below 0.1%.';
  await show([FIRST, { ...SECOND, warning }]);
  expect((await screen.findByText(warning)).closest('li')?.textContent).toContain('sam@shop.example');
});

test('an account that is held says why, and what to do', async () => {
  const reason = 'The SMTP host was not found. Check its name';
  const hold = {
    kind: 'provider_trouble',
    until: '2026-03-02T12:15:00.000Z',
    ends: '',
    where: 'mailbox',
    account: 'a2',
    reason,
    whatToDo: 'Correct it in Settings.',
  } as const;
  await show([FIRST, { ...SECOND, health: 'held', hold }]);
  const text = await screen.findByText(
    /^Until .*: The SMTP host was not found. Check its name. Correct it in Settings.$/,
  );
  expect(text.closest('li')?.textContent).toContain('sam@shop.example');
  expect(screen.queryByText('Resume sending')).toBeNull();
});

test('an account that its figures paused says why, and is resumed after a question', async () => {
  const hold = {
    kind: 'complaint_rate',
    until: null,
    ends: 'until you resume sending',
    where: null,
    account: 'a2',
    reason: '2 of 300 emails were reported as spam (0.7%; the limit is 0.3%)',
    whatToDo: 'Change the text, then resume.',
  } as const;
  let paused = true;
  answer('get', '/api/sending-accounts', () => [
    FIRST,
    paused ? { ...SECOND, health: 'paused' as const, hold } : SECOND,
  ]);
  answer('post', '/api/sending/resume', () => {
    paused = false;
    return { success: true as const };
  });
  const hand = await renderPart(<SendingAccountsScreen />);
  await screen.findByText(
    /^2 of 300 emails were reported as spam \(0.7%; the limit is 0.3%\)\. Change the text, then resume\.$/,
  );
  await hand.click(screen.getByText('Resume sending'));
  const question = await screen.findByRole('alertdialog', { name: 'Resume sending?' });
  within(question).getByText(/Have you changed the text/);
  await hand.click(within(question).getByText('Resume sending'));
  await waitFor(() => expect(screen.queryByText('Resume sending')).toBeNull());
  expect(calls).toEqual([expect.objectContaining({ method: 'POST', path: '/api/sending/resume?account=a2' })]);
});

test('who has one account is not asked from which a campaign sends', async () => {
  answer('get', '/api/sending-accounts', [FIRST]);
  await renderPart(<SendFrom value={null} onChange={() => undefined} />);
  expect(screen.queryByLabelText('Send from')).toBeNull();
});

test('a campaign sends from all accounts, or from one', async () => {
  answer('get', '/api/sending-accounts', [FIRST, SECOND]);
  const chosen: (string | null)[] = [];
  const hand = await renderPart(<SendFrom value="a2" onChange={(value) => chosen.push(value)} />);
  const select = await screen.findByLabelText<HTMLSelectElement>('Send from');
  await waitFor(() => expect(select.value).toBe('a2'));
  expect([...select.options].map(({ text }) => text)).toEqual([
    'All accounts, evenly',
    'sam@northwind.example',
    'sam@shop.example',
  ]);
  await hand.selectOptions(select, 'All accounts, evenly');
  await hand.selectOptions(select, 'sam@northwind.example');
  expect(chosen).toEqual([null, 'a1']);
});
