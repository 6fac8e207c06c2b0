import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../api/signIn/passwords.ts';
import { storePassword } from '../../db/accounts/auth.ts';
import { openSession } from '../../db/accounts/sessions.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { signUp } from '../../events/accounts/user.ts';
import { cause } from './log.ts';
import { Person } from './person.ts';
import type { TestApp } from './testApp.ts';

export type Member = { person: Person; id: string; tenant: string; email: string };

/** Somebody with an account and an open session, made past the sign-up pages: for tests of what comes after them. */
export async function member(
  testApp: TestApp,
  { id = newId(), isAdmin = false, confirmed = true, password = null as string | null } = {},
): Promise<Member> {
  const email = `kim.${randomBytes(5).toString('hex')}@northwind.example`;
  const tenant = newId();
  const names = { username: null, firstName: 'Kim', lastName: 'Vale' };
  const emailHmac = testApp.api.pseudonyms.address('system', email);
  await testApp.api.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', id) },
    decide: ({ user }) => ({
      user: signUp(user, { email, ...names, emailHmac, isAdmin, confirmed, workspaceId: tenant }),
    }),
  });
  if (password) {
    const hash = await hashPassword(password);
    await testApp.api.sql.begin((tx) => storePassword(tx, id, hash));
  }
  const person = new Person(testApp.url);
  await signInAgain(testApp, person, { id, tenant });
  return { person, id, tenant, email };
}

/** Opens another session for somebody. */
export async function signInAgain(
  testApp: TestApp,
  person: Person,
  { id, tenant }: Pick<Member, 'id' | 'tenant'>,
): Promise<void> {
  const session = { userId: id, workspaceId: tenant };
  const { token } = await openSession(testApp.api.sql, session, { openedBy: 'password', browser: null });
  person.cookie = `session=${token}`;
}
