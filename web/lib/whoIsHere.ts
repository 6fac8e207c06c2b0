import type { UserView } from '../../api/views.ts';

/** The signed-in user, or null for nobody. Throws when the server cannot be reached or fails. GET /api/auth/user */
export async function whoIsHere(): Promise<UserView | null> {
  const response = await fetch('/api/auth/user', { credentials: 'include' });
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return (await response.json()) as UserView;
}
