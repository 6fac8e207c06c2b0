/**
 * SECRET_KEY is rotated while everything runs. Each process has both keys then: the first one wraps, and both open. The migration begins it,
 * `audit -- rotate` wraps everything by the new key and ends it (decision 0027).
 */
import { counted } from '../../events/shared/format.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { loginOf, PROCESSES, TWO_KEYS } from '../connection/logins.ts';
import { CannotStart, SettingsError } from '../installation/settings.ts';
import { dropLogins, lockLogins } from '../migrate/roles.ts';
import { type KeyRing, pack, unpack } from './envelope.ts';
import { isProof, readKeyCheck } from './keyCheck.ts';
import { keyProof, type MasterKey } from './masterKey.ts';

/** What a key of SECRET_KEY wraps. `place`: SQL, what each value is bound to. */
type Wrapped = { table: string; column: string; ids: readonly [string, string]; place: string; by: 'wrap' | 'seal' };

export const WRAPPED: readonly Wrapped[] = [
  {
    table: 'vault.person_keys',
    column: 'wrapped',
    ids: ['tenant_id', 'person_id'],
    place: "tenant_id || '|person|' || person_id || '|' || key_id",
    by: 'wrap',
  },
  {
    table: 'vault.secrets',
    column: 'sealed',
    ids: ['tenant_id', 'secret_id'],
    place: "tenant_id || '|' || kind || '|' || secret_id",
    by: 'seal',
  },
  {
    table: 'auth.issuer_attempts',
    column: 'sealed',
    ids: ['access_id', 'access_id'],
    place: "'system|issuer-attempt|' || access_id",
    by: 'seal',
  },
  {
    table: 'auth.mailbox_attempts',
    column: 'sealed',
    ids: ['request_id', 'request_id'],
    place: "'system|mailbox-attempt|' || request_id",
    by: 'seal',
  },
];

const STRONG = /^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i;
const MIN_SYMBOLS = 10;

/** Passphrases are as strong as themselves: a rotation is no time for one. */
function assertStrong(secretKey: string): void {
  const [key = ''] = secretKey.split(/[,\n]/);
  if (STRONG.test(key.trim()) && new Set(key.trim()).size >= MIN_SYMBOLS) return;
  throw new SettingsError('The new SECRET_KEY is too weak. Make it with: openssl rand -base64 32');
}

/** Throws CannotStart when a process is connected that knows only the old key, or with `writing`, one that still wraps by it. */
async function assertNoneConnected(tx: Sql | Tx, old: MasterKey, writing: boolean): Promise<void> {
  const logins = PROCESSES.map((process) => loginOf(process, old));
  const found = await tx<{ name: string; connections: number }[]>`
    select coalesce(nullif(application_name, ''), usename::text) as name, count(*)::int as connections from pg_stat_activity
    where datname = current_database() and usename = any (${logins}::text[])
      and (${writing} or application_name not like ${`%${TWO_KEYS}`})
    group by 1 order by 1`;
  if (found.length === 0) return;
  const named = found.map(({ name, connections }) => `${name} (${counted(connections, 'connection')})`).join(', ');
  throw new CannotStart(
    writing
      ? `These still wrap with the old key: ${named}. Restart them with SECRET_KEY=NEW,OLD, or stop them, and run it again. A pooler keeps connections for a while.`
      : `These know the old key alone: ${named}. Restart them with SECRET_KEY=OLD,NEW, or stop them, and run it again. A pooler keeps connections for a while.`,
    'wrong',
  );
}

/** Records the keys at a migration. Two keys, of which the second is the database's, begin a rotation. `tx`: the owner's. */
export async function beginRotation(tx: Tx, key: MasterKey, secretKey: string): Promise<void> {
  const check = await readKeyCheck(tx);
  const { other } = key;
  // a restored vault may have been wrapped by either
  const old = other && keyProof(other);
  if (!check) {
    await tx`
      insert into vault.key_check (proof, old_proof, rotating) values (${keyProof(key)}, ${old}, ${old !== null})
      on conflict do nothing`;
    return;
  }
  if (!other || check.rotating || !isProof(other, check.proof)) return;
  if (isProof(key, check.old))
    throw new SettingsError('SECRET_KEY begins with the key that was rotated away. Remove that key from it.');
  assertStrong(secretKey);
  await assertNoneConnected(tx, other, false);
  await tx`update vault.key_check set proof = ${keyProof(key)}, old_proof = ${old}, rotating = true`;
}

const PAGE = 1_000;

type Row = { first: string; second: string; place: string; value: Buffer };

/** A value under the new key alone; null: it is already, or nothing opens it. */
function wrappedAnew([key, ...others]: KeyRing, { value, place }: Row): Buffer | null | 'damaged' {
  try {
    unpack([key], value, place);
    return null;
  } catch {
    const [old] = others;
    if (old === undefined) return 'damaged';
    try {
      return pack([key], unpack([old], value, place), place);
    } catch {
      return 'damaged';
    }
  }
}

/** `held`: how many values the new key wraps now. `damaged`: neither key opens them. */
export type Rewrapped = { held: number; changed: number; damaged: number };

async function rewrapTable(
  sql: Sql,
  master: MasterKey,
  { table, column, ids, place, by }: Wrapped,
): Promise<Rewrapped> {
  const done = { held: 0, changed: 0, damaged: 0 };
  const [first, second] = ids;
  for (let last = { first: '', second: '' }; ; ) {
    const rows = await sql<Row[]>`
      select ${sql(first)} as first, ${sql(second)} as second, ${sql.unsafe(place)} as place, ${sql(column)} as value from ${sql(table)}
      where (${sql(first)}, ${sql(second)}) > (${last.first}, ${last.second}) order by 1, 2 limit ${PAGE}`;
    const found = rows.map((row) => ({ row, made: wrappedAnew(master[by], row) }));
    const changed = found.flatMap(({ row, made }) => (made instanceof Buffer ? [{ ...row, made }] : []));
    const hex = (value: Buffer) => value.toString('hex');
    // what was changed or erased since the look is left as it is: no process wraps by the old key any longer
    if (changed.length > 0)
      await sql`
        update ${sql(table)} t set ${sql(column)} = decode(n.made, 'hex')
        from unnest(${changed.map((one) => one.first)}::text[], ${changed.map((one) => one.second)}::text[],
          ${changed.map((one) => hex(one.value))}::text[], ${changed.map((one) => hex(one.made))}::text[]) n (first, second, value, made)
        where (t.${sql(first)}, t.${sql(second)}) = (n.first, n.second) and t.${sql(column)} = decode(n.value, 'hex')`;
    const damaged = found.filter(({ made }) => made === 'damaged').length;
    done.damaged += damaged;
    done.changed += changed.length;
    done.held += rows.length - damaged;
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return done;
    last = end;
  }
}

/** Wraps all of the vault by the first key. It goes on where an earlier run was ended. `sql`: the owner's. */
async function rewrap(sql: Sql, master: MasterKey): Promise<Record<string, Rewrapped>> {
  const done: Record<string, Rewrapped> = {};
  for (const wrapped of WRAPPED) {
    done[wrapped.table] = await rewrapTable(sql, master, wrapped);
    // dead rows hold values of the old key
    await sql`vacuum ${sql(wrapped.table)}`;
  }
  return done;
}

export type Rotated = { keys: number; secrets: number; changed: number; damaged: number };

/**
 * Wraps everything by the new key, and shuts the logins of the old one. It can be ended at any point and run again. `record`: writes the event, and
 * the same one only once. `sql`: the owner's. Throws CannotStart with what to do.
 */
export async function rotateSecretKey(
  sql: Sql,
  master: MasterKey,
  record: (rotated: Rotated, keyId: string) => Promise<void>,
): Promise<Rotated> {
  const { other } = master;
  const check = await readKeyCheck(sql);
  if (!other)
    throw new SettingsError(
      'SECRET_KEY is one key, so there is nothing to rotate. Set it to the new key and the old one, with a comma between: SECRET_KEY=NEW,OLD.',
    );
  if (!isProof(master, check?.proof ?? null) || !isProof(other, check?.old ?? null))
    throw new SettingsError(
      'The keys of SECRET_KEY are not those of this rotation. Set the new key first, then the old one: SECRET_KEY=NEW,OLD.',
    );
  // the second look sees who came in before the door was shut
  await assertNoneConnected(sql, other, true);
  await sql.begin((tx) => lockLogins(tx, other));
  await assertNoneConnected(sql, other, true);
  const done = await rewrap(sql, master);
  const sum = (part: keyof Rewrapped) => Object.values(done).reduce((all, one) => all + one[part], 0);
  const rotated = {
    keys: done['vault.person_keys']?.held ?? 0,
    secrets: sum('held') - (done['vault.person_keys']?.held ?? 0),
    changed: sum('changed'),
    damaged: sum('damaged'),
  };
  await record(rotated, keyProof(master).toString('hex').slice(0, 16));
  await sql.begin(async (tx) => {
    await dropLogins(tx, other);
    await tx`update vault.key_check set rotating = false`;
  });
  return rotated;
}
