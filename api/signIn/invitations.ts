import { mayTry } from '../../db/accounts/attempts.ts';
import { dropOpenLinks, makeLink } from '../../db/accounts/links.ts';
import { holdAccount } from '../../db/accounts/sessions.ts';
import type { Tx } from '../../db/connection/connect.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import type { Cause } from '../../db/log/commit.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import {
  type AccountLinkEvent,
  type AccountLinkState,
  handOverLink,
  requestLink,
} from '../../events/accounts/accountLink.ts';
import { mustAwaitInvitation } from '../../events/accounts/user.ts';
import type { UserEvent, UserState } from '../../events/accounts/userState.ts';
import type { Deps } from '../context.ts';
import type { InvitationView } from '../views.ts';
import { MAILS } from './requestAccountLink.ts';
import { bucketOf } from './signInAttempts.ts';

/**
 * Invites a user to set a password, in the transaction that holds their account and commits `request`. The worker mails the link. Without a mailer,
 * `sent` has the link for the admin to hand over. Then only the admin has it.
 */
export function newInvitation(deps: Deps, userId: string) {
  const accessId = newId();
  let token: string | null = null;
  return {
    accessId,
    request(access: AccountLinkState): AccountLinkEvent[] {
      const requested = requestLink(access, 'invitation', userId);
      return deps.mailer ? requested : [...requested, ...handOverLink()];
    },
    /** An older handed-over link is void: its holder is unknown. */
    async link(tx: Tx): Promise<void> {
      if (deps.mailer) return;
      await dropOpenLinks(tx, userId, 'invitation');
      token = await makeLink(tx, { accessId, what: 'invitation', userId, now: deps.store.now() });
    },
    sent: (): InvitationView => ({
      mailed: token === null,
      url: token && `${deps.publicUrl}/api/invitation?token=${token}`,
    }),
  };
}

/** Commits what `decide` makes of a user, which may be nothing, with an invitation of theirs. Throws what `decide` throws. */
export async function inviteWith(
  deps: Deps,
  userId: string,
  cause: Cause,
  decide: (user: UserState) => UserEvent[],
): Promise<InvitationView> {
  const { store } = deps;
  const invitation = newInvitation(deps, userId);
  await inTransaction(store, async (tx) => {
    await holdAccount(tx, userId);
    await store.runIn(tx, {
      tenant: 'system',
      cause,
      streams: { user: ref('user', userId), access: ref('access', invitation.accessId) },
      decide: ({ user, access }) => ({ user: decide(user), access: invitation.request(access) }),
    });
    await invitation.link(tx);
  });
  return invitation.sent();
}

/** Invites a user again. Refused as `mustAwaitInvitation` says. */
export const sendInvitation = (deps: Deps, userId: string, cause: Cause) =>
  inviteWith(deps, userId, cause, (user) => {
    mustAwaitInvitation(user);
    return [];
  });

/** Counts an invitation of a user that is mailed; answers the seconds to wait, or 0. A link to hand over sends no mail. */
export async function waitToInvite(deps: Deps, userId: string): Promise<number> {
  if (!deps.mailer) return 0;
  return (await mayTry(deps.store.sql, [bucketOf(deps, `mail|invitation|${userId}`, MAILS, 'take back')])).wait;
}
