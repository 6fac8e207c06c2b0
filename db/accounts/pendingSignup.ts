import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import { pack, unpack } from '../vault/envelope.ts';
import type { MasterKey } from '../vault/masterKey.ts';

/**
 * The fields of a person who asked for an account link (events/accounts/accountLink.ts). It lies sealed in the vault until it is used, or two days
 * old.
 */
export type PendingSignup = {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  passwordHash?: string;
  /** SHA-256, in hex, of what the browser that asked keeps as a cookie. */
  browser?: string;
  /** Where to go on to, a path. */
  next?: string;
};

const KIND = 'access';
const place = (accessId: string) => `system|${KIND}|${accessId}`;

const asSystem = (tx: Tx) => tx`select set_config('app.tenant', 'system', true)`;

export async function keepPendingSignup(
  tx: Tx,
  master: MasterKey,
  accessId: string,
  asked: PendingSignup,
): Promise<void> {
  const sealed = pack(master.seal, Buffer.from(JSON.stringify(asked)), place(accessId));
  await asSystem(tx);
  await tx`insert into vault.secrets (tenant_id, secret_id, kind, sealed) values ('system', ${accessId}, ${KIND}, ${sealed})`;
}

/** Null when it was used or swept. */
export async function readPendingSignup(sql: Sql, master: MasterKey, accessId: string): Promise<PendingSignup | null> {
  const [row] = await readAs(
    sql,
    'system',
    (tx) => tx<{ sealed: Buffer }[]>`select sealed from vault.secrets where secret_id = ${accessId} and kind = ${KIND}`,
  );
  return row ? (JSON.parse(unpack(master.seal, row.sealed, place(accessId)).toString()) as PendingSignup) : null;
}

export async function forgetPendingSignup(tx: Tx, accessId: string): Promise<void> {
  await asSystem(tx);
  await tx`delete from vault.secrets where secret_id = ${accessId} and kind = ${KIND}`;
}
