import type { UserState } from '../../events/accounts/userState.ts';
import { readable } from '../../events/shared/unreadable.ts';
import type { AccountFacts } from '../views.ts';

export const accountFacts = (state: UserState): AccountFacts => ({
  email: readable(state, state.account?.email),
  username: state.account?.username ?? null,
  firstName: readable(state, state.account?.firstName),
  lastName: state.account?.lastName ?? null,
  isAdmin: state.isAdmin,
  isAuditor: state.isAuditor,
  isPaused: state.status === 'paused',
  createdAt: state.createdAt,
});
