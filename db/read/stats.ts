import { DASHBOARD_METRICS, type DashboardMetric, SPANS, type Span } from '../../events/history/metrics.ts';
import { readAs } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { conditionOf, countOf, MESSAGE_FILTERS, PARTNER_FILTERS, SPAN_DAYS } from './metrics.ts';

type Figures = Record<Exclude<DashboardMetric, 'creditsUsed'>, number>;

/** The dashboard's metrics, and what they gained in the last days and in as many before. */
export type Stats = Figures & Record<Span, Figures>;

const { creditsUsed: _, ...METRICS } = DASHBOARD_METRICS;
const NAMES = Object.keys(METRICS) as (keyof Figures)[];

const COLUMNS = NAMES.flatMap((name) => [
  { name, span: undefined, as: name },
  ...SPANS.map((span) => ({ name, span, as: `${name}_${span}` })),
]);

/** The emails and replies of a tenant's deleted campaigns together. */
export async function readDeletedCampaigns(
  store: Store,
  tenant: string,
): Promise<Pick<Figures, 'partnersWrittenTo' | 'partnersReplied'>> {
  const { partnersWrittenTo: written, partnersReplied: replied } = METRICS;
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<Pick<Figures, 'partnersWrittenTo' | 'partnersReplied'>[]>`
      select ${countOf(written, tx, conditionOf(tx, store.rows, written))} as "partnersWrittenTo",
        ${countOf(replied, tx, conditionOf(tx, store.rows, replied))} as "partnersReplied"
      from ${store.rows(tx, 'messages')} m
      join ${store.rows(tx, 'campaigns')} c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
      where m.tenant_id = ${tenant} and c.status = 'deleted' and m.phase = 'sent'`,
  );
  return row ?? { partnersWrittenTo: 0, partnersReplied: 0 };
}

export async function readStats(store: Store, tenant: string, days = SPAN_DAYS): Promise<Stats> {
  const now = store.now();
  const counts = await readAs(store.sql, tenant, async (tx) => {
    const columns = (of: 'partners' | 'messages') =>
      COLUMNS.filter(({ name }) => METRICS[name].of === of).map(({ name, span, as }, index) => {
        const metric = METRICS[name];
        const count = countOf(metric, tx, conditionOf(tx, store.rows, metric, span && { span, now, days }));
        return tx`${index > 0 ? tx`,` : tx``} ${count} as ${tx(as)}`;
      });
    const partners = tx<Record<string, number>[]>`
      select ${columns('partners')} from ${store.rows(tx, 'partners')} p
      where p.tenant_id = ${tenant} and ${PARTNER_FILTERS.all(tx, store.rows)}`.execute();
    // every figure of messages is of sent ones, whose phase has an index
    const messages = tx<Record<string, number>[]>`
      select ${columns('messages')} from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and m.phase = 'sent' and ${MESSAGE_FILTERS.sent(tx, store.rows)}`;
    return { ...(await partners)[0], ...(await messages)[0] } as Record<string, number>;
  });
  const figures = (span?: Span) =>
    Object.fromEntries(NAMES.map((name) => [name, counts[span ? `${name}_${span}` : name] ?? 0])) as Figures;
  return { ...figures(), recent: figures('recent'), before: figures('before') };
}
