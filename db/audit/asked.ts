import type { z } from 'zod';
import { UnknownEvent } from '../../events/catalog.ts';
import { Refused } from '../../events/shared/refused.ts';
import { atInstallation } from '../backup/where.ts';
import { connect } from '../connection/connect.ts';
import { type Log, openLog, openStore } from '../connection/open.ts';
import { CannotStart, readSettings, settings, UsageError } from '../installation/settings.ts';
import type { Output } from '../process/command.ts';
import type { SealHome } from '../seal/sealPlace.ts';
import type { Store } from '../store.ts';

/**
 * Checks input with the schema of the HTTP calls. `words`: what the command line calls a field that is no option. Throws CannotStart with the first
 * thing that is wrong.
 */
export function checkAsked<S extends z.ZodType>(
  schema: S,
  values: object,
  words: Readonly<Record<string, string>> = {},
): z.output<S> {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  const field = String(first?.path[0] ?? '');
  const message = first?.message ?? 'The options cannot be read';
  // the messages of the schemas begin with the field
  const named = field !== '' && message.startsWith(field);
  throw new UsageError(`${named ? `${words[field] ?? `--${field}`}${message.slice(field.length)}` : message}.`);
}

function told(error: unknown): unknown {
  if (error instanceof UnknownEvent) return new CannotStart(error.message, 'wrong');
  if (!(error instanceof Refused)) return error;
  return error.code === 'owner_lost' ? new CannotStart(error.message, 'wrong') : new UsageError(error.message);
}

type StoreWork = (store: Store, sealHome: SealHome) => Promise<boolean>;

/** Does `work` on the installation's store, as the owner. A refusal is one line for the person at the terminal. */
export const withStore = (work: StoreWork): Promise<boolean> => as('owner', openStore, work);

/** The same for what only reads, by a login that cannot write. `output`: says that reading data of people leaves no trace. */
export async function withReader(work: StoreWork, output?: Pick<Output, 'say'>): Promise<boolean> {
  const well = await as('audit', openStore, work);
  output?.say('Not recorded: this command reads as a role that cannot write.');
  return well;
}

/**
 * The same for what reads and does more as the owner, although the address key is lost. With another address than the owner's it is the login that
 * cannot write.
 */
export const withLogOfAny = (work: (log: Log, sealHome: SealHome) => Promise<boolean>): Promise<boolean> =>
  as('any', openLog, work);

/** Whether an address signs in to the role that owns the log. */
async function isOwner(url: string): Promise<boolean> {
  const sql = connect(url, { role: 'owner', name: 'audit', max: 1 });
  try {
    const [row] = await sql<{ owns: boolean }[]>`
      select pg_has_role(relowner, 'usage') as owns from pg_class where oid = to_regclass('log.events')`;
    return row?.owns === true;
  } catch {
    // the auditor's login says what is wrong with the address
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Whether DATABASE_URL leads to a standby, which takes no write: then a login that reads must do. */
export async function isStandby(): Promise<boolean> {
  if (readSettings({ DATABASE_URL: settings.DATABASE_URL }).DATABASE_URL === undefined) return false;
  const inRecovery = async ({ sql }: Log) =>
    (await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`)[0]?.standby === true;
  // the command itself says what is wrong
  return as('audit', openLog, inRecovery).catch(() => false);
}

const as = <L extends Log>(
  asks: 'owner' | 'audit' | 'any',
  open: (options: Parameters<typeof openLog>[0]) => Promise<L>,
  work: (log: L, sealHome: SealHome) => Promise<boolean>,
): Promise<boolean> =>
  atInstallation(
    async ({ ownerUrl, secretKey, sealHome }) => {
      const role = asks === 'any' ? ((await isOwner(ownerUrl)) ? 'owner' : 'audit') : asks;
      // as many connections as a rebuild takes; they are opened when they are needed
      const log = await open({ url: ownerUrl, secretKey, role, name: 'audit', max: 6 });
      try {
        return await work(log, sealHome);
      } catch (error) {
        throw told(error);
      } finally {
        await log.sql.end({ timeout: 5 });
      }
    },
    { readsOnly: asks !== 'owner' },
  );
