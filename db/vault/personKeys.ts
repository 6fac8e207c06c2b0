import { randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../connection/connect.ts';
import { type PersonKey, pack, unpack } from './envelope.ts';
import type { MasterKey } from './masterKey.ts';

/** SQL: whose text the event e is, as personOf in events/shared/event.ts says. */
export const PERSON_OF_EVENT = `
  case when split_part(e.stream_id, '-', 1) in ('partner', 'user', 'suppression') or starts_with(e.stream_id, 'search-url-') then e.stream_id
       when split_part(e.stream_id, '-', 1) in ('message', 'conversation') then 'partner-' || split_part(e.stream_id, '.', 2)
       else 'owner' end`;

const place = (tenant: string, person: string, keyId: string) => `${tenant}|person|${person}|${keyId}`;

/** The data keys of some persons of a tenant. A missing person has none, and a damaged key is null. */
export async function personKeys(
  sql: Sql | Tx,
  master: MasterKey,
  tenant: string,
  persons: readonly string[],
): Promise<Map<string, PersonKey>> {
  if (persons.length === 0) return new Map();
  const rows = await sql<{ person_id: string; key_id: string; wrapped: Buffer }[]>`
    select person_id, key_id, wrapped from vault.keys(${tenant}, ${persons as string[]})`;
  return new Map(rows.map((row) => [row.person_id, unwrapKey(master, tenant, row.person_id, row.key_id, row.wrapped)]));
}

/** Unwraps a key. One that was altered, replaced, swapped or renamed is damaged: its `key` is null. */
export function unwrapKey(
  master: MasterKey,
  tenant: string,
  person: string,
  keyId: string,
  wrapped: Buffer,
): PersonKey {
  try {
    return { id: keyId, key: unpack(master.wrap, wrapped, place(tenant, person, keyId)) };
  } catch {
    return { id: keyId, key: null };
  }
}

/** Whether the key of one of some persons of a tenant is damaged. */
export async function isUnreadable(
  sql: Sql | Tx,
  master: MasterKey,
  tenant: string,
  ...persons: string[]
): Promise<boolean> {
  const keys = await personKeys(sql, master, tenant, persons);
  return [...keys.values()].some(({ key }) => key === null);
}

export type DamagedKey = { tenant: string; person: string };

const PAGE = 5_000;

/** Unwraps every key (of one tenant and its owner's account, if named), and answers the damaged ones. `sql`: the owner's. */
export async function damagedKeys(sql: Sql | Tx, master: MasterKey, tenant?: string): Promise<DamagedKey[]> {
  const wanted =
    tenant === undefined
      ? sql`true`
      : sql`(tenant_id = ${tenant}
          or (tenant_id = 'system' and person_id in (select 'user-' || o.user_id from read.owners_of(array[${tenant}]) o)))`;
  const damaged: DamagedKey[] = [];
  for (let last: DamagedKey = { tenant: '', person: '' }; ; ) {
    const rows = await sql<(DamagedKey & { id: string; wrapped: Buffer })[]>`
      select tenant_id as tenant, person_id as person, key_id as id, wrapped from vault.person_keys
      where (tenant_id, person_id) > (${last.tenant}, ${last.person}) and ${wanted} order by tenant_id, person_id limit ${PAGE}`;
    for (const row of rows)
      if (unwrapKey(master, row.tenant, row.person, row.id, row.wrapped).key === null)
        damaged.push({ tenant: row.tenant, person: row.person });
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return damaged;
    last = end;
  }
}

/** A fresh key for a person, with its wrapped form for the vault. */
export function makeKey(master: MasterKey, tenant: string, person: string) {
  const id = randomBytes(8).toString('hex');
  const key = randomBytes(32);
  return { id, key, wrapped: pack(master.wrap, key, place(tenant, person, id)) };
}
