import { type AccountLinkEvent, type AccountLinkState, requestLink } from '../../events/accounts/accountLink.ts';
import { isActive, mustKeepAnAdmin } from '../../events/accounts/user.ts';
import type { UserEvent, UserState } from '../../events/accounts/userState.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Tx } from '../connection/connect.ts';
import { inTransaction } from '../connection/inTransaction.ts';
import { someAdmin } from '../erase/lastAdmin.ts';
import type { Cause } from '../log/commit.ts';
import { adminsLock } from '../log/locks.ts';
import { newId } from '../log/newId.ts';
import { ref, type Store } from '../store.ts';
import { dropSecondFactor, dropSecondSteps } from './secondFactor.ts';
import { endSessions, sessionLimits, shortenSessions } from './sessions.ts';

export type UserChange = {
  userId: string;
  cause: Cause;
  /** The account as it was looked at; another version now refuses the change. */
  version?: number | undefined;
  decide: (user: UserState) => readonly UserEvent[];
  /** Whether a mail notifies the user when their second factor is turned off. */
  notify?: boolean;
  /** An invitation that comes with the change, in the same commit and transaction, if `isDue`. */
  invitation?: {
    accessId: string;
    isDue: (before: UserState, events: readonly UserEvent[]) => boolean;
    request: (access: AccountLinkState) => AccountLinkEvent[];
    link: (tx: Tx) => Promise<void>;
  };
};

type Changed = { before: UserState; after: UserState; invited: boolean };

/**
 * Changes an account for an admin. If it is no longer active, all its sessions end in the same transaction. Answers the account before and after.
 * Refused as `conflict` if the account has changed since it was shown. Refused as `illegal` if no admin who can sign in would be left. All such
 * changes take one lock, so two at once see each other.
 */
export const changeUser = (store: Store, change: UserChange): Promise<Changed> =>
  inTransaction(store, (tx) => attempt(store, tx, change));

async function attempt(store: Store, tx: Tx, change: UserChange): Promise<Changed> {
  const { userId, cause, version, decide, notify, invitation } = change;
  await tx`select pg_advisory_xact_lock(${String(adminsLock())}::bigint), set_config('app.tenant', 'system', true)`;
  const { states, committed, result } = await store.runIn(tx, {
    tenant: 'system',
    cause,
    streams: { user: ref('user', userId), access: ref('access', invitation?.accessId ?? newId()) },
    decide: ({ user, access }) => {
      const events = decide(user);
      if (invitation?.isDue(user, events)) {
        return [
          { user: events, access: invitation.request(access) },
          { before: user, invited: true },
        ];
      }
      const tell = notify && events.some(({ type }) => type === 'SecondFactorTurnedOff');
      const told = tell ? requestLink(access, 'second-factor-off', userId) : [];
      return [
        { user: events, access: told },
        { before: user, invited: false },
      ];
    },
  });
  const { before, invited } = result;
  const after = states.user;
  const done = committed.find(({ streamId }) => streamId === `user-${userId}`);
  if (version !== undefined && done && done.version - done.events.length !== version) {
    throw new Refused({ code: 'user_changed' });
  }
  if (done) mustKeepAnAdmin(before, after, await someAdmin(tx));
  if (done && before.secondFactor && !after.secondFactor) await dropSecondFactor(tx, userId);
  if (done && ((after.isAdmin && !before.isAdmin) || (after.isAuditor && !before.isAuditor)))
    await shortenSessions(tx, userId, sessionLimits(after));
  if (done && !isActive(after)) {
    await endSessions(tx, userId, after.status === 'paused' ? 'paused' : 'closed');
    await dropSecondSteps(tx, userId);
  }
  if (invited) await invitation?.link(tx);
  return { before, after, invited };
}
