import type { AdminUserView } from '../../../api/views.ts';
import type { Sorts } from '../../components/ui/table/sortUrl.ts';

export const USER_SORTS = {
  created: { label: 'Newest first', desc: true },
  email: { label: 'Email', desc: false },
  name: { label: 'Name, A–Z', desc: false },
  username: { label: 'Username', desc: false },
  admin: { label: 'Admins first', desc: false },
  status: { label: 'Active first', desc: false },
} as const satisfies Sorts;

export const nameOf = (user: AdminUserView): string => [user.firstName, user.lastName].filter(Boolean).join(' ');

/** Active, invited, paused: an invited account that is paused is paused. */
export const statusOf = (user: AdminUserView): 'active' | 'invited' | 'paused' =>
  user.isPaused ? 'paused' : user.joined ? 'active' : 'invited';

/** The users whose email, name or username contains every word of the search. */
export function findUsers(users: readonly AdminUserView[], search: string): AdminUserView[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return users.filter((user) => {
    const text = `${user.email ?? ''} ${nameOf(user)} ${user.username ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
