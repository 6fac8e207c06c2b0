import type { UserRow } from '../../db/read/users.ts';
import { ofLimits } from '../../events/accounts/limits.ts';
import { workspaceOf } from '../../events/accounts/membership.ts';
import type { AdminUserView } from '../views.ts';
import { accountFacts } from './account.ts';

const NONE_OF_THEIR_OWN = ofLimits(() => null);

/** An account as admins see it. */
export const adminUserView = ({ id, version, state }: UserRow): AdminUserView => ({
  id,
  ...accountFacts(state),
  workspaceId: workspaceOf(state),
  joined: state.joined,
  emailConfirmed: state.emailConfirmed,
  secondFactor: state.secondFactor,
  monthlyCredits: state.monthlyCredits,
  aiBudgetUsd: state.aiBudgetUsd,
  limits: { ...NONE_OF_THEIR_OWN, ...state.limits },
  version,
});
