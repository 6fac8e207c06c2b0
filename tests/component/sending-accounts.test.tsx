import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SendFrom } from '../../web/features/campaigns/SendFrom.tsx';
import { AccountContext } from '../../web/features/sending/account.ts';
import { SendingAccountsCard } from '../../web/features/settings/SendingAccountsCard.tsx';
import { answer, calls } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';
import { aSendingAccount } from './support/views.ts';

const FIRST = aSendingAccount();
const SECOND = aSendingAccount({
  ...{ id: 'a2', address: 'sam@shop.example', provider: 'smtp', usedToday: 7, limitToday: 10 },
});

test('the list shows each account with its kind, health and use of the day, and the way to open it', async () => {
  answer('get', '/api/sending-accounts', [
    FIRST,
    { ...SECOND, health: 'paused' },
    { ...SECOND, id: 'a6', address: 'nora@outlook.example', microsoft: true },
    aSendingAccount({ id: 'a3', address: null, provider: 'gmail', health: 'not_connected', usedToday: 0 }),
    aSendingAccount({ id: 'a4', provider: null, health: 'not_connected', usedToday: 0 }),
    aSendingAccount({ id: 'a5', address: null, provider: null, health: 'not_connected', usedToday: 0 }),
  ]);
  await renderPart(
    <AccountContext value="a2">
      <SendingAccountsCard />
    </AccountContext>,
  );
  const rows = await waitFor(() => {
    const found = within(screen.getByRole('list', { name: 'Sending accounts' })).getAllByRole('listitem');
    expect(found).toHaveLength(6);
    return found;
  });
  expect(rows.map((row) => row.textContent)).toEqual([
    'sam@northwind.exampleSendGridConnected3 of 40 today',
    'sam@shop.exampleMailboxPaused7 of 10 today',
    'nora@outlook.exampleMicrosoftConnected7 of 10 today',
    'Gmail, not connectedGmailNot Connected0 of 40 today',
    'sam@northwind.exampleChoose it under Email ProviderNot in Use0 of 40 today',
    'Not set upConnect one of the kinds belowNot Connected0 of 40 today',
  ]);
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true', null, null, null, null]);
  expect(
    within(rows[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/settings/sending?account=a2');
  expect(screen.getByRole('link', { name: 'Add Account' }).getAttribute('href')).toBe('/settings/sending?account=new');
});

test('a warning stands beside its account', async () => {
  const warning = '1 of 20 emails was reported as spam (5%). Stay below 0.1%.';
  answer('get', '/api/sending-accounts', [FIRST, { ...SECOND, warning }]);
  await renderPart(<SendingAccountsCard />);
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
  answer('get', '/api/sending-accounts', [FIRST, { ...SECOND, health: 'held', hold }]);
  await renderPart(<SendingAccountsCard />);
  const text = await screen.findByText(`${reason}. Correct it in Settings.`);
  expect(text.closest('li')?.textContent).toContain('sam@shop.example');
  expect(screen.queryByText('Resume Sending')).toBeNull();
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
  const hand = await renderPart(<SendingAccountsCard />);
  await screen.findByText('Paused: 2 of 300 emails were reported as spam (0.7%; the limit is 0.3%).');
  await hand.click(screen.getByText('Resume Sending'));
  const question = await screen.findByRole('alertdialog', { name: 'Resume sending?' });
  within(question).getByText(/Have you changed the text/);
  await hand.click(within(question).getByText('Resume Sending'));
  await waitFor(() => expect(screen.queryByText('Resume Sending')).toBeNull());
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
