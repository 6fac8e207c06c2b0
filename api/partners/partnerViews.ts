import { readAs } from '../../db/connection/connect.ts';
import { type ListedPartner, listedPartners, partnerPage } from '../../db/read/partnerPage.ts';
import { suppressedAmong, type WhySuppressed } from '../../db/read/suppressions.ts';
import type { PartnerFilter, PartnerSort } from '../../events/partners/partnersInput.ts';
import type { Deps } from '../context.ts';
import { partnerView } from '../present/partner.ts';
import type { ListedPartnerView } from '../views.ts';

const viewsOf = (rows: readonly ListedPartner[], why: WhySuppressed): ListedPartnerView[] =>
  rows.map((row) => ({ ...partnerView(row, why(row.state.contact?.email)), outreach: row.outreach }));

/** Some partners, in the order of the ids. */
export async function partnerViewsById(
  { store }: Pick<Deps, 'store'>,
  tenant: string,
  ids: readonly string[],
): Promise<ListedPartnerView[]> {
  const rows = await readAs(store.sql, tenant, (tx) => listedPartners(tx, tenant, ids));
  const why = await suppressedAmong(
    store,
    tenant,
    rows.map(({ state }) => state.contact?.email),
  );
  return viewsOf(rows, why);
}

export type PageWanted = {
  filter: PartnerFilter;
  sort: PartnerSort;
  turned?: boolean;
  after?: string | undefined;
  limit: number;
};

/** Bring the lists up to date first. */
export async function partnerIdsOfPage(
  { store }: Pick<Deps, 'store'>,
  tenant: string,
  { filter, sort, turned = false, after, limit }: PageWanted,
): Promise<{ ids: string[]; next: string | null }> {
  return readAs(store.sql, tenant, (tx) =>
    partnerPage(tx, tenant, { filter, order: { sort, turned }, after, limit, now: store.now() }),
  );
}

const EXPORTED_AT_ONCE = 500;

/** All partners that a filter lets through, page by page, the best match first. */
export async function* filteredPartners(
  deps: Pick<Deps, 'store'>,
  tenant: string,
  filter: PartnerFilter,
): AsyncGenerator<ListedPartnerView[]> {
  for (let after: string | undefined; ; ) {
    const { ids, next } = await partnerIdsOfPage(deps, tenant, {
      filter,
      sort: 'match',
      after,
      limit: EXPORTED_AT_ONCE,
    });
    yield await partnerViewsById(deps, tenant, ids);
    if (next === null) return;
    after = next;
  }
}

export async function* chosenPartners(
  deps: Pick<Deps, 'store'>,
  tenant: string,
  ids: readonly string[],
): AsyncGenerator<ListedPartnerView[]> {
  for (let from = 0; from < ids.length; from += EXPORTED_AT_ONCE)
    yield await partnerViewsById(deps, tenant, ids.slice(from, from + EXPORTED_AT_ONCE));
}
