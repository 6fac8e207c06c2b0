import { createHmac } from 'node:crypto';
import { CannotStart } from '../installation/settings.ts';
import type { MasterKey } from '../vault/masterKey.ts';

/** The processes that log in to the database, each as a role of its own (decision 0011). */
export const PROCESSES = ['api', 'worker', 'audit'] as const;
export type Process = (typeof PROCESSES)[number];

/** The role that holds the rights; the login takes it on as it connects. */
export const groupOf = (process: Process): string => `partner_pilot_${process}`;

/** A login belongs to one SECRET_KEY: several installations may share a cluster. */
export const loginOf = (process: Process, { login }: MasterKey): string =>
  `${groupOf(process)}_${createHmac('sha256', login).update('name').digest('hex').slice(0, 8)}`;

export const passwordOf = (process: Process, { login }: MasterKey): string =>
  createHmac('sha256', login).update(process).digest('base64url');

/** The end of the application_name of a process with two keys. */
export const TWO_KEYS = ' (two keys)';

export const withKeys = (name: string, { other }: MasterKey): string => (other ? `${name}${TWO_KEYS}` : name);

/** The address of the same database for a process: host, port, database and options of `url`, with its own login. */
export function loginUrl(url: string, process: Process, master: MasterKey): string {
  const address = new URL(url);
  address.username = loginOf(process, master);
  address.password = passwordOf(process, master);
  return address.toString();
}

/**
 * What each login brings along, set on the role itself: a pooler passes no startup parameters on. A statement that takes longer is a fault, and holds
 * a connection and the horizon. A command of the operator may read the whole log.
 */
export const sessionSettings = (process: Process): Readonly<Record<string, string>> => ({
  role: groupOf(process),
  row_security: 'on',
  // a plan for a point read from when its table was small must not walk through the grown table
  enable_seqscan: 'off',
  statement_timeout: { api: '30s', worker: '1min', audit: '0' }[process],
  idle_in_transaction_session_timeout: '30s',
});

/** The part of a session that is compared with the settings of its role. */
type Session = { login: string; role: string; secured: boolean | null; settings: Record<string, string> };

/** PostgreSQL's refusals of a login. */
const REFUSED = ['28P01', '28000'];

type Query = (strings: TemplateStringsArray) => PromiseLike<readonly unknown[]>;

/** Throws CannotStart unless this connection has the login's role and settings, and row-level security applies to it. */
export async function assertSession(sql: Query, process: Process, master: MasterKey): Promise<void> {
  const login = loginOf(process, master);
  const [session] = (await Promise.resolve(
    sql`select session_user as login, current_user as role, row_security_active(to_regclass('log.events'))
        and not (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as secured,
      (select json_object_agg(name, current_setting(name)) from unnest(
        array['role', 'row_security', 'enable_seqscan', 'statement_timeout', 'idle_in_transaction_session_timeout']) name) as settings`,
  ).catch((error: { code?: string }) => {
    if (!REFUSED.includes(error.code ?? '')) throw error;
    throw new CannotStart(
      `PostgreSQL does not let ${login} in. Run npm run migrate with this SECRET_KEY, which makes that login, and allow it in pg_hba.conf and in a pooler.`,
    );
  })) as Session[];
  if (!session) throw new CannotStart('The database did not say who we are.');
  assertLogin(session.login, login);
  if (session.secured === null)
    throw new CannotStart('The database is not set up. Run the migration first: npm run migrate.');
  const [wrong] =
    Object.entries(sessionSettings(process)).find(([name, value]) => session.settings[name] !== value) ?? [];
  if (wrong !== undefined)
    throw new CannotStart(
      `${login} logs in with another ${wrong} than its role has. Run npm run migrate, and remove ${wrong} from the options of DATABASE_URL and the pooler.`,
    );
  if (!session.secured || session.role !== groupOf(process))
    throw new CannotStart(
      `Row-level security does not apply to ${login}. Run: alter role ${login} nosuperuser nobypassrls; the same for ${groupOf(process)}, which must own no table.`,
    );
}

/** Throws CannotStart when the database says that somebody else logged in, as a pooler with a user of its own makes it. */
export function assertLogin(actual: string, expected: string): void {
  if (actual === expected) return;
  throw new CannotStart(
    `The database was reached as ${actual} instead of ${expected}. Remove user= from the database's line in the pooler's configuration.`,
  );
}
