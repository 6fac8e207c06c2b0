/**
 * A backup with people's keys in a file of their own. One newest copy of the keys serves many older copies of the log. Both are of one snapshot. The
 * log's file names the keys that it needs, and the keys' file those that were destroyed. So a missing key means either an erasure or keys that are
 * too old.
 */

import { counted } from '../../events/shared/format.ts';
import type { Sql } from '../connection/connect.ts';
import { keyName } from '../erase/eraseStep.ts';
import type { Erasure } from '../erase/erasuresFile.ts';
import { CannotStart, UsageError } from '../installation/settings.ts';
import { PERSON_OF_EVENT } from '../vault/personKeys.ts';
import { type BackupHeader, type BackupRow, rowsOf } from './file.ts';
import type { BackupTable } from './tables.ts';

export const PERSON_KEYS = 'vault.person_keys';
/** The ids of the keys that the log needs; first in its file. */
export const NEEDED = 'keys that are needed';
/** Destroyed keys by their ids, and, without an id, the addresses that an erasure keeps on the list. */
const ERASED = 'people who were erased';

const ERASED_PEOPLE = `
  with told as materialized (
    select e.tenant_id, ${PERSON_OF_EVENT} as person_id, e.payload->'p'->>'k' as key_id, e.type = 'PersonErased' as erased, e.recorded_at
    from log.events e
    -- a message's or conversation's own word of it may come later than that its person was added again
    where e.payload->'p' is not null or (e.type = 'PersonErased' and split_part(e.stream_id, '-', 1) not in ('message', 'conversation'))
  ), gone as (
    select distinct tenant_id, person_id, key_id from told
    where key_id is not null and not exists (
      select from vault.person_keys k where k.tenant_id = told.tenant_id and k.person_id = told.person_id and k.key_id = told.key_id)
  ), erasures as (
    select tenant_id, person_id, max(recorded_at) as at from told where erased group by 1, 2
  )
  select tenant_id, person_id, key_id, at from gone left join erasures using (tenant_id, person_id)
  -- a key whose id was altered is damaged: nobody erased its person
  where at is not null or not exists (
    select from vault.person_keys k where k.tenant_id = gone.tenant_id and k.person_id = gone.person_id)
  union all
  select tenant_id, stream_id, null, max(recorded_at) from log.events
  where type = 'AddressSuppressed' and payload->'d'->>'reason' = 'erased' group by 1, 2`;

const texts = (...names: string[]) => names.map((name) => ({ name, type: 'text' }));

/** The tables of the two files. */
export const apart = (tables: readonly BackupTable[]): Record<'log' | 'keys', BackupTable[]> => ({
  log: [
    { name: NEEDED, columns: texts('key_id'), from: PERSON_KEYS },
    ...tables.filter(({ name }) => name !== PERSON_KEYS),
  ],
  keys: [
    ...tables.filter(({ name }) => name === PERSON_KEYS),
    { name: ERASED, columns: texts('tenant_id', 'person_id', 'key_id', 'at'), from: `(${ERASED_PEOPLE}) erased` },
  ],
});

/** A backup that was checked (checkBackup): its file and header. */
export type Checked = { file: string; header: BackupHeader };

/** Whether a backup and the file of keys, if one was named, belong together. Throws CannotStart with what to do. */
export function assertPair(log: Checked, keys: Checked | null): void {
  const holds = log.header.apart?.holds ?? 'all';
  if (holds === 'keys')
    throw new UsageError(
      `${log.file} holds keys of people and nothing else. Name the backup first: npm run restore -- FILE --keys ${log.file}`,
    );
  if (holds === 'log' && !keys)
    throw new UsageError(
      `${log.file} does not hold the keys of people: they were written to a file of their own. Name that one too: npm run restore -- ${log.file} --keys KEYS_FILE`,
    );
  if (!keys) return;
  if (holds === 'all')
    throw new UsageError(
      `${log.file} holds the keys of people itself. Restore it without --keys: npm run restore -- ${log.file}`,
    );
  if (keys.header.apart?.holds !== 'keys')
    throw new UsageError(
      `${keys.file} is a backup, and no file of keys. Name the one that "npm run backup -- FILE --keys KEYS_FILE" wrote as KEYS_FILE.`,
    );
  if (keys.header.apart.installation !== log.header.apart?.installation)
    throw new UsageError(
      `${keys.file} holds the keys of another installation than that of ${log.file}. Name the KEYS_FILE of the same one.`,
    );
}

/** Reads which keys a log needs. The file was checked. */
async function keysNeeded({ file }: Checked, size: number): Promise<Set<string>> {
  const needed = new Set<string>();
  for await (const { table, rows } of rowsOf(file, size)) {
    if (table !== NEEDED) break;
    for (const [id] of rows) needed.add(id ?? '');
  }
  return needed;
}

/** Throws CannotStart when a key is neither there nor known as destroyed: its person would be lost. */
export async function assertNobodyLost(log: Checked, keys: Checked, size: number): Promise<void> {
  const missing = await keysNeeded(log, size);
  for await (const { table, rows } of rowsOf(keys.file, size)) {
    const at = place(keys, table, 'key_id');
    for (const row of rows) missing.delete(row[at] ?? '');
  }
  if (missing.size === 0) return;
  throw new CannotStart(
    `${keys.file} (as of ${keys.header.takenAt}) lacks ${counted(missing.size, 'key')} of people in ${log.file} (as of ${log.header.takenAt}), and knows of no erasure of theirs: they would be lost. Take the KEYS_FILE that was written with ${log.file}, or a later one.`,
  );
}

const place = ({ header }: Checked, table: string, column: string): number =>
  header.tables.find(({ name }) => name === table)?.columns.indexOf(column) ?? -1;

/** Erasures since then, as lines of ERASURES_FILE, and the keys that are gone for them, by keyName. */
export type ErasedSince = { erasures: Erasure[]; gone: Set<string> };

/**
 * Takes the keys that a loaded log needs from the file, and leaves out unknown people. `insert` puts rows into the table of keys. `sql`: the owner's.
 */
export async function loadKeys(
  sql: Sql,
  log: Checked,
  keys: Checked,
  { size, insert }: { size: number; insert: (rows: BackupRow[]) => Promise<void> },
): Promise<ErasedSince> {
  const needed = await keysNeeded(log, size);
  const idAt = place(keys, PERSON_KEYS, 'key_id');
  const since: ErasedSince = { erasures: [], gone: new Set() };
  for await (const { table, rows } of rowsOf(keys.file, size)) {
    if (table === PERSON_KEYS) {
      await insert(rows.filter((row) => needed.has(row[idAt] ?? '')));
      continue;
    }
    const held: Erasure[] = [];
    for (const [tenant, person, id, at = null] of rows) {
      if (!tenant || !person) continue;
      // it puts no address on the list: each that is held has a line of its own
      const line = { tenant, person, at, asListed: id !== null };
      if (id === null) held.push(line);
      else if (needed.has(id ?? '')) {
        since.erasures.push(line);
        since.gone.add(keyName(tenant, person));
      }
    }
    since.erasures.push(...(await notHeldYet(sql, held)));
  }
  return since;
}

/** Of addresses that erasures hold, those that this log does not hold; of tenants that it knows. */
async function notHeldYet(sql: Sql, held: readonly Erasure[]): Promise<Erasure[]> {
  const rows = await sql<{ place: number }[]>`
    with workspaces as materialized (
      select e.payload->'d'->>'workspaceId' as id from log.events e
      where e.tenant_id = 'system' and e.type = 'MembershipGranted')
    select h.place::int as place
    from unnest(${held.map(({ tenant }) => tenant)}::text[], ${held.map(({ person }) => person)}::text[])
      with ordinality h (tenant_id, stream_id, place)
    where exists (select from workspaces w where w.id = h.tenant_id)
      and not exists (
        select from log.events e where e.tenant_id = h.tenant_id and e.stream_id = h.stream_id
          and e.type = 'AddressSuppressed' and e.payload->'d'->>'reason' = 'erased')
    order by h.place`;
  return rows.flatMap(({ place: at }) => held[at - 1] ?? []);
}
