import type { Tx } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { pack } from './envelope.ts';
import { openSecret } from './secrets.ts';

const KEY = 'idempotency-key';
/** It may name people, so an erasure in the workspace deletes it. The key stays: the call must not run twice. */
export const FIRST_ANSWER = 'first-answer';
const KEPT_HOURS = 24;

export type FirstAnswer = { status: number; type: string; body: string };
/** The first call of a key. `request`: the hash of what it asked for. `answer` null: it runs, its process died, or the answer was erased. */
export type FirstCall = { request: string; seconds: number; answer: FirstAnswer | null };

/** `id`: of a key of one user. */
type Place = { tenant: string; id: string };
type Kind = typeof KEY | typeof FIRST_ANSWER;
const secretOf = (kind: Kind, id: string) => `${kind}.${id}`;

async function insert(tx: Tx, { master }: Store, { tenant, id }: Place, kind: Kind, value: string): Promise<boolean> {
  const secretId = secretOf(kind, id);
  const sealed = pack(master.seal, Buffer.from(value), `${tenant}|${kind}|${secretId}`);
  const made = await tx`
    insert into vault.secrets (tenant_id, secret_id, kind, sealed) values (${tenant}, ${secretId}, ${kind}, ${sealed})
    on conflict do nothing returning 1`;
  return made.length > 0;
}

const inTenant = <T>({ sql }: Store, { tenant }: Place, work: (tx: Tx) => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    return work(tx);
  });

/** Takes a key for a call. null: the call is its first within a day. Of two at once, one gets the key. */
export const takeKey = (store: Store, place: Place, request: string): Promise<FirstCall | null> =>
  inTenant(store, place, async (tx) => {
    const { tenant, id } = place;
    const [key, answer] = [secretOf(KEY, id), secretOf(FIRST_ANSWER, id)];
    await tx`
      delete from vault.secrets
      where tenant_id = ${tenant} and secret_id = ${key} and created_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})`;
    if (await insert(tx, store, place, KEY, request)) {
      await tx`delete from vault.secrets where tenant_id = ${tenant} and secret_id = ${answer}`;
      return null;
    }
    const rows = await tx<{ id: string; kind: string; sealed: Buffer; seconds: number }[]>`
      select secret_id as id, kind, sealed, extract(epoch from clock_timestamp() - created_at)::int as seconds
      from vault.secrets where tenant_id = ${tenant} and secret_id = any (${[key, answer]})`;
    const open = (secretId: string): string | null => {
      const row = rows.find((one) => one.id === secretId);
      return row ? openSecret(store.master, tenant, secretId, row) : null;
    };
    const kept = open(answer);
    return {
      request: open(key) ?? '',
      seconds: rows.find((one) => one.id === key)?.seconds ?? 0,
      answer: kept === null ? null : (JSON.parse(kept) as FirstAnswer),
    };
  });

export const keepAnswer = (store: Store, place: Place, answer: FirstAnswer): Promise<boolean> =>
  inTenant(store, place, (tx) => insert(tx, store, place, FIRST_ANSWER, JSON.stringify(answer)));

/** The call did nothing: its key may be used again. */
export const releaseKey = (store: Store, place: Place): Promise<unknown> =>
  inTenant(
    store,
    place,
    (tx) => tx`delete from vault.secrets where tenant_id = ${place.tenant} and secret_id = ${secretOf(KEY, place.id)}`,
  );
