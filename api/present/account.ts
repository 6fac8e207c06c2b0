import type { UserState } from '../../events/user.ts';

/** What everybody who may see an account sees of it; an erased one has no names. */
export const accountFacts = (state: UserState) => ({
  email: state.account?.email ?? null,
  username: state.account?.username ?? null,
  firstName: state.account?.firstName ?? null,
  lastName: state.account?.lastName ?? null,
  isAdmin: state.isAdmin,
  isPaused: state.status === 'paused',
  createdAt: state.createdAt,
});
