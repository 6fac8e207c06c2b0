import type { UserState } from '../../events/user.ts';
import type { AccountFacts } from '../accountViews.ts';

/** The facts of an account by its fold. */
export const accountFacts = (state: UserState): AccountFacts => ({
  email: state.account?.email ?? null,
  username: state.account?.username ?? null,
  firstName: state.account?.firstName ?? null,
  lastName: state.account?.lastName ?? null,
  isAdmin: state.isAdmin,
  isPaused: state.status === 'paused',
  createdAt: state.createdAt,
});
