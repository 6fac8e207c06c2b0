import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { VARIANTS, type Variant } from '../../events/campaigns/variants.ts';
import { readCounters } from '../lists/counters.ts';
import type { Store } from '../store.ts';

/** Each partner once. */
const COUNTED = ['sent', 'replied', 'interested', 'bounced', 'unsubscribed', 'complained'] as const;
export type VariantCounts = Record<(typeof COUNTED)[number], number>;

/**
 * The figures of each version of a campaign's first email. A partner belongs to the version of their first email. A follow-up or a re-send counts for
 * it, too. `earlier`: of emails with a text that the version had before.
 */
export async function readVariantCounts(
  store: Store,
  tenant: string,
  campaignId: string,
  { abTest }: Pick<CampaignState, 'abTest'>,
): Promise<Record<Variant, VariantCounts & { earlier: VariantCounts }>> {
  const counters = await readCounters(store, tenant, { campaigns: [campaignId] });
  const countsOf = (variant: Variant) => {
    const present = abTest?.textIds[variant] ?? '';
    const all = counters.beginning(`version.${variant}.`, campaignId);
    const sum = (name: string, isPresent: boolean) =>
      all
        .filter(([rest]) => rest.endsWith(`.${name}`) && (rest === `${present}.${name}`) === isPresent)
        .reduce((total, [, n]) => total + n, 0);
    const of = (isPresent: boolean) =>
      Object.fromEntries(COUNTED.map((name) => [name, sum(name, isPresent)])) as VariantCounts;
    return { ...of(true), earlier: of(false) };
  };
  return Object.fromEntries(VARIANTS.map((variant) => [variant, countsOf(variant)])) as Record<
    Variant,
    VariantCounts & { earlier: VariantCounts }
  >;
}
