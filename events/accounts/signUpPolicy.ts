import { Refused } from '../shared/refused.ts';
import { type InstallationState, nameFirstAdmin } from './installation.ts';

/** Whether a stranger may sign up now: always for the first account, later only with SIGNUP=open. */
export const isSignUpOpen = (signup: 'open' | 'invite', { firstAdmin }: InstallationState): boolean =>
  signup === 'open' || firstAdmin === null;

/**
 * A stranger signs up: the first one of an installation is its admin. `onlyAsFirst`: refused `conflict` when another person was first. Refused
 * `forbidden` when sign-up is closed.
 */
export function admitNewUser(
  installation: InstallationState,
  userId: string,
  { signup, onlyAsFirst }: { signup: 'open' | 'invite'; onlyAsFirst: boolean },
) {
  if (onlyAsFirst && installation.firstAdmin !== null) throw new Refused({ code: 'somebody_first' });
  if (!isSignUpOpen(signup, installation)) throw new Refused({ code: 'sign_up_closed' });
  return { isAdmin: installation.firstAdmin === null, events: nameFirstAdmin(installation, userId) };
}
