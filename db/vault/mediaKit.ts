/** The bytes of a workspace's media kit, sealed under its owner's key. So they go with an erasure of the workspace. */
import { createHash } from 'node:crypto';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { type PersonKey, pack, unpack } from './envelope.ts';
import { personKeys } from './personKeys.ts';

const OWNER = 'owner';
const place = (tenant: string, hash: string): string => `${tenant}|media-kit|${hash}`;

export const kitHash = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** In the transaction of its event, which made the key and holds it. It takes the place of the one before. */
export async function keepMediaKitIn(
  tx: Tx,
  { master }: Pick<Store, 'master'>,
  tenant: string,
  hash: string,
  content: Buffer,
): Promise<void> {
  const key = (await personKeys(tx, master, tenant, [OWNER])).get(OWNER);
  if (!key?.key) throw new Error('the owner has no key');
  await forgetMediaKitIn(tx, tenant);
  await tx`
    insert into vault.media_kits (tenant_id, hash, key_id, sealed)
    values (${tenant}, ${hash}, ${key.id}, ${pack([key.key], content, place(tenant, hash))})`;
}

export async function forgetMediaKitIn(tx: Tx, tenant: string): Promise<void> {
  await tx`select set_config('app.tenant', ${tenant}, true)`;
  await tx`delete from vault.media_kits where tenant_id = ${tenant}`;
}

/** null: it is not there, is another file, or cannot be read. */
export async function readMediaKit(
  { sql, master }: Pick<Store, 'sql' | 'master'>,
  tenant: string,
  hash: string,
): Promise<Buffer | null> {
  const [row] = await readAs(
    sql,
    tenant,
    (tx) => tx<{ key_id: string; sealed: Buffer }[]>`
      select key_id, sealed from vault.media_kits where tenant_id = ${tenant} and hash = ${hash}`,
  );
  if (!row) return null;
  const key = (await personKeys(sql, master, tenant, [OWNER])).get(OWNER);
  return key ? openKit(key, { tenant, hash, keyId: row.key_id, sealed: row.sealed }) : null;
}

/** null: it is another file, or cannot be read. */
export function openKit(
  { id, key }: PersonKey,
  { tenant, hash, keyId, sealed }: { tenant: string; hash: string; keyId: string; sealed: Buffer },
): Buffer | null {
  if (!key || id !== keyId) return null;
  try {
    const content = unpack([key], sealed, place(tenant, hash));
    return kitHash(content) === hash ? content : null;
  } catch {
    return null;
  }
}
