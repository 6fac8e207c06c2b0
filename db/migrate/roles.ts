import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Tx } from '../connection/connect.ts';
import { groupOf, loginOf, PROCESSES, type Process, passwordOf, sessionSettings } from '../connection/logins.ts';
import { CannotStart } from '../installation/settings.ts';
import type { MasterKey } from '../vault/masterKey.ts';

/** Makes the roles that hold the rights. They belong to the cluster: another database's migration may make them at the same moment. */
export async function ensureGroups(tx: Tx): Promise<void> {
  for (const group of PROCESSES.map(groupOf)) {
    await asPermitted(
      tx,
      `
      do $$ begin
        create role ${group} nologin;
      exception when duplicate_object or unique_violation then null;
      end $$;
      do $$ begin
        if not pg_has_role(current_user, '${group}', 'member') then grant ${group} to current_user; end if;
      end $$;`,
    );
  }
  // Graphile Worker makes and owns its schema
  await tx.unsafe(
    `do $$ begin execute format('grant create on database %I to partner_pilot_worker', current_database()); end $$`,
  );
}

/** Makes the logins of the processes, and gives them their settings. */
export async function ensureLogins(tx: Tx, master: MasterKey): Promise<void> {
  for (const process of PROCESSES) {
    const login = loginOf(process, master);
    const statements = await missing(tx, process, login);
    if (statements.length > 0) await asPermitted(tx, create(login, passwordOf(process, master)) + statements.join(' '));
  }
}

/** Nobody connects with these keys from now on. */
export const lockLogins = (tx: Tx, master: MasterKey): Promise<void> =>
  forLogins(tx, master, (login) => `alter role ${login} nologin;`);

export const dropLogins = (tx: Tx, master: MasterKey): Promise<void> =>
  forLogins(tx, master, (login) => `drop role ${login};`);

async function forLogins(tx: Tx, master: MasterKey, statement: (login: string) => string): Promise<void> {
  const logins = PROCESSES.map((process) => loginOf(process, master));
  const known = await tx<
    { login: string }[]
  >`select rolname as login from pg_roles where rolname = any (${logins}::text[])`;
  await asPermitted(tx, known.map(({ login }) => statement(login)).join(' '));
}

/** Runs statements about roles. Throws CannotStart with what a superuser must run if the owner may not. */
async function asPermitted(tx: Tx, statements: string): Promise<void> {
  try {
    await tx.savepoint((inner) => inner.unsafe(statements));
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const [row] = await tx<{ owner: string }[]>`select quote_ident(current_user) as owner`;
    throw new CannotStart(
      `The owner of the database may not make the logins. Run as a superuser, and then again: alter role ${row?.owner} createrole; grant ${PROCESSES.map(groupOf).join(', ')} to ${row?.owner} with admin option;`,
    );
  }
}

/** The settings and the membership that a login lacks, as statements. */
async function missing(tx: Tx, process: Process, login: string): Promise<string[]> {
  const group = groupOf(process);
  const [known] = await tx<{ config: string[] | null; is_member: boolean }[]>`
    select rolconfig as config, pg_has_role(oid, ${group}, 'member') and pg_has_role(current_user, oid, 'usage') as is_member
    from pg_roles where rolname = ${login}`;
  const settings = Object.entries(sessionSettings(process))
    .filter(([name, value]) => !known?.config?.includes(`${name}=${value}`))
    .map(([name, value]) => `alter role ${login} set ${name} to '${value}';`);
  // the owner sees which transactions of the login are open (log.horizon_holder)
  return known?.is_member ? settings : [`grant ${group} to ${login}; grant ${login} to current_user;`, ...settings];
}

/** A role that another database's migration makes at the same moment is the same one. */
const create = (login: string, password: string): string => `
  do $$ begin
    create role ${login} login password '${verifier(password)}';
  exception when duplicate_object or unique_violation then null;
  end $$;`;

const ITERATIONS = 4096;

/** What PostgreSQL keeps of a password (SCRAM-SHA-256): so the password itself reaches no log. */
function verifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyed = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const stored = createHash('sha256').update(keyed(salted, 'Client Key')).digest('base64');
  const server = keyed(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}
