import type { UserRow } from '../../db/read/users.ts';
import type { AdminUserView } from '../views.ts';

/** An account as admins see it. */
export const adminUserView = ({ id, version, state }: UserRow): AdminUserView => ({
  id,
  email: state.account?.email ?? null,
  username: state.account?.username ?? null,
  firstName: state.account?.firstName ?? null,
  lastName: state.account?.lastName ?? null,
  isAdmin: state.isAdmin,
  isPaused: state.status === 'paused',
  createdAt: state.createdAt,
  joined: state.joined,
  emailConfirmed: state.emailConfirmed,
  secondFactor: state.secondFactor,
  monthlyCredits: state.monthlyCredits,
  version,
});
