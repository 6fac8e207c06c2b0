import { VARIANTS, type Variant } from '../../events/campaigns/variants.ts';
import { CAMPAIGN_METRICS } from '../../events/history/metrics.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Fragment } from '../rows.ts';
import type { Store } from '../store.ts';
import { conditionOf, countOf } from './metrics.ts';

export type VariantCounts = Record<keyof typeof COUNTED | 'interested', number>;

const { partnersWrittenTo, partnersReplied, bouncedCount, unsubscribedCount, complainedCount } = CAMPAIGN_METRICS;
/** The parts of a campaign's response rate, and its troubles, each partner once. */
const COUNTED = {
  sent: partnersWrittenTo,
  replied: partnersReplied,
  bounced: { ...bouncedCount, people: true },
  unsubscribed: { ...unsubscribedCount, people: true },
  complained: { ...complainedCount, people: true },
} as const;

/** Whether the first email `first` has the text that its version has now, in its campaign `c`. */
export const hasPresentText = (tx: Tx): Fragment =>
  tx`(first.state->>'variantTextId' = c.state->'abTest'->'textIds'->>(first.state->>'variant'))`;

/**
 * The figures of each version of a campaign's first email. A partner belongs to the version of their first email. A follow-up or a re-send counts for
 * it, too. `earlier`: of emails with a text that the version had before.
 */
export async function readVariantCounts(
  store: Store,
  tenant: string,
  campaignId: string,
): Promise<Record<Variant, VariantCounts & { earlier: VariantCounts }>> {
  const rows = await readAs(store.sql, tenant, (tx) => {
    const counted = Object.entries(COUNTED).map(
      ([name, metric]) => tx`${countOf(metric, tx, conditionOf(tx, store.rows, metric))} as ${tx(name)},`,
    );
    return tx<({ variant: Variant; present: boolean } & VariantCounts)[]>`
      select first.state->>'variant' as variant, coalesce(${hasPresentText(tx)}, false) as present, ${counted}
        (count(distinct m.partner_id) filter (where v.label = 'interested'))::int as interested
      from ${store.rows(tx, 'messages')} m
      join ${store.rows(tx, 'campaigns')} c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
      join ${store.rows(tx, 'messages')} first on first.tenant_id = m.tenant_id and first.campaign_id = m.campaign_id
        and first.partner_id = m.partner_id and first.step = '1'
      left join ${store.rows(tx, 'conversations')} v on v.tenant_id = m.tenant_id
        and v.stream_id = 'conversation-' || m.campaign_id || '.' || m.partner_id
      where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and first.state->>'variant' is not null
      group by 1, 2`;
  });
  const none = { sent: 0, replied: 0, interested: 0, bounced: 0, unsubscribed: 0, complained: 0 };
  const countsOf = (variant: Variant, isPresent: boolean): VariantCounts => {
    const {
      variant: _,
      present,
      ...counts
    } = rows.find((row) => row.variant === variant && row.present === isPresent) ?? {};
    return { ...none, ...counts };
  };
  return Object.fromEntries(
    VARIANTS.map((variant) => [variant, { ...countsOf(variant, true), earlier: countsOf(variant, false) }]),
  ) as Record<Variant, VariantCounts & { earlier: VariantCounts }>;
}
