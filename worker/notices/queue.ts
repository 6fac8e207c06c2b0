/** The notices that wait for a channel (queue.notices). */
import type { Tx } from '../../db/connection/connect.ts';
import type { Store } from '../../db/store.ts';
import type { NoticeRow } from './writeNotice.ts';

/** A person's channel. */
export type NoticePlace = { tenant: string; userId: string; channel: string };

/** Notices of one message. */
export const NOTICES_AT_ONCE = 50;
/** After that, no relay tells an event again. */
const KEPT_DAYS = 7;

/** Work on a tenant's rows of our tables beside the job queue. */
export async function inTenant<T>(
  { sql }: Pick<Store, 'sql'>,
  tenant: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    return { answer: await work(tx) };
  });
  return result.answer as T;
}

/** Adds a notice once for each event. */
export const addNotice = (store: Store, { tenant, userId, channel }: NoticePlace, row: NoticeRow, due: Date) =>
  inTenant(
    store,
    tenant,
    (tx) => tx`
      insert into queue.notices (tenant_id, user_id, channel, event, kind, due_at)
      values (${tenant}, ${userId}, ${channel}, ${row.event}, ${row.kind}, ${due.toISOString()})
      on conflict do nothing`,
  );

type Waiting = NoticeRow & { due_at: Date };

/** The oldest notices that are not sent, due or not. */
export const waitingNotices = (store: Store, { tenant, userId, channel }: NoticePlace): Promise<Waiting[]> =>
  inTenant(
    store,
    tenant,
    (tx) => tx<Waiting[]>`
      select event, kind, due_at from queue.notices
      where tenant_id = ${tenant} and user_id = ${userId} and channel = ${channel} and sent_at is null
      order by due_at, event limit ${NOTICES_AT_ONCE}`,
  );

/** Marks notices as sent, or as waiting again. Old ones go. */
export const markNotices = (store: Store, place: NoticePlace, rows: readonly NoticeRow[], sentAt: Date | null) =>
  inTenant(store, place.tenant, async (tx) => {
    const { tenant, userId, channel } = place;
    await tx`
      update queue.notices set sent_at = ${sentAt?.toISOString() ?? null}::text::timestamptz
      where tenant_id = ${tenant} and user_id = ${userId} and channel = ${channel}
        and event = any (${rows.map(({ event }) => event)}::text[])`;
    await tx`
      delete from queue.notices
      where tenant_id = ${tenant} and user_id = ${userId} and channel = ${channel}
        and sent_at < ${(sentAt ?? store.now()).toISOString()}::text::timestamptz - make_interval(days => ${KEPT_DAYS})`;
  });

export const dropNotices = (store: Store, { tenant, userId, channel }: NoticePlace) =>
  inTenant(
    store,
    tenant,
    (tx) => tx`
      delete from queue.notices
      where tenant_id = ${tenant} and user_id = ${userId} and channel = ${channel} and sent_at is null`,
  );
