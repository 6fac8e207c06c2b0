import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ErasureView, EventView } from '../../api/views.ts';
import { AuditScreen } from '../../web/features/history/AuditScreen.tsx';
import { anAdminUser, anErasure } from './support/adminViews.ts';
import { answer, calls, failed, reads } from './support/api.ts';
import { fillIn } from './support/fields.ts';
import { anEvent, aTimeline, dashboardAt } from './support/historyViews.ts';
import { dialog, noDialog, openDialog } from './support/openDialog.ts';
import { renderPart } from './support/renderApp.tsx';

let receipts: ErasureView[];
beforeEach(() => {
  receipts = [];
  const users = [anAdminUser('sam', { firstName: 'Robin', lastName: 'Vale' }), anAdminUser('zoe')];
  answer('get', '/api/admin/users', { users });
  answer('get', '/api/admin/erasures', () => receipts);
});

describe('the events', () => {
  const timeline = (event: EventView, search = ''): Promise<UserEvent> => {
    answer('get', '/api/admin/history', aTimeline([event]) as never);
    return renderPart(<AuditScreen />, `/admin/audit${search}`);
  };

  test('of everybody say whose they are, and lead to all of that user', async () => {
    answer('get', '/api/admin/history/causes', { event: anEvent(2), because: [] } as never);
    const hand = await timeline(anEvent(2, { tenant: 'sam' }));
    await hand.click(await screen.findByText('Partner Pilot · sam@ridge.example'));
    await screen.findByText('sam@ridge.example', { selector: 'dd' });
    await screen.findByText('The event that led to it is not part of this history.');
    await hand.click(screen.getByText('All events of this user'));
    expect(chosen()).toBe('sam');
    await waitFor(() => expect(reads).toContain('/api/admin/history?tenant=sam'));
  });

  test('of an account name its email', async () => {
    const account = { email: 'sam@ridge.example', workspaceId: 'sam' };
    await timeline(
      anEvent(2, { kind: 'user', stream: 'user-sam', tenant: 'system', account }),
      '?tenant=sam&kind=user',
    );
    await screen.findByText('sam@ridge.example', { selector: 'bdi' });
    // others cannot have acted there
    expect(screen.queryByText('zoe@ridge.example', { selector: 'option' })).toBeNull();
  });

  test('are narrowed to what one user did, by name', async () => {
    const hand = await timeline(anEvent(2));
    const choice = await screen.findByText('Robin Vale (sam@ridge.example)', { selector: 'option' });
    screen.getByText('zoe@ridge.example', { selector: 'option' });
    await hand.selectOptions(screen.getByLabelText('Done by'), choice);
    await waitFor(() => expect(reads).toContain('/api/admin/history?actor=user%3Asam'));
  });

  test('without any it says so', async () => {
    answer('get', '/api/admin/history', { events: [], next: null, searchedBackTo: null });
    await renderPart(<AuditScreen />, '/admin/audit?kind=user&actor=recipient');
    await screen.findByText('No such events');
  });

  test('a moment is shown of one user', async () => {
    const hand = await renderPart(<AuditScreen />, '/admin/audit?view=moment');
    await screen.findByText('This shows the data of one user.');
    await hand.click(screen.getByText('Choose a user'));
    await screen.findByRole('option', { name: /sam@/ });
    const days = { first: '2026-03-01T09:00:00.000Z', last: '2026-03-09T09:00:00.000Z', days: [], bins: [] };
    answer('get', '/api/admin/history/days', days);
    answer('get', '/api/admin/history/as-of', dashboardAt(days.last, { totalEmailsSent: 2 }));
    await hand.keyboard('sam@{Enter}');
    await screen.findByText('Emails Sent');
    expect(reads.filter((path) => path.includes('tenant=sam'))).toHaveLength(2);
  });
});

const chosen = () => new URLSearchParams(window.location.search).get('tenant');
const shown = async (of = ''): Promise<UserEvent> => {
  const hand = await renderPart(<AuditScreen />, `/admin/audit?view=erasures${of}`);
  await screen.findByText('Nothing was erased yet');
  return hand;
};

describe('whose history it is', () => {
  const whose = () => screen.getByLabelText<HTMLInputElement>('User');
  const options = () => screen.queryAllByRole('option').filter((one) => !one.closest('select'));
  const typing = async (hand: UserEvent, text: string): Promise<void> => {
    await hand.click(whose());
    await hand.paste(text);
  };

  test('is found in the email and the name, or picked with the arrows or the mouse', async () => {
    const hand = await shown();
    screen.getByText('Choose a user above to erase an address that they hold, or all that is theirs.');
    for (const text of ['SAM@RIDGE', 'robin vale sam']) {
      await typing(hand, text);
      await waitFor(() => expect(options()).toHaveLength(1));
      expect(whose().getAttribute('aria-activedescendant')).toBe(options()[0]?.id);
      await hand.keyboard('{Enter}');
      expect([chosen(), whose().value]).toEqual(['sam', 'sam@ridge.example']);
      await hand.click(screen.getByText('All users'));
      expect(chosen()).toBe(null);
    }
    await typing(hand, 'ridge');
    await waitFor(() => expect(options()).toHaveLength(2));
    await hand.keyboard('{ArrowDown}{Enter}');
    expect(chosen()).toBe('zoe');
    await typing(hand, 'sam');
    await hand.click(await screen.findByRole('option', { name: /^sam@/ }));
    expect(chosen()).toBe('sam');
  });

  test('may be an id, as the history names a user or as no user has it', async () => {
    answer('get', '/api/admin/users', { users: [anAdminUser('ada', { id: 'u7', workspaceId: 'w7' })] });
    const hand = await shown();
    for (const typed of ['user-u7', 'user:u7', 'u7']) {
      await typing(hand, typed);
      await hand.keyboard('{Enter}');
      expect(chosen()).toBe('w7');
      await hand.click(screen.getByText('All users'));
    }
    await typing(hand, 'gone-1');
    await screen.findByText('No user matches. Press Enter to take it as an id.');
    await hand.keyboard('{Enter}');
    expect(chosen()).toBe('gone-1');
  });

  test('Escape keeps who was chosen', async () => {
    const hand = await shown('&tenant=sam');
    await hand.click(whose());
    await waitFor(() => expect(options()).toHaveLength(2));
    await hand.keyboard('{Escape}');
    expect([options().length, whose().value, chosen()]).toEqual([0, 'sam@ridge.example', 'sam']);
  });

  test('of 10,000 users the list shows eight, and how many more there are', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `user${String(index).padStart(5, '0')}`);
    answer('get', '/api/admin/users', { users: names.map((name) => anAdminUser(name)) });
    const hand = await shown();
    await hand.click(whose());
    await screen.findByText('9,992 more. Keep typing to narrow.');
    await hand.paste('user0777');
    await waitFor(() =>
      expect(screen.queryByText(/more. Keep typing/)?.textContent).toBe('2 more. Keep typing to narrow.'),
    );
    expect(options()).toHaveLength(8);
  });
});

describe('Erase an address', () => {
  const fill = (hand: UserEvent, label: string, text: string) => fillIn(hand, dialog().getByLabelText(label), text);
  const erase = (hand: UserEvent) => hand.click(dialog().getByText('Erase permanently', { selector: 'button' }));
  const asking = async (): Promise<UserEvent> => {
    const hand = await shown('&tenant=sam');
    await hand.click(screen.getByText('Erase an address'));
    const ask = await openDialog('Erase an address permanently');
    ask.getByText('From all data of sam@ridge.example.');
    ask.getByText(/^Every partner with this address is erased/);
    return hand;
  };

  test('has it typed, and typed again; what is wrong is said at its field', async () => {
    const hand = await asking();
    await erase(hand);
    dialog().getByText('Enter the address');
    await fill(hand, 'Address to erase', 'ada@lind.example');
    await fill(hand, 'Type the address again', 'ada@lind');
    await erase(hand);
    dialog().getByText('Type ada@lind.example to confirm');
    expect(document.activeElement).toBe(dialog().getByLabelText('Type the address again'));
    expect(calls).toEqual([]);
    const details = [{ field: 'address', message: 'Invalid email' }];
    answer('post', '/api/admin/erasures', () => failed(400, 'Invalid email', { details }));
    await fill(hand, 'Type the address again', 'ada@lind.example');
    await erase(hand);
    await dialog().findByText('Invalid email');
    expect(document.activeElement).toBe(dialog().getByLabelText('Address to erase'));
  });

  test('in either case of letters it is erased, and the receipt is shown and kept', async () => {
    answer('post', '/api/admin/erasures', () => {
      const receipt = anErasure();
      receipts = [receipt];
      return receipt;
    });
    const hand = await asking();
    await fill(hand, 'Address to erase', 'ada@lind.example');
    await fill(hand, 'Type the address again', 'ADA@Lind.example');
    await erase(hand);
    const receipt = await openDialog('Erased permanently');
    receipt.getByRole('heading', { name: 'An address' });
    receipt.getByText('Erased');
    receipt.getByText(/^1 key, /);
    receipt.getByText(/ · sam@ridge\.example$/);
    await hand.click(receipt.getByText('Done'));
    await noDialog();
    await screen.findByRole('article');
    const body = { kind: 'address', tenant: 'sam', address: 'ada@lind.example' };
    expect(calls).toEqual([{ method: 'POST', path: '/api/admin/erasures', body }]);
  });
});

test('a receipt names the user, or the workspace of one who is erased', async () => {
  receipts = [anErasure(), anErasure({ id: 'tenant', kind: 'tenant', tenant: 'gone' })];
  await renderPart(<AuditScreen />, '/admin/audit?view=erasures');
  await screen.findByText(/ · sam@ridge\.example$/);
  screen.getByText(/ · workspace gone$/);
});

describe('Erase this user', () => {
  const question = 'Type sam@ridge.example to confirm';
  const asking = async (): Promise<UserEvent> => {
    const hand = await shown('&tenant=sam');
    await hand.click(screen.getByText('Erase this user'));
    const ask = await openDialog('Erase sam@ridge.example permanently?');
    ask.getByText(/^Their account is erased, with its password and sessions/);
    return hand;
  };
  const erase = async (hand: UserEvent, typed: string): Promise<void> => {
    await hand.click(dialog().getByLabelText(question));
    if (typed) await hand.paste(typed);
    await hand.click(dialog().getByText('Erase permanently', { selector: 'button' }));
  };

  test('has their email typed, says a refusal, and shows the receipt', async () => {
    const hand = await asking();
    await erase(hand, '');
    expect(dialog().getAllByText(question)).toHaveLength(2);
    expect(calls).toEqual([]);
    const words = 'You cannot erase your own account: you are the only admin.';
    answer('post', '/api/admin/erasures', () => failed(422, words));
    await erase(hand, 'sam@ridge.example');
    await dialog().findByText(words);
    answer('post', '/api/admin/erasures', anErasure({ kind: 'tenant' }));
    await erase(hand, '');
    (await openDialog('Erased permanently')).getByRole('heading', { name: 'A user and all that was theirs' });
    expect(calls.at(-1)?.body).toEqual({ kind: 'tenant', tenant: 'sam' });
  });
});
