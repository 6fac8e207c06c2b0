import postgres from 'postgres';
import { CannotStart } from '../installation/settings.ts';

const oldest = 15;

/**
 * Proves that the PostgreSQL at `url` can serve: reachable, version 15 or newer, with rights to make schemas and roles unless it `onlyReads`.
 * `setting` is named in the message. Throws CannotStart with one line; the password is never in it.
 */
export async function checkDatabase(url: string, setting: string, onlyReads = false): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [facts] = await sql<{ version: number; shown: string; schemas: boolean; roles: boolean; role: string }[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as shown,
        has_database_privilege(current_database(), 'CREATE') as schemas, rolcreaterole or rolsuper as roles,
        current_user as role
      from pg_roles where rolname = current_user`;
    if (!facts) throw new CannotStart(`${setting}: the database did not say who we are.`);
    if (facts.version < oldest * 10_000) {
      throw new CannotStart(`${setting}: this is PostgreSQL ${facts.shown}; use PostgreSQL ${oldest} or newer.`);
    }
    if (onlyReads) return;
    if (!facts.schemas) throw new CannotStart(missingRight(setting, facts.role, 'schemas', 'CREATE on the database'));
    if (!facts.roles) throw new CannotStart(missingRight(setting, facts.role, 'roles', 'CREATEROLE'));
  } catch (error) {
    // openLog says how the login is made
    if (onlyReads && (error as { code?: string }).code?.startsWith('28')) return;
    throw error instanceof CannotStart ? error : new CannotStart(`${setting}: ${explain(error, url)}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function missingRight(setting: string, role: string, what: string, right: string): string {
  return `${setting}: the role ${role} may not create ${what}; grant it ${right}, or set DATABASE_OWNER_URL to a role that may.`;
}

/** PostgreSQL's and the network's codes, in words. No text of the error itself: it may quote the address. */
function explain(error: unknown, url: string): string {
  const { hostname, port, pathname, username } = new URL(url);
  const host = `${hostname}:${port || '5432'}`;
  const code = (error as { code?: string }).code ?? '';
  switch (code) {
    case '28P01':
      return `the password of ${username} is wrong; correct it.`;
    case '28000':
      return `${host} does not let ${username} in; check its pg_hba.conf and whether it wants TLS (?sslmode=require).`;
    case '3D000':
      return `there is no database "${decodeURIComponent(pathname.slice(1))}" at ${host}; create it, or correct the name.`;
    case '53300':
      return `${host} has no connection left; raise its max_connections.`;
    case '57P03':
      return `${host} is starting up or shutting down; try again in a moment.`;
    default:
      return `PostgreSQL at ${host} cannot be reached (${code || 'unknown error'}); start it, or correct the address.`;
  }
}
