import { setTimeout as wait } from 'node:timers/promises';
import { Refused } from '../events/refused.ts';
import type { UserEvent, UserState } from '../events/user.ts';
import { someAdmin } from './erase/lastAdmin.ts';
import { adminsLock } from './locks.ts';
import type { Cause } from './log/commit.ts';
import { ConcurrencyConflict } from './log/conflicts.ts';
import { dropSecondFactor } from './secondFactor.ts';
import { endSessions } from './sessions.ts';
import { ref, type Store } from './store.ts';

export type UserChange = {
  userId: string;
  cause: Cause;
  /** The account as it was looked at; another version now refuses the change. */
  version?: number | undefined;
  decide: (user: UserState) => readonly UserEvent[];
};

const ATTEMPTS = 10;

/**
 * Changes an account as an admin wishes, and ends all of its sessions in the same transaction if it is no longer active. Answers the account
 * before and after. Refused `conflict` when it is not as it was looked at, `illegal` when no admin who can sign in would be left: all such
 * changes take one lock, so two at once see each other.
 */
export async function changeUser(store: Store, change: UserChange): Promise<{ before: UserState; after: UserState }> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await attempt(store, change);
    } catch (error) {
      // the user did something themselves
      if (!(error instanceof ConcurrencyConflict) || left <= 1) throw error;
      await wait(Math.random() * 50);
    }
  }
}

async function attempt(store: Store, { userId, cause, version, decide }: UserChange) {
  const result = await store.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${String(adminsLock())}::bigint), set_config('app.tenant', 'system', true)`;
    let before: UserState | undefined;
    const { states, committed } = await store.runIn(tx, {
      tenant: 'system',
      cause,
      streams: { user: ref('user', userId) },
      decide: ({ user }) => {
        before = user;
        return { user: decide(user) };
      },
    });
    const after = states.user;
    const [done] = committed;
    if (version !== undefined && done && done.version - done.events.length !== version) {
      throw new Refused('conflict', 'Somebody else changed this user meanwhile. Look at it again.');
    }
    if (done && before?.isAdmin && !(after.isAdmin && after.status === 'active') && !(await someAdmin(tx))) {
      throw new Refused(
        'illegal',
        'This is the only admin who can sign in, so it must stay one. Make somebody else an admin first.',
      );
    }
    if (done && before?.secondFactor && !after.secondFactor) await dropSecondFactor(tx, userId);
    if (done && after.status !== 'active') {
      await endSessions(tx, userId, after.status === 'paused' ? 'paused' : 'revoked');
      await tx`delete from auth.second_steps where user_id = ${userId}`;
    }
    return { before: before ?? after, after };
  });
  return result;
}
