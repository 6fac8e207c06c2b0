import type { UserView } from '../../api/views.ts';

const CALL = '/api/auth/user';

/** The body of a 401; `ended`: what ended the session that this browser had, if the server knows. */
export type SignedOut = { error?: unknown; ended?: unknown };

/**
 * The signed-in user, or null for nobody: then `whenNobody` learns what the server says of it. Throws when the server cannot be reached or
 * fails. GET /api/auth/user
 */
export async function whoIsHere(whenNobody?: (said: SignedOut) => void): Promise<UserView | null> {
  const response = await fetch(CALL, { credentials: 'include' });
  if (response.status === 401) {
    whenNobody?.(await response.json());
    return null;
  }
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return (await response.json()) as UserView;
}
