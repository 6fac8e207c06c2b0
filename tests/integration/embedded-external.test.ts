import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { checkDatabase } from '../../db/connection/connect-check.ts';

const owner = postgres(inject('ownerUrl'), { max: 1, onnotice: () => {} });
const role = `pp_check_${randomBytes(4).toString('hex')}`;

afterAll(async () => {
  await owner.unsafe(`drop role if exists ${role}`);
  await owner.end();
});

/** The address of the test server with some parts changed. */
function address(change: Partial<Record<'username' | 'password' | 'port' | 'pathname', string>>): string {
  return Object.assign(new URL(inject('ownerUrl')), change).href;
}

describe('the check of DATABASE_URL', () => {
  it('accepts a server that can serve', async () => {
    await expect(checkDatabase(inject('ownerUrl'), 'DATABASE_URL')).resolves.toBeUndefined();
  });

  it.each([
    ['a wrong password', { password: 'hunter2' }, /^DATABASE_URL: the password of \S+ is wrong; correct it\.$/],
    ['a missing database', { pathname: '/no_such' }, /^DATABASE_URL: there is no database "no_such" at \S+; create it/],
    [
      'no server there',
      { port: '1' },
      /^DATABASE_URL: PostgreSQL at \S+:1 cannot be reached \(ECONNREFUSED\); start it/,
    ],
  ])('says in one line: %s', async (_, change, message) => {
    const url = address({ ...change });
    await expect(checkDatabase(url, 'DATABASE_URL')).rejects.toThrow(message);
    await expect(checkDatabase(url, 'DATABASE_URL')).rejects.not.toThrow(/hunter2/);
  });

  it('says which right is missing', async () => {
    await owner.unsafe(`create role ${role} login password 'p'`);
    const url = address({ username: role, password: 'p' });
    await expect(checkDatabase(url, 'DATABASE_URL')).rejects.toThrow(
      `DATABASE_URL: the role ${role} may not create schemas; grant it CREATE on the database, or set DATABASE_OWNER_URL to a role that may.`,
    );
    const [database] = await owner<{ name: string }[]>`select current_database() as name`;
    await owner.unsafe(`grant create on database "${database?.name}" to ${role}`);
    try {
      await expect(checkDatabase(url, 'DATABASE_URL')).rejects.toThrow(
        `${role} may not create roles; grant it CREATEROLE`,
      );
    } finally {
      await owner.unsafe(`revoke create on database "${database?.name}" from ${role}`);
    }
  });
});
