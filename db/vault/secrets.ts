import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readAs, type Sql, type Tx } from '../connect.ts';
import { pack, unpack } from './envelope.ts';
import type { MasterKey } from './masterKey.ts';

const place = (tenant: string, kind: string, secretId: string) => `${tenant}|${kind}|${secretId}`;

/** Stores a secret of a tenant and answers the id by which events name it. */
export const storeSecret = (
  sql: Sql,
  master: MasterKey,
  tenant: string,
  kind: string,
  value: string,
): Promise<string> => sql.begin((tx) => storeSecretIn(tx, master, tenant, kind, value));

/** The same in a transaction of the caller's. */
export async function storeSecretIn(
  tx: Tx,
  master: MasterKey,
  tenant: string,
  kind: string,
  value: string,
): Promise<string> {
  const secretId = randomBytes(12).toString('hex');
  const sealed = pack(master.seal, Buffer.from(value), place(tenant, kind, secretId));
  await tx`select set_config('app.tenant', ${tenant}, true)`;
  await tx`insert into vault.secrets (tenant_id, secret_id, kind, sealed) values (${tenant}, ${secretId}, ${kind}, ${sealed})`;
  return secretId;
}

async function sealedOf(tx: Tx, secretId: string): Promise<{ kind: string; sealed: Buffer } | undefined> {
  const [row] = await tx<
    { kind: string; sealed: Buffer }[]
  >`select kind, sealed from vault.secrets where secret_id = ${secretId}`;
  return row;
}

/** A secret in the clear, or null when it is gone. */
export async function readSecret(
  sql: Sql,
  master: MasterKey,
  tenant: string,
  secretId: string,
): Promise<string | null> {
  const row = await readAs(sql, tenant, (tx) => sealedOf(tx, secretId));
  return row ? unpack(master.seal, row.sealed, place(tenant, row.kind, secretId)).toString() : null;
}

/** Forgets a secret; one that is gone already is no error. */
export async function forgetSecret(sql: Sql, tenant: string, secretId: string): Promise<void> {
  await sql.begin((tx) => forgetSecretIn(tx, tenant, secretId));
}

/** The same in a transaction of the caller's. */
export async function forgetSecretIn(tx: Tx, tenant: string, secretId: string): Promise<void> {
  await tx`select set_config('app.tenant', ${tenant}, true)`;
  await tx`delete from vault.secrets where secret_id = ${secretId}`;
}

const ADDRESS_KEY = 'address-hmac';

/** The key under which addresses and duplicate keys become HMACs; made once, at migration, and kept when SECRET_KEY rotates. */
export async function ensureAddressKey(sql: Sql, master: MasterKey): Promise<void> {
  const sealed = pack(master.seal, randomBytes(32), place('system', ADDRESS_KEY, ADDRESS_KEY));
  await sql`
    insert into vault.secrets (tenant_id, secret_id, kind, sealed)
    values ('system', ${ADDRESS_KEY}, ${ADDRESS_KEY}, ${sealed}) on conflict do nothing`;
}

export type Pseudonyms = {
  /** 32 hex characters that stand for this installation, and for what is restored from it. */
  installation: string;
  /** 32 hex characters that stand for a person's duplicate key within a tenant. */
  partnerId(tenant: string, duplicateKey: string): string;
  /** 64 hex characters that stand for an e-mail address within a tenant. */
  address(tenant: string, email: string): string;
  /** 32 characters (base64url) that prove that a link was made here; the key is of its own, and lives as long as the address key. */
  linkProof(text: string): string;
  /** 32 characters (base64url) for what sign-in keeps or hands out: counted attempts, known browsers, who somebody is at an issuer. */
  signIn(purpose: 'attempt' | 'browser' | 'identity', text: string): string;
};

/** Reads the HMAC key and answers the ways in which it is used. */
export async function pseudonyms(sql: Sql, master: MasterKey): Promise<Pseudonyms> {
  const row = await readAs(sql, 'system', (tx) => sealedOf(tx, ADDRESS_KEY));
  if (!row) throw new Error('The database has no address key. Run the migration: npm run migrate.');
  const key = unpack(master.seal, row.sealed, place('system', ADDRESS_KEY, ADDRESS_KEY));
  const linkKey = Buffer.from(hkdfSync('sha256', key, '', 'unsubscribe links', 32));
  const signInKey = Buffer.from(hkdfSync('sha256', key, '', 'sign-in', 32));
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  return {
    installation: hmac('installation').slice(0, 32),
    partnerId: (tenant, duplicateKey) => hmac(`partner|${tenant}|${duplicateKey}`).slice(0, 32),
    address: (tenant, email) => hmac(`address|${tenant}|${email.trim().toLowerCase()}`),
    linkProof: (text) => createHmac('sha256', linkKey).update(text).digest('base64url').slice(0, 32),
    signIn: (purpose, text) =>
      createHmac('sha256', signInKey).update(`${purpose}|${text}`).digest('base64url').slice(0, 32),
  };
}
