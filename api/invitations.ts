import { randomBytes } from 'node:crypto';
import type { Tx } from '../db/connect.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { dropOpenLinks, makeLink } from '../db/links.ts';
import type { Cause } from '../db/log/commit.ts';
import { ref } from '../db/store.ts';
import { handOverAccess, requestAccess } from '../events/access.ts';
import { Refused } from '../events/refused.ts';
import type { Deps } from './context.ts';

/**
 * Invites a user (whom `invite` of events/user.ts made) to set a password: the worker mails the link. Where there is no mailer, the answer holds
 * the link instead, for the admin to hand over: then nobody else has it. Refused `not_found` for a user who is none, `conflict` for one who
 * has joined already.
 */
export async function sendInvitation(
  deps: Deps,
  userId: string,
  cause: Cause,
): Promise<{ mailed: boolean; url: string | null }> {
  const accessId = randomBytes(10).toString('hex');
  const { store } = deps;
  const token = await inTransaction(store, async (tx) => {
    const made = deps.mailer ? null : await linkToHandOver(tx);
    await store.runIn(tx, {
      tenant: 'system',
      cause,
      streams: { user: ref('user', userId), access: ref('access', accessId) },
      decide: ({ user, access }) => {
        if (user.status === 'none' || user.status === 'deleted') throw new Refused('not_found', 'User not found');
        if (user.joined) throw new Refused('conflict', 'This user has joined already and needs no invitation.');
        const requested = requestAccess(access, 'invitation', userId);
        return { access: made ? [...requested, ...handOverAccess()] : requested };
      },
    });
    return made;
  });
  if (!token) return { mailed: true, url: null };
  return { mailed: false, url: `${deps.publicUrl}/api/invitation?token=${token}` };

  /** One that was handed over before is void: nobody knows who has it. */
  async function linkToHandOver(tx: Tx): Promise<string | null> {
    await dropOpenLinks(tx, userId, 'invitation');
    return makeLink(tx, { accessId, what: 'invitation', userId, now: store.now() });
  }
}
