import type { Sql, Tx } from '../connection/connect.ts';

/** A table of a backup, as `schema.name`, and its columns with their types. `from`: SQL, where it is no table of the database. */
export type BackupTable = { name: string; columns: { name: string; type: string }[]; from?: string };

/**
 * Checkpoints and the place of the verification count another cluster's transactions. Sessions, tokens, links and sign-ins under way would open again
 * in a copy. The sum of stored bytes follows from its rows.
 */
const LEFT_OUT = [
  ...['log.checkpoints', 'log.followed', 'vault.stored_bytes'],
  ...[
    'sessions',
    'access_tokens',
    'incoming_webhooks',
    'links',
    'second_steps',
    'issuer_attempts',
    'mailbox_attempts',
    'attempts',
    'passkey_challenges',
    'security_log',
  ].map((name) => `auth.${name}`),
];

/**
 * Answers that are kept for a repeated call go after a day, typed sign-ups and the input of long jobs after two, and people kept for the next search after 30. A copy would keep them all, and no
 * erasure would find them there.
 */
const FROM: Readonly<Record<string, string>> = {
  'vault.secrets':
    "(select * from vault.secrets where kind not in ('access', 'set-up-code', 'kept-for-search', 'import-rows', 'batch-request', 'idempotency-key', 'first-answer', 'incoming-webhook')) secrets",
};

/** All tables of the log, the vault and sign-in, also of later migrations, and how far mailboxes were read. */
export async function tablesToKeep(sql: Sql | Tx): Promise<BackupTable[]> {
  const rows = await sql<{ table: string; column: string; type: string }[]>`
    select n.nspname || '.' || c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid
    where (n.nspname in ('log', 'vault', 'auth') or n.nspname || '.' || c.relname = 'queue.mail_cursors') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by 1, a.attnum`;
  const tables = new Map<string, BackupTable>();
  for (const { table, column, type } of rows) {
    if (LEFT_OUT.includes(table)) continue;
    const from = FROM[table];
    const known = tables.get(table) ?? { name: table, columns: [], ...(from ? { from } : {}) };
    known.columns.push({ name: column, type });
    tables.set(table, known);
  }
  return [...tables.values()];
}

const FILES = ['vault.received_files', 'vault.media_kits'];
/** Rows that a program holds at a time: of files one, for each may have megabytes. */
export const rowsAtOnce = (table: string): number => (FILES.includes(table) ? 1 : 5_000);

/** An identifier of our own tables, quoted for SQL: `log.events` → `"log"."events"`. */
export const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
