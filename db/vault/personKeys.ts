import { randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../connect.ts';
import { type PersonKey, pack, unpack } from './envelope.ts';
import type { MasterKey } from './masterKey.ts';

/** SQL: whose text the event e is, as personOf in events/event.ts says. */
export const PERSON_OF_EVENT = `
  case when split_part(e.stream_id, '-', 1) in ('partner', 'user', 'suppression') or starts_with(e.stream_id, 'search-url-') then e.stream_id
       when split_part(e.stream_id, '-', 1) = 'message' then 'partner-' || split_part(e.stream_id, '.', 2)
       else 'owner' end`;

const place = (tenant: string, person: string, keyId: string) => `${tenant}|person|${person}|${keyId}`;

/** The keys of some persons of a tenant; a person without one is missing from the map. */
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

export function unwrapKey(
  master: MasterKey,
  tenant: string,
  person: string,
  keyId: string,
  wrapped: Buffer,
): PersonKey {
  return { id: keyId, key: unpack(master.wrap, wrapped, place(tenant, person, keyId)) };
}

/** A fresh key for a person, with its wrapped form for the vault. */
export function makeKey(master: MasterKey, tenant: string, person: string): PersonKey & { wrapped: Buffer } {
  const id = randomBytes(8).toString('hex');
  const key = randomBytes(32);
  return { id, key, wrapped: pack(master.wrap, key, place(tenant, person, id)) };
}
