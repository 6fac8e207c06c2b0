import type { DELIVERY_STATUSES, DELIVERY_TROUBLES, ToldName } from '../../events/shared/webhookEvents.ts';
import { readAs, type Sql } from '../connection/connect.ts';

const A_PAGE = 50;

/** `place`: in the queue. */
export type DeliveryRow = {
  place: string;
  id: string;
  event: ToldName;
  queuedAt: Date;
  status: (typeof DELIVERY_STATUSES)[number];
  tries: number;
  lastAt: Date | null;
  httpStatus: number | null;
  trouble: (typeof DELIVERY_TROUBLES)[number] | null;
  nextAt: Date | null;
};

/** A page of the deliveries of a webhook, the newest first. */
export async function webhookDeliveries(
  sql: Sql,
  tenant: string,
  webhookId: string,
  before: string | undefined,
): Promise<{ rows: DeliveryRow[]; next: string | null }> {
  const rows = await readAs(
    sql,
    tenant,
    (tx) => tx<DeliveryRow[]>`
      select n::text as place, delivery_id as id, type as event, created_at as "queuedAt", status, tries, last_at as "lastAt",
        http_status as "httpStatus", trouble,
        case when status = 'waiting' then next_at end as "nextAt"
      from queue.webhook_deliveries
      where tenant_id = ${tenant} and webhook_id = ${webhookId} ${before === undefined ? tx`` : tx`and n < ${before}::text::bigint`}
      order by n desc limit ${A_PAGE + 1}`,
  );
  const page = rows.slice(0, A_PAGE);
  return { rows: page, next: rows.length > A_PAGE ? (page.at(-1)?.place ?? null) : null };
}

export async function hasDelivery(sql: Sql, tenant: string, webhookId: string, deliveryId: string): Promise<boolean> {
  const rows = await readAs(
    sql,
    tenant,
    (tx) => tx`
      select from queue.webhook_deliveries
      where tenant_id = ${tenant} and webhook_id = ${webhookId} and delivery_id = ${deliveryId}`,
  );
  return rows.length > 0;
}
