/** Attachments of received mails, as they are kept: sealed under the person's key. */
import { keptFiles } from '../../events/conversations/attachments.ts';
import { conversationOf, type IncomingMail, MOST_MAILS } from '../../events/conversations/conversation.ts';
import { readAs } from '../connection/connect.ts';
import { readSettings, settings } from '../installation/settings.ts';
import { logOf } from '../process/logger.ts';
import { roomForBytes } from '../read/limits.ts';
import { ref, type Store } from '../store.ts';
import { pack, unpack } from '../vault/envelope.ts';
import { personKeys } from '../vault/personKeys.ts';

const log = logOf('received files');

/** `number`: its place among the attachments of the mail. */
export type FileName = { conversationId: string; receivedId: string; number: number };

const place = (tenant: string, { conversationId, receivedId, number }: FileName): string =>
  `${tenant}|file|${conversationId}|${receivedId}|${number}`;

const personOf = (conversationId: string): string => `partner-${conversationId.split('.')[1] ?? ''}`;

/**
 * Keeps the files of a mail before the mail is recorded, so that anyone who sees the mail sees its files. A reading that broke off between the two is
 * made again. Answers what is kept. null: the file was cut, or did not come.
 */
export async function keepFiles(
  store: Store,
  tenant: string,
  { messageId, receivedId }: { messageId: string; receivedId: string },
  contents: readonly (Buffer | null)[],
): Promise<IncomingMail['kept']> {
  if (contents.every((content) => content === null)) return [];
  const conversationId = conversationOf(messageId);
  const { state } = await store.load(tenant, ref('conversation', conversationId));
  if (state.received.length >= MOST_MAILS || state.received.some(({ id }) => id === receivedId)) return [];
  const person = personOf(conversationId);
  const key = (await personKeys(store.sql, store.master, tenant, [person])).get(person);
  if (!key?.key) return [];
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ bytes: number; total: number }[]>`
      select coalesce(sum(size), 0)::float8 as bytes,
        pg_total_relation_size('vault.received_files')::float8 as total from vault.received_files
      where tenant_id = ${tenant} and conversation_id = ${conversationId} and received_id <> ${receivedId}`,
  );
  const { RECEIVED_FILES_GB } = readSettings({ RECEIVED_FILES_GB: settings.RECEIVED_FILES_GB });
  // the size of the table on the disk: a sum would read every row
  if ((row?.total ?? 0) >= RECEIVED_FILES_GB * 2 ** 30) {
    log.warn({ code: 'received_files_full' }, 'Attachments are not kept: RECEIVED_FILES_GB is reached');
    return [];
  }
  let { room } = await roomForBytes(store, tenant);
  const sizes = contents.map((content) => content?.length ?? Number.POSITIVE_INFINITY);
  const kept = keptFiles(sizes, row?.bytes ?? 0);
  for (const [number, content] of contents.entries()) {
    if (!content || !kept[number] || content.length > room) continue;
    room -= content.length;
    const sealed = pack([key.key], content, place(tenant, { conversationId, receivedId, number }));
    await store.sql`select vault.keep_file(${tenant}, ${conversationId}, ${receivedId}, ${number}, ${person}, ${key.id},
      ${content.length}, ${sealed})`;
  }
  return readAs(
    store.sql,
    tenant,
    (tx) => tx<IncomingMail['kept']>`
      select number, encode(sha256(sealed), 'hex') as sha256 from vault.received_files
      where tenant_id = ${tenant} and conversation_id = ${conversationId} and received_id = ${receivedId} order by number`,
  );
}

export const listKeptFiles = (store: Store, tenant: string, conversationId: string): Promise<FileName[]> =>
  readAs(
    store.sql,
    tenant,
    (tx) => tx<FileName[]>`
      select conversation_id as "conversationId", received_id as "receivedId", number from vault.received_files
      where tenant_id = ${tenant} and conversation_id = ${conversationId}`,
  );

/** The content of a file. null: it is not kept, or cannot be read. */
export async function readKeptFile(store: Store, tenant: string, name: FileName): Promise<Buffer | null> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ person_id: string; key_id: string; sealed: Buffer }[]>`
      select person_id, key_id, sealed from vault.received_files
      where tenant_id = ${tenant} and conversation_id = ${name.conversationId} and received_id = ${name.receivedId}
        and number = ${name.number}`,
  );
  if (!row) return null;
  const key = (await personKeys(store.sql, store.master, tenant, [row.person_id])).get(row.person_id);
  if (!key?.key || key.id !== row.key_id) return null;
  try {
    return unpack([key.key], row.sealed, place(tenant, name));
  } catch {
    return null;
  }
}
