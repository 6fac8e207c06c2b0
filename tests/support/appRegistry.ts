import type { createApp } from '../../api/app.ts';
import type { Deps } from '../../api/context.ts';
import { createAccount, isEmpty } from '../../api/signIn/accounts.ts';
import { hashPassword } from '../../api/signIn/passwords.ts';
import { openSession } from '../../db/accounts/sessions.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { workspaceOf } from '../../events/accounts/membership.ts';

/** The apps of this process by their address. */
export const appRegistry = new Map<string, { app: ReturnType<typeof createApp>; deps: Deps }>();

/** The caller of a call without a socket. */
const CALLER = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 50_000, remoteFamily: 'IPv4' } } };

/** `fetch` that goes past the sockets where the app runs in this process: they cost a fifth of a call. */
export async function callApp(url: string, path: string, init: RequestInit): Promise<Response> {
  const here = appRegistry.get(url);
  if (!here) return fetch(`${url}${path}`, init);
  const headers = new Headers(init.headers);
  if (typeof init.body === 'string') headers.set('Content-Length', String(Buffer.byteLength(init.body)));
  return here.app.request(`${url}${path}`, { ...init, headers }, CALLER);
}

/** Hashing is slow by intent, and most people of the tests have the same password. */
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** The session cookie of a new account, made by the form (the first one) or an emailed link. null in a house of another process. */
export async function signInNewUser(
  url: string,
  account: { email: string; firstName: string; lastName: string },
  password: string,
): Promise<string | null> {
  const here = appRegistry.get(url);
  if (!here) return null;
  const { deps } = here;
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
