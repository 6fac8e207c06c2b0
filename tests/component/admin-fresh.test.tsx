/** An admin's change to other users is on every screen at once. Live events cover one's own workspace only. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminUserView, ErasureView, UserView } from '../../api/views.ts';
import { UserMenu } from '../../web/app/shell/UserMenu.tsx';
import { AiUsageCard } from '../../web/features/admin/AiUsageCard.tsx';
import { HealthCard } from '../../web/features/admin/HealthCard.tsx';
import { UsersCard } from '../../web/features/admin/UsersCard.tsx';
import { Erasures } from '../../web/features/erasures/Erasures.tsx';
import { useCurrentUser } from '../../web/features/session/api.ts';
import { aiUsage, anAdminUser, anErasure, health, invited } from './support/adminViews.ts';
import { answer, reads } from './support/api.ts';
import { fillIn } from './support/fields.ts';
import { dialog, noDialog, openDialog } from './support/openDialog.ts';
import { renderPart } from './support/renderApp.tsx';
import { aUser } from './support/views.ts';

let me: UserView;
let users: AdminUserView[];
let receipts: ErasureView[];
beforeEach(() => {
  me = aUser({ id: 'sam', firstName: 'Sam', lastName: 'Vale' });
  users = [anAdminUser('sam', { firstName: 'Sam', lastName: 'Vale', isAdmin: true }), anAdminUser('bo')];
  receipts = [];
  answer('get', '/api/auth/user', () => me);
  answer('get', '/api/admin/users', () => ({ users }));
  answer('get', '/api/admin/erasures', () => receipts);
  answer('get', '/api/admin/health', health());
  answer('get', '/api/admin/openai-usage/stats', aiUsage());
  answer('put', '/api/admin/users/:id', ({ path, body }) => {
    const { version, ...change } = body as Partial<AdminUserView>;
    const id = path.split('/').at(-1);
    users = users.map((user) => (user.id === id ? { ...user, ...change, version: user.version + 1 } : user));
    if (id === me.id) me = { ...me, ...(change as Partial<UserView>) };
    return invited(users.find((user) => user.id === id) ?? anAdminUser('nobody'), null);
  });
});

function Menu() {
  const { data } = useCurrentUser();
  return data ? <UserMenu user={data} iconOnly={false} side="top" /> : null;
}
const RECEIPTS = <Erasures scope={{ admin: true, tenant: null }} />;
const shown = async (beside: ReactNode): Promise<UserEvent> => {
  const hand = await renderPart(
    <>
      <UsersCard />
      {beside}
    </>,
    '/admin/users',
  );
  await screen.findByText('2 users');
  return hand;
};
const edit = async (hand: UserEvent, name: string, label: RegExp, text: string): Promise<void> => {
  await hand.click(screen.getByLabelText(`Edit ${name}@ridge.example`));
  await openDialog('Edit User');
  await fillIn(hand, dialog().getByLabelText(label), text);
  await hand.click(dialog().getByText('Save Changes'));
  await noDialog();
};
const asked = (path: string) => reads.filter((read) => read.startsWith(path)).length;

test('who is deleted has a receipt at once', async () => {
  answer('delete', '/api/admin/users/:id', () => {
    receipts = [anErasure({ kind: 'tenant', tenant: 'bo' })];
    return { deleted: true as const };
  });
  const hand = await shown(RECEIPTS);
  await screen.findByText('Nothing was erased yet');
  await hand.click(screen.getByLabelText('Delete bo@ridge.example'));
  await hand.click((await openDialog('Delete User?')).getByText('Delete User'));
  const receipt = within(await screen.findByRole('article'));
  receipt.getByText('A user and all that was theirs');
});

test('an erasure that is under way is looked at again until it is done', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  receipts = [anErasure({ status: 'open', completedAt: null })];
  await renderPart(RECEIPTS);
  await screen.findByText('Being erased');
  receipts = [anErasure()];
  await vi.advanceTimersByTimeAsync(5_000);
  await screen.findByText('Erased');
  const before = asked('/api/admin/erasures');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked('/api/admin/erasures')).toBe(before);
});

test('a budget of a user is in AI usage and in the health at once', async () => {
  const hand = await shown(
    <>
      <AiUsageCard />
      <HealthCard />
    </>,
  );
  await screen.findByText('Jobs waiting');
  await edit(hand, 'bo', /^Monthly AI budget/, '12.5');
  await waitFor(() => expect(asked('/api/admin/openai-usage/stats')).toBe(2));
  await waitFor(() => expect(asked('/api/admin/health')).toBe(2));
});

test('who renames themselves is named so in the menu', async () => {
  const hand = await shown(<Menu />);
  await edit(hand, 'sam', /^First name/, 'Kim');
  await screen.findByText('Kim Vale', { selector: 'button *' });
});
