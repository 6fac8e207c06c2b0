import type { PartnerFilter, PartnerSort } from '../../events/partners/partnersInput.ts';
import type { Outreach } from '../../events/shared/options.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { type CursorValue, cursorOf, readCursor } from '../lists/cursor.ts';
import type { Store } from '../store.ts';
import { readPartnerCounts } from './partnerCounts.ts';
import { passes } from './partnerFilter.ts';
import type { PartnerListRow } from './partners.ts';

/** By what each order sorts, with an index on it and on the place (db/lists.sql); and who has such a value. All others come last, by their place. */
const ORDERS: Record<PartnerSort, { key: string; type: 'text' | 'bigint' | 'float8'; known: string }> = {
  match: { key: 'p.place', type: 'text', known: 'p.score is not null' },
  followers: { key: '-p.followers', type: 'bigint', known: 'p.followers is not null' },
  engagement: { key: '-p.engagement', type: 'float8', known: 'p.engagement is not null' },
  name: { key: 'p.name', type: 'text', known: "p.name <> ''" },
  industry: { key: 'p.industry', type: 'text', known: "p.industry <> ''" },
  email: { key: 'p.email', type: 'text', known: "p.email <> ''" },
  added: { key: '-p.added', type: 'bigint', known: 'true' },
};

export type ListedPartner = PartnerListRow & { outreach: Outreach | null };
export type PartnerOrder = { sort: PartnerSort; turned: boolean };
type Wanted = { filter: PartnerFilter; order: PartnerOrder; after?: string | undefined; limit: number; now: Date };
type Found = { id: string; key: string | number; place: string };

/** `sort`: of another order a cursor means nothing. `known`: the page ended among those whose value is known. */
const endOf = ({ sort, turned }: PartnerOrder, known: boolean, { key, place }: Found): string =>
  cursorOf([`${sort}${turned ? '-' : ''}`, known ? 1 : 0, key, place]);

function readEnd(after: string, { sort, turned }: PartnerOrder): { known: boolean; key: CursorValue; place: string } {
  const [named, known, key, place] = readCursor(after, 4);
  if (named !== `${sort}${turned ? '-' : ''}` || typeof place !== 'string' || key === null || key === undefined)
    throw new Refused({ code: 'wrong_page' });
  if (known === 1 && (typeof key === 'string') !== (ORDERS[sort].type === 'text'))
    throw new Refused({ code: 'wrong_page' });
  return { known: known === 1, key, place };
}

/** Ids of a tenant's partners in an order, from one place on. Bring the lists up to date first. */
export async function partnerPage(
  tx: Tx,
  tenant: string,
  { filter, order, after, limit, now }: Wanted,
): Promise<{ ids: string[]; next: string | null }> {
  const { key, type, known } = ORDERS[order.sort];
  const [by, way] = [tx.unsafe(key), tx.unsafe(order.turned ? 'desc' : 'asc')];
  const end = after === undefined ? null : readEnd(after, order);
  const beyond = tx.unsafe(order.turned ? '<' : '>');
  const first =
    end?.known === false
      ? []
      : await tx<Found[]>`
          select p.partner_id as id, ${by}${type === 'text' ? tx`` : tx`::float8`} as key, p.place from lists.people p
          where ${passes(tx, tenant, filter, now)} and ${tx.unsafe(known)}
            ${end ? tx`and (${by}, p.place) ${beyond} (${end.key}::${tx.unsafe(type)}, ${end.place})` : tx``}
          order by ${by} ${way}, p.place ${way} limit ${limit + 1}`;
  const left = limit + 1 - first.length;
  const others =
    left === 0 || known === 'true'
      ? []
      : await tx<Found[]>`
          select p.partner_id as id, '' as key, p.place from lists.people p
          where ${passes(tx, tenant, filter, now)} and not (${tx.unsafe(known)})
            ${end?.known === false ? tx`and p.place > ${end.place}` : tx``}
          order by p.place limit ${left}`;
  const rows = [...first, ...others].slice(0, limit);
  const last = rows.at(-1);
  const goesOn = first.length + others.length > limit && last;
  return {
    ids: rows.map(({ id }) => id),
    next: goesOn ? endOf(order, rows.length <= first.length, last) : null,
  };
}

/** Some listed partners, in the order of the ids. */
export async function listedPartners(tx: Tx, tenant: string, ids: readonly string[]): Promise<ListedPartner[]> {
  const rows = await tx<ListedPartner[]>`
    select w.id, s.state - 'why' - 'parts' - 'judgment' #- '{person,evidence}' #- '{person,knownEmail}' #- '{notes,text}' as state, p.outreach
    from unnest(${ids as string[]}::text[], ${ids.map((id) => `partner-${id}`)}::text[]) with ordinality w(id, stream, nth)
    join read.partners s on s.tenant_id = ${tenant} and s.stream_id = w.stream and s.status <> 'deleted'
    join lists.people p on p.tenant_id = ${tenant} and p.partner_id = w.id
    order by w.nth`;
  return [...rows];
}

/** Those of the ids that are listed, the best match first; and whether all of them are approved. */
export async function bestFirst(
  store: Store,
  tenant: string,
  ids: readonly string[],
): Promise<{ ids: string[]; approved: boolean }> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ id: string; approved: boolean }[]>`
      select p.partner_id as id, p.status = 'approved' as approved from lists.people p
      where ${passes(tx, tenant, {}, store.now())} and p.partner_id = any (${ids as string[]}) order by p.place`,
  );
  return { ids: rows.map(({ id }) => id), approved: rows.every(({ approved }) => approved) };
}

/** How many partners a filter lets through: exact up to `most`, then one more. */
export async function countPartners(
  store: Store,
  tenant: string,
  filter: PartnerFilter,
  most: number,
): Promise<number> {
  const { status, platforms, emailStatus, ...others } = filter;
  const isSimple = Object.values(others).every((value) => value === undefined || value === '');
  if (isSimple) {
    const counts = await readPartnerCounts(store, tenant);
    return counts
      .filter(
        (one) =>
          (!status || one.status === status) &&
          (!platforms?.length || platforms.includes(one.platform)) &&
          (!emailStatus || one.emailStatus === emailStatus),
      )
      .reduce((sum, { count }) => sum + count, 0);
  }
  return readAs(store.sql, tenant, async (tx) => {
    const [row] = await tx<{ n: number }[]>`
      select count(*)::int as n from (
        select from lists.people p where ${passes(tx, tenant, filter, store.now())} limit ${most + 1}) counted`;
    return row?.n ?? 0;
  });
}
