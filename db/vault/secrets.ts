import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import { CannotStart } from '../installation/settings.ts';
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

async function sealedOf(
  tx: Tx,
  tenant: string,
  secretId: string,
): Promise<{ kind: string; sealed: Buffer } | undefined> {
  const [row] = await tx<
    { kind: string; sealed: Buffer }[]
  >`select kind, sealed from vault.secrets where tenant_id = ${tenant} and secret_id = ${secretId}`;
  return row;
}

/** A secret in the clear, or null when it is gone. */
export async function readSecret(
  sql: Sql,
  master: MasterKey,
  tenant: string,
  secretId: string,
): Promise<string | null> {
  const row = await readAs(sql, tenant, (tx) => sealedOf(tx, tenant, secretId));
  return row ? openSecret(master, tenant, secretId, row) : null;
}

export const openSecret = (
  master: MasterKey,
  tenant: string,
  secretId: string,
  { kind, sealed }: { kind: string; sealed: Buffer },
): string => unpack(master.seal, sealed, place(tenant, kind, secretId)).toString();

/** The only secret of its kind in a tenant. It is made if there is none; of two at once, the first holds. */
export async function onlySecret(
  sql: Sql,
  master: MasterKey,
  { tenant, kind, make }: { tenant: string; kind: string; make: () => string },
): Promise<string> {
  const known = await readSecret(sql, master, tenant, kind);
  if (known !== null) return known;
  const sealed = pack(master.seal, Buffer.from(make()), place(tenant, kind, kind));
  await sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    await tx`
      insert into vault.secrets (tenant_id, secret_id, kind, sealed) values (${tenant}, ${kind}, ${kind}, ${sealed})
      on conflict do nothing`;
  });
  return (await readSecret(sql, master, tenant, kind)) as string;
}

/** Puts another value in the place of a secret. One that is gone stays gone; of two at once, the first holds. */
export async function replaceSecret(
  sql: Sql,
  master: MasterKey,
  tenant: string,
  secretId: string,
  value: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    const [row] = await tx<{ kind: string }[]>`delete from vault.secrets where secret_id = ${secretId} returning kind`;
    if (!row) return;
    const sealed = pack(master.seal, Buffer.from(value), place(tenant, row.kind, secretId));
    await tx`
      insert into vault.secrets (tenant_id, secret_id, kind, sealed) values (${tenant}, ${secretId}, ${row.kind}, ${sealed})`;
  });
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
const ADDRESS_KEY_PLACE = place('system', ADDRESS_KEY, ADDRESS_KEY);

export type AddressKeyFault = 'missing' | 'damaged' | 'another';

const FAULTS: Record<AddressKeyFault, string> = {
  missing: 'is missing',
  damaged: 'cannot be opened: it was damaged',
  another: 'is not the one that this log was made with',
};

export const addressKeyFault = (fault: AddressKeyFault): string =>
  `The address key (vault.secrets, ${ADDRESS_KEY}) ${FAULTS[fault]}`;

/** Without the right key nobody can sign in, and people who unsubscribed would get mail again. So nothing runs, and no new key is made. */
export const cannotUseAddressKey = (fault: AddressKeyFault): CannotStart =>
  new CannotStart(
    `${addressKeyFault(fault)}. Nothing runs without it, because people who unsubscribed would get mail again and nobody could sign in. Restore the database, or that row, from a backup.`,
    'wrong',
  );

/** The key under which addresses and duplicate keys become HMACs. `tx`: in the tenant `system`, or the owner's. */
export async function readAddressKey(tx: Tx, master: MasterKey): Promise<Buffer | 'missing' | 'damaged'> {
  const row = await sealedOf(tx, 'system', ADDRESS_KEY);
  if (!row) return 'missing';
  try {
    return unpack(master.seal, row.sealed, ADDRESS_KEY_PLACE);
  } catch {
    return 'damaged';
  }
}

/** Makes the address key of a new installation; it is kept when SECRET_KEY rotates. Throws CannotStart when the log holds events and the key is lost. */
export async function ensureAddressKey(tx: Tx, master: MasterKey): Promise<Buffer> {
  const key = await readAddressKey(tx, master);
  if (key === 'damaged') throw cannotUseAddressKey(key);
  if (key !== 'missing') return key;
  const [log] = await tx<{ used: boolean }[]>`select exists (select from log.events) as used`;
  if (log?.used) throw cannotUseAddressKey(key);
  const made = randomBytes(32);
  const sealed = pack(master.seal, made, ADDRESS_KEY_PLACE);
  await tx`
    insert into vault.secrets (tenant_id, secret_id, kind, sealed)
    values ('system', ${ADDRESS_KEY}, ${ADDRESS_KEY}, ${sealed})`;
  return made;
}

export type Pseudonyms = {
  /** 32 hex characters for this installation, and for what is restored from it. */
  installation: string;
  /** 32 hex characters for a person's duplicate key within a tenant. */
  partnerId(tenant: string, duplicateKey: string): string;
  /** 64 hex characters for an email address within a tenant. */
  address(tenant: string, email: string): string;
  /** 64 hex characters for texts within a tenant: the same texts are known again, and no one can try out others. */
  content(tenant: string, texts: unknown): string;
  /** 32 characters (base64url) that prove that a link was made here. Their key lives as long as the address key. */
  linkProof(text: string): string;
  /** 32 characters (base64url) for what sign-in keeps or hands out: counted attempts, known browsers, who somebody is at an issuer. */
  signIn(purpose: 'attempt' | 'browser' | 'identity', text: string): string;
};

/** Reads the address key and answers the ways in which it is used. Throws CannotStart when it is lost. */
export async function pseudonyms(sql: Sql, master: MasterKey): Promise<Pseudonyms> {
  const key = await readAs(sql, 'system', (tx) => readAddressKey(tx, master));
  if (typeof key === 'string') throw cannotUseAddressKey(key);
  return pseudonymsOf(key);
}

export function pseudonymsOf(key: Buffer): Pseudonyms {
  const linkKey = Buffer.from(hkdfSync('sha256', key, '', 'unsubscribe links', 32));
  const signInKey = Buffer.from(hkdfSync('sha256', key, '', 'sign-in', 32));
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  return {
    installation: hmac('installation').slice(0, 32),
    partnerId: (tenant, duplicateKey) => hmac(`partner|${tenant}|${duplicateKey}`).slice(0, 32),
    address: (tenant, email) => hmac(`address|${tenant}|${email.trim().toLowerCase()}`),
    content: (tenant, texts) => hmac(`content|${tenant}|${JSON.stringify(texts)}`),
    linkProof: (text) => createHmac('sha256', linkKey).update(text).digest('base64url').slice(0, 32),
    signIn: (purpose, text) =>
      createHmac('sha256', signInKey).update(`${purpose}|${text}`).digest('base64url').slice(0, 32),
  };
}
