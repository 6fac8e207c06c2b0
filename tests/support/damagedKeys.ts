import type { Sql } from '../../db/connection/connect.ts';

export type StoredKey = { id: string; wrapped: Buffer };

/** The possible damages of a person's stored key. `other`: another person's. */
export const DAMAGES: Readonly<Record<string, (key: StoredKey, other: StoredKey) => StoredKey>> = {
  'one bit flipped': ({ id, wrapped }) => {
    const bytes = Buffer.from(wrapped);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    return { id, wrapped: bytes };
  },
  garbage: ({ id }) => ({ id, wrapped: Buffer.from('garbage') }),
  'the key of another person': ({ id }, { wrapped }) => ({ id, wrapped }),
  'another id': ({ wrapped }) => ({ id: '0123456789abcdef', wrapped }),
};

/** Damages a person's key in one of these ways. Answers how to put it back. `sql`: the owner's. */
export async function damageKey(
  sql: Sql,
  damage: keyof typeof DAMAGES & string,
  tenant: string,
  person: string,
): Promise<() => Promise<void>> {
  const [key] = await sql<StoredKey[]>`
    select key_id as id, wrapped from vault.person_keys where tenant_id = ${tenant} and person_id = ${person}`;
  const [other] = await sql<StoredKey[]>`
    select key_id as id, wrapped from vault.person_keys where (tenant_id, person_id) <> (${tenant}, ${person}) limit 1`;
  if (!key || !other) throw new Error('There are no two keys.');
  const put = async ({ id, wrapped }: StoredKey) => {
    await sql`update vault.person_keys set key_id = ${id}, wrapped = ${wrapped} where tenant_id = ${tenant} and person_id = ${person}`;
  };
  const damaged = DAMAGES[damage]?.(key, other);
  if (!damaged) throw new Error(`There is no damage ${damage}.`);
  await put(damaged);
  return () => put(key);
}
