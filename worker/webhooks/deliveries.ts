/** The deliveries of webhooks (queue.webhook_deliveries). */
import type { Tx } from '../../db/connection/connect.ts';
import type { Store } from '../../db/store.ts';
import type { DELIVERY_STATUSES, DELIVERY_TROUBLES, ToldName } from '../../events/shared/webhookEvents.ts';
import type { Job, TailedEvent } from '../context.ts';
import { inTenant } from '../notices/queue.ts';

export type WebhookPlace = { tenant: string; webhookId: string };

/** `event`: stream@version. `tries`: so far. */
export type Delivery = { id: string; event: string; tries: number };

/** Those that are due, the earliest first. The index looks for now(), not for clock_timestamp(). */
export const dueDeliveries = (store: Store, { tenant, webhookId }: WebhookPlace, most: number): Promise<Delivery[]> =>
  inTenant(
    store,
    tenant,
    (tx) => tx<Delivery[]>`
      select delivery_id as id, event, tries from queue.webhook_deliveries
      where tenant_id = ${tenant} and webhook_id = ${webhookId} and status = 'waiting' and next_at <= now()
      order by next_at, n limit ${most}`,
  );

/** The milliseconds until one is due; null: none waits. */
export async function untilNextDue(store: Store, { tenant, webhookId }: WebhookPlace): Promise<number | null> {
  const [row] = await inTenant(
    store,
    tenant,
    (tx) => tx<{ ms: number | null }[]>`
      select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms
      from queue.webhook_deliveries
      where tenant_id = ${tenant} and webhook_id = ${webhookId} and status = 'waiting'`,
  );
  return typeof row?.ms === 'number' ? Math.max(0, row.ms) : null;
}

/** What a try brought: an HTTP status, or why there is none. */
export type TryOutcome = { httpStatus: number | null; trouble: (typeof DELIVERY_TROUBLES)[number] | null };

/** Notes a try. `seconds`: until the next one; null: there is none. */
export const noteTry = (
  store: Store,
  { tenant, webhookId }: WebhookPlace,
  { id, tries }: Delivery,
  {
    status,
    seconds,
    httpStatus,
    trouble,
  }: TryOutcome & { status: (typeof DELIVERY_STATUSES)[number]; seconds: number | null },
) =>
  inTenant(
    store,
    tenant,
    (tx) => tx`
      update queue.webhook_deliveries set status = ${status}, tries = ${tries + 1}, last_at = clock_timestamp(),
        http_status = ${httpStatus}, trouble = ${trouble}, next_at = clock_timestamp() + make_interval(secs => ${seconds ?? 0})
      where tenant_id = ${tenant} and webhook_id = ${webhookId} and delivery_id = ${id}`,
  );

/** Ends what waits, or one of it: it is never sent. */
export const skipDeliveries = (store: Store, { tenant, webhookId }: WebhookPlace, id: string | null) =>
  inTenant(
    store,
    tenant,
    (tx) => tx`
      update queue.webhook_deliveries set status = 'skipped'
      where tenant_id = ${tenant} and webhook_id = ${webhookId} and status = 'waiting'
        and (${id}::text is null or delivery_id = ${id})`,
  );

/** Begins with a delivery again. */
export const redeliver = (store: Store, { tenant, webhookId }: WebhookPlace, id: string) =>
  inTenant(
    store,
    tenant,
    (tx) => tx`
      update queue.webhook_deliveries set status = 'waiting', tries = 0, next_at = clock_timestamp()
      where tenant_id = ${tenant} and webhook_id = ${webhookId} and delivery_id = ${id}`,
  );

/** Whether anything arrived since a delivery was queued. */
export async function arrivedSince(store: Store, { tenant, webhookId }: WebhookPlace, id: string): Promise<boolean> {
  const rows = await inTenant(
    store,
    tenant,
    (tx) => tx`
      select from queue.webhook_deliveries d
      join queue.webhook_deliveries first
        on first.tenant_id = d.tenant_id and first.webhook_id = d.webhook_id and first.delivery_id = ${id}
      where d.tenant_id = ${tenant} and d.webhook_id = ${webhookId} and d.status = 'delivered'
        and d.last_at > first.created_at
      limit 1`,
  );
  return rows.length > 0;
}

/** One job delivers all that is due for a webhook. */
export function webhookSpec(tenant: string, webhookId: string): Required<Pick<Job, 'jobKey' | 'queueName'>> {
  const key = `webhook:${tenant}:${webhookId}`;
  return { jobKey: key, queueName: key };
}

/** An event that webhooks may tell. */
export type ToldEvent = Pick<TailedEvent, 'tenant' | 'streamId' | 'version'> & { type: ToldName; only?: string };

/** Adds the deliveries of events, in the transaction of the relay. Answers each with the index of its event. */
export const addDeliveries = (tx: Tx, told: readonly ToldEvent[]) => tx<{ event: number; webhookId: string }[]>`
  select event - 1 as event, webhook_id as "webhookId"
  from queue.add_deliveries(${told.map(({ tenant }) => tenant)}::text[], ${told.map(({ streamId }) => streamId)}::text[],
    ${told.map(({ version }) => version)}::int[], ${told.map(({ type }) => type)}::text[],
    ${told.map(({ only }) => only ?? null)}::text[])`;
