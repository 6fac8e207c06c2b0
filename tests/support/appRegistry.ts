import { createAccount, isEmpty } from '../../api/accounts.ts';
import type { Deps } from '../../api/context.ts';
import { hashPassword } from '../../api/passwords.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { newId } from '../../db/newId.ts';
import { openSession } from '../../db/sessions.ts';
import { ref } from '../../db/store.ts';
import { workspaceOf } from '../../events/accounts/membership.ts';

/** What the houses of this process work with, by their address: so that a test need not wait for a mail each time it needs somebody new. */
export const appRegistry = new Map<string, Deps>();

/** Hashing is slow by intent, and most people of the tests have the same password. */
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** The session cookie of a new account, as the form (for the first) or the link in the mail makes it; null in a house of another process. */
export async function signInNewUser(
  url: string,
  account: { email: string; firstName: string; lastName: string },
  password: string,
): Promise<string | null> {
  const deps = appRegistry.get(url);
  if (!deps) return null;
  const confirmed = !(await isEmpty(deps));
  const userId = newId();
  const passwordHash = await hashOf(password);
  await inTransaction(deps.store, (tx) =>
    createAccount(
      tx,
      // as if it had been open
      { ...deps, signup: 'open' },
      {
        userId,
        account: { ...account, passwordHash },
        confirmed,
        cause: { actor: `user:${userId}`, correlationId: 'test', causationId: null },
      },
    ),
  );
  const { state } = await deps.store.load('system', ref('user', userId));
  const session = { userId, workspaceId: workspaceOf(state) ?? '' };
  const { token } = await openSession(deps.store.sql, session, { openedBy: 'confirmation', browser: null });
  return `${deps.publicUrl.startsWith('https:') ? '__Host-' : ''}session=${token}`;
}
