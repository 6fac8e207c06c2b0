import type { Sql } from '../../db/connection/connect.ts';
import { type Command, ref, type Store } from '../../db/store.ts';

export const cause = { actor: 'user:u1', correlationId: 'c1', causationId: null };

/** A command that changes one admin setting of a tenant: one event, nothing personal. */
export const changeSetting = (tenant: string, id: string, value: string) => {
  const stream = ref('setting', id);
  return {
    tenant,
    cause,
    streams: { setting: stream },
    decide: () => ({ setting: [{ type: 'SettingChanged' as const, data: { value, was: '' } }] }),
  } satisfies Command<{ setting: typeof stream }>;
};

/** Runs a command until no other writer is in its way, and answers the version that it made. */
export async function changeSettingAtLast(store: Store, tenant: string, id: string, value: string): Promise<number> {
  for (;;) {
    try {
      const { committed } = await store.run(changeSetting(tenant, id, value));
      return committed[0]?.version ?? 0;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ConcurrencyConflict') throw error;
    }
  }
}

/** Every version of every stream, in order, as the owner sees the table. */
export const storedVersions = (owner: Sql) =>
  owner<{ tenant_id: string; stream_id: string; version: number }[]>`
    select tenant_id, stream_id, version from log.events order by tenant_id, stream_id, version`;
