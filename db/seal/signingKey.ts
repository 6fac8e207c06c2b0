import { hkdfSync, randomBytes } from 'node:crypto';
import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import { CannotStart } from '../installation/settings.ts';
import { pack, unpack } from '../vault/envelope.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { originOf } from './checkpoint.ts';
import { KeyOrder, keyRotationNote } from './keyOrder.ts';
import type { Head } from './merkle.ts';
import { type NoteSigner, rawKey, signerOf } from './note.ts';

/** An installation is its signing key: `id` is the public one in hex. `witness`: the key with which it cosigns for others. */
export type SigningKey = NoteSigner & { id: string; witness: NoteSigner };

const KEY = 'signing-key';
const PLACE = `system|${KEY}|${KEY}`;

const lost = (what: string): CannotStart =>
  new CannotStart(
    `The signing key (vault.secrets, ${KEY}) ${what}. Nothing proves whose log this is without it. Restore the database, or that row, from a backup.`,
  );

async function read(tx: Sql | Tx, master: MasterKey): Promise<Buffer | null> {
  const [row] = await tx<{ sealed: Buffer }[]>`
    select sealed from vault.secrets where tenant_id = 'system' and secret_id = ${KEY}`;
  if (!row) return null;
  try {
    return unpack(master.seal, row.sealed, PLACE);
  } catch {
    throw lost('cannot be opened: it was damaged');
  }
}

function keyOf(seed: Buffer): SigningKey {
  const signer = signerOf(seed, originOf);
  const witness = signerOf(
    Buffer.from(hkdfSync('sha256', seed, 'partner-pilot', 'witness', 32)),
    () => `${signer.name}/witness`,
  );
  return { ...signer, id: rawKey(signer.publicKey).toString('hex'), witness };
}

/** `sql`: any login's, or a transaction of the owner's. Throws CannotStart when the key is lost. */
export async function signingKey(sql: Sql | Tx, master: MasterKey): Promise<SigningKey> {
  const seed = await ('begin' in sql ? readAs(sql, 'system', (tx) => read(tx, master)) : read(sql, master));
  if (!seed) throw lost('is missing');
  return keyOf(seed);
}

/** A new key, as the vault holds it. */
export const signingSecret = (master: MasterKey, seed = randomBytes(32)): Buffer => pack(master.seal, seed, PLACE);

/** The key that an installation is known by: its first one. */
export async function firstSigningKey(sql: Sql | Tx, master: MasterKey): Promise<string> {
  return (await KeyOrder.read(sql, (await signingKey(sql, master)).id)).first;
}

/** Puts a new key in the place of the old one, and answers the note by which the old one names it. `tx`: the owner's. */
export async function replaceSigningKey(tx: Tx, master: MasterKey, head: Head, at: Date): Promise<string> {
  await tx`select 1 from vault.secrets where tenant_id = 'system' and secret_id = ${KEY} for update`;
  const old = await signingKey(tx, master);
  const seed = randomBytes(32);
  const note = keyRotationNote(old, keyOf(seed), head, at);
  await tx`
    update vault.secrets set sealed = ${signingSecret(master, seed)}, created_at = clock_timestamp()
    where tenant_id = 'system' and secret_id = ${KEY}`;
  return note;
}

/** Makes the key of a new installation. Throws CannotStart when the log holds events and the key is lost. `tx`: the owner's. */
export async function ensureSigningKey(tx: Tx, master: MasterKey): Promise<void> {
  if (await read(tx, master)) return;
  const [log] = await tx<{ used: boolean }[]>`select exists (select from log.events) as used`;
  if (log?.used) throw lost('is missing');
  await tx`
    insert into vault.secrets (tenant_id, secret_id, kind, sealed)
    values ('system', ${KEY}, ${KEY}, ${signingSecret(master)})`;
}
