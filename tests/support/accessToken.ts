import type { NewAccessTokenView } from '../../api/views.ts';
import type { Scope } from '../../events/shared/tokenScopes.ts';
import { type Answer, Person } from './person.ts';

/** A program that acts for a person by an access token, without a cookie. */
export class Program extends Person {
  readonly id: string;
  readonly token: string;

  constructor(url: string, made: NewAccessTokenView) {
    super(url);
    this.id = made.id;
    this.token = made.token;
  }

  override call<T = never>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    return super.call<T>(method, path, body, { Authorization: `Bearer ${this.token}`, ...headers });
  }
}

/** Has a person make a token. An account without a password needs a fresh session. */
export async function program(
  person: Person,
  scopes: readonly Scope[],
  { name = 'Zapier', password }: { name?: string; password?: string } = {},
): Promise<Program> {
  const form = { name, scopes, days: 30, ...(password !== undefined && { password }) };
  return new Program(person.url, await person.ok<NewAccessTokenView>('POST', '/api/auth/tokens', form));
}
