import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminUserView } from '../../api/views.ts';
import { UsersCard } from '../../web/features/admin/UsersCard.tsx';
import { aiUsage, anAdminUser, invited } from './support/adminViews.ts';
import { answer, calls, failed, hold } from './support/api.ts';
import { errorOf, fillIn } from './support/fields.ts';
import { dialog, noDialog, openDialog } from './support/openDialog.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aUser } from './support/views.ts';

/** The users as the server keeps them. */
let users: AdminUserView[];
const userOf = (name: string): AdminUserView => {
  const user = users.find(({ id }) => id === name);
  if (!user) throw new Error(`No user ${name}`);
  return user;
};
const change = (name: string, more: Partial<AdminUserView>): AdminUserView => {
  users = users.map((user) => (user.id === name ? { ...user, ...more, version: user.version + 1 } : user));
  return userOf(name);
};
beforeEach(() => {
  const day = (date: number) => `2026-03-0${date}T09:00:00.000Z`;
  users = [
    anAdminUser('me2', { firstName: 'Zoe', createdAt: day(1) }),
    anAdminUser('bo', { isPaused: true, createdAt: day(2) }),
    anAdminUser('cy', { firstName: 'cy', isAdmin: true, createdAt: day(3) }),
    anAdminUser('ada', {
      firstName: 'Ada',
      lastName: 'Lind',
      username: 'adal',
      secondFactor: true,
      createdAt: day(4),
    }),
    anAdminUser('eve', { joined: false, createdAt: day(5) }),
  ];
  answer('get', '/api/admin/users', () => ({ users }));
  answer('get', '/api/admin/openai-usage/stats', aiUsage());
  answer('put', '/api/admin/users/:id', ({ path, body }) => {
    const { version, ...wanted } = body as Partial<AdminUserView>;
    return invited(change(path.split('/').at(-1) ?? '', wanted), null);
  });
});

async function shown(path = '/admin/users'): Promise<UserEvent> {
  const hand = await renderPart(<UsersCard />, path);
  await screen.findByText(/^[\d,]+ users?$/);
  return hand;
}

const card = () => screen.getByText('User Management').closest('section') as HTMLElement;
const rows = () => [...card().querySelectorAll<HTMLElement>('[data-row]')];
const rowOf = (name: string) => {
  const row = rows().find((one) => one.textContent?.includes(`${name}@`));
  if (!row) throw new Error(`No row of ${name}`);
  return within(row);
};
const names = () => rows().map((row) => row.dataset.row);
const switchOf = (name: string) => rowOf(name).getByLabelText(`Admin: ${name}@ridge.example`);
const button = (label: string) => within(card()).getByLabelText(label);
const has = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));
const failure = (text: string) => seeToast({ title: 'Error', text, variant: 'destructive' });

describe('the table', () => {
  test('has a row of facts for each user, the newest first', async () => {
    await shown();
    const titles = screen.getAllByRole('columnheader').map((title) => title.textContent);
    expect(titles.filter(Boolean)).toEqual(['Email', 'Name', 'Username', 'Admin', 'Status', 'Created', 'Actions']);
    within(card()).getByText('5 users');
    expect(names()).toEqual(['eve', 'ada', 'cy', 'bo', 'me2']);
    const cells = [...(rows()[1]?.querySelectorAll('[role=cell]') ?? [])].map((cell) => cell.textContent?.trim());
    expect(cells.toSpliced(3, 1)).toEqual([
      'ada@ridge.exampleTwo-factor200 credits a month',
      'Ada Lind',
      '@adal',
      'Active',
      'Mar 4',
      'EditPauseDelete',
    ]);
    rowOf('bo').getByText('Paused');
    rowOf('eve').getByText('Invited');
    expect(switchOf('cy').getAttribute('aria-checked')).toBe('true');
    expect(switchOf('bo').getAttribute('aria-checked')).toBe('false');
    rowOf('ada').getByText('Two-factor');
    expect(rowOf('cy').queryByText('Two-factor')).toBeNull();
  });

  test('nobody can lock themselves out: of the own account there is Edit alone, without its switches', async () => {
    answer('get', '/api/auth/user', aUser({ id: 'cy' }));
    const hand = await shown();
    rowOf('cy').getByText('you');
    expect(
      rowOf('cy')
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Edit']);
    expect(switchOf('cy')).toHaveProperty('disabled', true);
    await hand.click(button('Edit cy@ridge.example'));
    const edit = await openDialog('Edit User');
    for (const name of ['Admin', 'Paused']) expect(edit.getByLabelText(name)).toHaveProperty('disabled', true);
  });
});

describe('order and search', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Search users');
  const parameter = (name: string) => new URLSearchParams(window.location.search).get(name);

  test('the search finds every word in email and name, and stands in the address', async () => {
    const hand = await shown();
    await fillIn(hand, field(), 'LIND ada');
    await waitFor(() => expect(names()).toEqual(['ada']));
    expect(parameter('search')).toBe('LIND ada');
    await fillIn(hand, field(), 'zzz');
    await screen.findByText('No users match your search.');
    await hand.click(screen.getByText('Clear search'));
    await waitFor(() => expect(rows()).toHaveLength(5));
  });

  test('10,000 users: only the rows in view are drawn, search and order are over all of them', async () => {
    users = Array.from({ length: 10_000 }, (_, index) => anAdminUser(`user${String(index).padStart(5, '0')}`));
    const hand = await shown('/admin/users?sort=-email&search=ridge');
    expect(field().value).toBe('ridge');
    expect(names()[0]).toBe('user09999');
    expect(rows().length).toBeLessThanOrEqual(100);
    expect(screen.getByRole('table', { name: 'Users' }).getAttribute('aria-rowcount')).toBe('10001');
    await fillIn(hand, field(), 'user0995');
    await waitFor(() => expect(rows()).toHaveLength(10));
  });

  test('a press on a row edits its user, one on what it holds does not', async () => {
    const hand = await shown();
    await hand.click(switchOf('ada'));
    await hand.click((await openDialog('Give admin rights?')).getByText('Cancel'));
    await noDialog();
    await hand.click(rowOf('ada').getByText('Ada Lind'));
    expect((await openDialog('Edit User')).getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Ada');
  });
});

describe('Pause and the admin toggle', () => {
  test('each asks first and says what follows; after Cancel or Escape all is as it was', async () => {
    const hand = await shown();
    for (const [at, title, text] of [
      [() => switchOf('ada'), 'Give admin rights?', /manage every user, including you, add admins/],
      [() => switchOf('cy'), 'Take Admin Rights Away?', /lose access to the Admin Panel/],
      [
        () => button('Pause ada@ridge.example'),
        'Pause user?',
        /signed out everywhere and cannot sign in. Their emails wait/,
      ],
    ] as const) {
      const pressed = at();
      const was = pressed.getAttribute('aria-checked');
      for (const close of [() => hand.click(dialog().getByText('Cancel')), () => hand.keyboard('{Escape}')]) {
        await hand.click(pressed);
        const ask = await openDialog(title);
        ask.getByText(text);
        ask.getByText(/^(ada|cy)@ridge.example$/);
        expect(pressed.getAttribute('aria-checked')).toBe(was);
        await close();
        await noDialog();
        await has(pressed);
      }
    }
    expect(calls).toEqual([]);
  });

  test('sent once for a double click, and the notice says it; Unpause asks nothing', async () => {
    const hand = await shown();
    for (const [label, at, text] of [
      ['Pause user', () => button('Pause ada@ridge.example'), 'is paused and signed out.'],
      ['Give admin rights', () => switchOf('ada'), 'is an admin now.'],
    ] as const) {
      await hand.click(at());
      await hand.dblClick((await openDialog(`${label}?`)).getByText(label, { selector: 'button' }));
      await noDialog();
      await seeToast({ title: 'User Updated', text: `ada@ridge.example ${text}` });
    }
    await hand.click(button('Unpause bo@ridge.example'));
    await seeToast({ title: 'User Updated', text: 'bo@ridge.example can sign in again.' });
    await waitFor(() => rowOf('bo').getByText('Active'));
    button('Pause bo@ridge.example');
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', '/api/admin/users/ada', { isPaused: true }],
      ['PUT', '/api/admin/users/ada', { isAdmin: true }],
      ['PUT', '/api/admin/users/bo', { isPaused: false }],
    ]);
  });
});

describe('Edit', () => {
  const credits = () => dialog().getByLabelText<HTMLInputElement>('Monthly credits');
  const first = () => dialog().getByLabelText<HTMLInputElement>(/^First name/);
  const save = (hand: UserEvent) => hand.click(dialog().getByText('Save Changes'));
  const editing = async (name = 'ada'): Promise<UserEvent> => {
    const hand = await shown();
    await hand.click(button(`Edit ${name}@ridge.example`));
    await openDialog('Edit User');
    return hand;
  };

  test('what is no number of credits is said at the field, which has the focus', async () => {
    const hand = await editing();
    for (const wrong of ['1.5', '-1', '100001', '']) {
      await fillIn(hand, credits(), wrong);
      await save(hand);
      await dialog().findByText('Enter a whole number from 0 to 100,000');
      await has(credits());
      await fillIn(hand, credits(), '1');
      await waitFor(() => expect(dialog().queryByText('Enter a whole number from 0 to 100,000')).toBeNull());
    }
    expect(calls).toEqual([]);
  });

  test('what changed is sent, with the version, once for a double click; a blank name is none', async () => {
    const hand = await editing();
    expect(first().value).toBe('Ada');
    await fillIn(hand, credits(), '500');
    await fillIn(hand, dialog().getByLabelText(/^Username/), ' ');
    await hand.dblClick(dialog().getByText('Save Changes'));
    await seeToast({ title: 'User Updated', text: 'ada@ridge.example was updated.' });
    await noDialog();
    expect(calls.map(({ body }) => body)).toEqual([{ username: null, monthlyCredits: 500, version: 1 }]);
    await waitFor(() => rowOf('ada').getByText(/500 credits a month/));
  });

  test('a monthly AI budget of their own is set, and unset by a blank', async () => {
    const hand = await editing();
    const budget = () => dialog().getByLabelText<HTMLInputElement>(/^Monthly AI budget/);
    expect(budget().value).toBe('');
    await fillIn(hand, budget(), '-1');
    await save(hand);
    await dialog().findByText('Enter an amount in US dollars from 0 to 9,999,999, such as 50, or leave it blank');
    // half a number is no blank, which would take the budget away
    await fillIn(hand, budget(), '5e');
    await save(hand);
    await dialog().findByText('Enter an amount in US dollars from 0 to 9,999,999, such as 50, or leave it blank');
    await fillIn(hand, budget(), '12.5');
    await save(hand);
    await seeToast({ title: 'User Updated', text: 'ada@ridge.example was updated.' });
    await noDialog();
    await hand.click(rowOf('ada').getByText('Edit'));
    await waitFor(() => expect(budget().value).toBe('12.5'));
    await hand.clear(budget());
    await save(hand);
    await noDialog();
    expect(calls.map(({ body }) => body)).toMatchObject([{ aiBudgetUsd: 12.5 }, { aiBudgetUsd: null }]);
  });

  test('the tokens of a user are listed, and one is revoked', async () => {
    const token = {
      ...{ id: 't1', name: 'Zapier', scopes: ['read' as const], createdAt: '2026-01-05T09:00:00Z', lastUsedAt: null },
      expiresAt: '2126-01-05T09:00:00Z',
    };
    let tokens = [token];
    answer('get', '/api/admin/users/:id/tokens', () => ({ tokens }));
    answer('delete', '/api/admin/users/:id/tokens/:token', () => {
      tokens = [];
      return { revoked: 1 };
    });
    const hand = await editing();
    await dialog().findByText('Not used yet');
    await hand.click(dialog().getByLabelText('Revoke Zapier'));
    await hand.click(await screen.findByText('Revoke token', { selector: 'button' }));
    await seeToast({ title: 'Token revoked', text: 'Zapier has no access.' });
    await dialog().findByText('No program acts for this user.');
    expect(calls.map(({ method, path }) => [method, path])).toEqual([['DELETE', '/api/admin/users/ada/tokens/t1']]);
  });

  test('a limit of their own is set, and a blank is that of everyone', async () => {
    const hand = await editing();
    const limit = () => dialog().getByLabelText<HTMLInputElement>(/^Partners/);
    answer('put', '/api/admin/users/:id', ({ body }) => {
      const { limits } = body as { limits: object };
      return invited(change('ada', { limits: { ...anAdminUser('ada').limits, ...limits } }), null);
    });
    await fillIn(hand, limit(), '0');
    await save(hand);
    await dialog().findByText('Enter a whole number from 1 to 1,000,000, or leave it blank');
    await fillIn(hand, limit(), '20000');
    await save(hand);
    await noDialog();
    expect(calls.map(({ body }) => body)).toMatchObject([{ limits: { partners: 20_000 } }]);
  });

  test('when it fails the dialog stays; when somebody else was faster, newer values are there, and what was typed is kept', async () => {
    const hand = await editing();
    await fillIn(hand, credits(), '700');
    await fillIn(hand, first(), 'Adeline');
    answer('put', '/api/admin/users/:id', () => failed(500));
    await save(hand);
    await failure('Failed to update user');
    change('ada', { monthlyCredits: 600, lastName: 'Lindqvist' });
    let faster = true;
    answer('put', '/api/admin/users/:id', ({ body }) => {
      if (!faster) return invited(change('ada', body as object), null);
      faster = false;
      return failed(409, 'Someone else changed this user.');
    });
    await save(hand);
    await dialog().findByText('Someone else changed this user.');
    dialog().getByText('Monthly credits is now 600; what you typed is kept below.');
    dialog().getByText('Last name is now Lindqvist.');
    const last = dialog().getByLabelText<HTMLInputElement>(/^Last name/);
    expect([credits().value, first().value, last.value]).toEqual(['700', 'Adeline', 'Lindqvist']);
    await save(hand);
    await seeToast({ title: 'User Updated' });
    expect(calls.at(-1)?.body).toEqual({ firstName: 'Adeline', monthlyCredits: 700, version: 2 });
  });

  test('a username that another user has is said at its field, not as a change of someone else', async () => {
    const words = 'Another user has this username. Choose a different one.';
    answer('put', '/api/admin/users/:id', () => failed(409, words, { details: { field: 'username' } }));
    const hand = await editing();
    const username = dialog().getByLabelText<HTMLInputElement>(/^Username/);
    await fillIn(hand, username, 'cy');
    await save(hand);
    await waitFor(() => expect(errorOf(username)).toBe(words));
    expect(dialog().queryByText('Someone else changed this user.')).toBeNull();
  });

  test('the second factor of somebody who lost their phone is turned off', async () => {
    const hand = await editing();
    dialog().getByText('Turn it off if they lost their phone and recovery codes.');
    await hand.click(dialog().getByLabelText('Two-factor authentication'));
    await save(hand);
    await seeToast({ title: 'User Updated', text: 'ada@ridge.example now signs in without a code.' });
    expect(calls.map(({ body }) => body)).toEqual([{ secondFactor: false, version: 1 }]);
    await waitFor(() => expect(rowOf('ada').queryByText('Two-factor')).toBeNull());
    await noDialog();
    await hand.click(button('Edit cy@ridge.example'));
    await openDialog('Edit User');
    expect(dialog().queryByLabelText('Two-factor authentication')).toBeNull();
  });
});

describe('Add User', () => {
  const email = () => dialog().getByLabelText<HTMLInputElement>('Email');
  const submit = (hand: UserEvent) => hand.click(dialog().getByText('Add User', { selector: 'button' }));
  const adding = async (): Promise<UserEvent> => {
    const hand = await shown();
    await hand.click(within(card()).getByText('Add User'));
    await openDialog('Add User');
    return hand;
  };

  test('an email is required, the rest is optional; the switches are pressed by keyboard', async () => {
    const hand = await adding();
    expect(email().type).toBe('email');
    for (const optional of ['Username', 'First name', 'Last name'])
      dialog().getByLabelText(new RegExp(`^${optional}.*optional`));
    await submit(hand);
    await dialog().findByText('Email is required');
    await has(email());
    await hand.paste('nobody');
    await waitFor(() => expect(dialog().queryByText('Email is required')).toBeNull());
    await submit(hand);
    await dialog().findByText('Please enter a valid email address');
    dialog().getByLabelText('Admin').focus();
    await hand.keyboard(' ');
    expect(dialog().getByLabelText('Admin').getAttribute('aria-checked')).toBe('true');
    expect(dialog().getByLabelText('Paused').getAttribute('aria-checked')).toBe('false');
    expect(calls).toEqual([]);
  });

  test('a refusal is said, at the field that it names, and what was typed stays', async () => {
    const hand = await adding();
    await fillIn(hand, email(), 'ADA@ridge.example');
    const known = 'There is a user with this address already.';
    const username = dialog().getByLabelText<HTMLInputElement>(/^Username/);
    await fillIn(hand, username, 'ada');
    answer('post', '/api/admin/users', () => failed(500));
    await submit(hand);
    await failure('Failed to create user');
    answer('post', '/api/admin/users', () => failed(409, known));
    await submit(hand);
    await dialog().findByText(known);
    const words = 'Another user has this username. Choose a different one.';
    answer('post', '/api/admin/users', () => failed(409, words, { details: { field: 'username' } }));
    await submit(hand);
    await waitFor(() => expect(errorOf(username)).toBe(words));
    expect(email().getAttribute('aria-invalid')).not.toBe('true');
    expect(email().value).toBe('ADA@ridge.example');
  });

  test('added once for a double click; the row is there, and the next form is blank', async () => {
    const call = hold();
    answer('post', '/api/admin/users', async () => {
      await call.held;
      const dee = anAdminUser('dee', { firstName: 'Dee', joined: false });
      users = [...users, dee];
      return invited(dee);
    });
    const hand = await adding();
    await hand.click(email());
    await hand.paste('Dee@ridge.example');
    await hand.click(dialog().getByLabelText(/^First name/));
    await hand.paste(' Dee ');
    await hand.dblClick(dialog().getByText('Add User', { selector: 'button' }));
    await dialog().findByText('Adding...');
    call.release();
    await seeToast({
      title: 'User Created',
      text: 'dee@ridge.example is in the list. The invitation is on its way.',
    });
    await noDialog();
    await waitFor(() => rowOf('dee').getByText('Invited'));
    const names = { username: '', firstName: 'Dee', lastName: '' };
    const body = { email: 'dee@ridge.example', ...names, isAdmin: false, isPaused: false };
    expect(calls).toEqual([{ method: 'POST', path: '/api/admin/users', body }]);
    await hand.click(within(card()).getByText('Add User'));
    await openDialog('Add User');
    expect(email().value).toBe('');
  });
});

describe('an invitation', () => {
  const resend = (hand: UserEvent) => hand.click(button('Resend invitation to eve@ridge.example'));

  test('can be sent again', async () => {
    answer('post', '/api/admin/users/:id/invitation', () => invited(userOf('eve')));
    await resend(await shown());
    await seeToast({ title: 'Invitation Sent', text: 'It is on its way to eve@ridge.example.' });
    expect(calls.map(({ path }) => path)).toEqual(['/api/admin/users/eve/invitation']);
  });

  test('where no mail can be sent, its link is shown to be handed over', async () => {
    const url = 'https://pilot.example/api/invitation?token=only-here';
    answer('post', '/api/admin/users/:id/invitation', () => invited(userOf('eve'), { mailed: false, url }));
    const hand = await shown();
    await resend(hand);
    const over = await openDialog('Hand over this invitation');
    over.getByText('For eve@ridge.example');
    expect(over.getByLabelText<HTMLInputElement>('Link of the invitation').value).toBe(url);
    await hand.click(over.getByLabelText('Copy the link'));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(url));
    await hand.click(over.getByText('Done'));
    await noDialog();
  });
});

describe('Delete', () => {
  const gone = (hand: UserEvent) => hand.click(button('Delete bo@ridge.example'));

  test('asks, and says what is erased; Cancel goes back to the button', async () => {
    const hand = await shown();
    await gone(hand);
    const ask = await openDialog('Delete User?');
    ask.getByText('Are you sure you want to delete this user? This action cannot be undone.');
    ask.getByText('bo@ridge.example');
    ask.getByText(/their partners, campaigns and texts are erased/);
    await hand.click(ask.getByText('Cancel'));
    await noDialog();
    await has(button('Delete bo@ridge.example'));
    expect(calls).toEqual([]);
  });

  test('a failure leaves the question, and the next press deletes once for a double click', async () => {
    let fails = true;
    answer('delete', '/api/admin/users/:id', () => {
      if (fails) return failed(500);
      users = users.filter(({ id }) => id !== 'bo');
      return { deleted: true as const };
    });
    const hand = await shown();
    await gone(hand);
    const ask = await openDialog('Delete User?');
    await hand.click(ask.getByText('Delete User'));
    await failure('Failed to delete user');
    fails = false;
    await hand.dblClick(ask.getByText('Delete User'));
    await seeToast({ title: 'User Deleted', text: 'bo@ridge.example is gone.' });
    await waitFor(() => expect(names()).not.toContain('bo'));
    expect(calls.map(({ method, path }) => [method, path])).toEqual(Array(2).fill(['DELETE', '/api/admin/users/bo']));
  });
});
