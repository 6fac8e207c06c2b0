import { randomInt } from 'node:crypto';
import type { Context } from 'hono';
import type { Tx } from '../../db/connection/connect.ts';
import { isLoopback } from '../../db/connection/loopback.ts';
import { INSTALLATION } from '../../db/installation/installation.ts';
import type { Store } from '../../db/store.ts';
import { pack, unpack } from '../../db/vault/envelope.ts';
import { socketAddress } from '../http/clientNetwork.ts';
import { sameText } from '../http/sameText.ts';

const ID = 'set-up-code';
const PLACE = `system|${ID}|${ID}`;
// without letters and digits that look alike
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Whether the settings open the sign-up page to people who do not sit at this machine. */
export const isReachable = (host: string, publicUrl: string): boolean =>
  !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname);

const draw = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  );

/** Headers that proxies add. */
const FORWARDED = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Via'];

/**
 * Whether a call comes from this machine and to its name. A page on the web may lead here under another name, and a proxy passes on anyone who
 * reaches it.
 */
function isFromHere(c: Context): boolean {
  const host = (c.req.header('Host') ?? '').replace(/:\d+$/, '');
  return (
    isLoopback(socketAddress(c)) && isLoopback(host) && FORWARDED.every((name) => c.req.header(name) === undefined)
  );
}

/** Keeps strangers from making the first account. */
export type SetUpGuard = {
  /** Whether the caller must show the code. Then the log shows it, once. */
  asks(c: Context): boolean;
  isCode(typed: string): boolean;
};

/** `reachable`: every caller is asked, since a proxy may hide that it is one. `say`: tells a line in the log that has the code. */
export function setUpGuard(
  code: string,
  { reachable, say }: { reachable: boolean; say: (code: string) => void },
): SetUpGuard {
  let told = false;
  const tell = () => {
    if (!told) say(code);
    told = true;
  };
  if (reachable) tell();
  return {
    asks(c) {
      if (!reachable && isFromHere(c)) return false;
      tell();
      return true;
    },
    isCode: (typed) => isSetUpCode(code, typed),
  };
}

/**
 * The code for the first account: it proves access to the server's log. A caller at this machine needs none. Made once, the same for every process;
 * null when the installation has an admin.
 */
export async function ensureSetUpCode(store: Store): Promise<string | null> {
  if ((await store.load('system', INSTALLATION)).state.firstAdmin !== null) return null;
  const drawn = pack(store.master.seal, Buffer.from(draw()), PLACE);
  const sealed = await store.sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', 'system', true)`;
    await tx`
      insert into vault.secrets (tenant_id, secret_id, kind, sealed) values ('system', ${ID}, ${ID}, ${drawn})
      on conflict do nothing`;
    const [row] = await tx<{ sealed: Buffer }[]>`select sealed from vault.secrets where secret_id = ${ID}`;
    return row?.sealed ?? null;
  });
  return sealed && unpack(store.master.seal, sealed, PLACE).toString();
}

/** It is over with the first account. */
export async function forgetSetUpCode(tx: Tx): Promise<void> {
  await tx`select set_config('app.tenant', 'system', true)`;
  await tx`delete from vault.secrets where secret_id = ${ID}`;
}

const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Whether it is the code, however it was written. */
export const isSetUpCode = (code: string, typed: string): boolean => sameText(plain(code), plain(typed));
