import { countryLabel } from '../../events/shared/countries.ts';
import type { EmailStatus, PartnerStatus, Platform } from '../../events/shared/options.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { readCounters } from '../lists/counters.ts';
import type { Fragment } from '../rows.ts';
import type { Store } from '../store.ts';

export type PartnerCount = { status: PartnerStatus; platform: Platform; emailStatus: EmailStatus; count: number };

/** Tags, and countries, to choose from. */
const MOST_CHOICES = 200;

/** How many partners there are of each status, platform and email status. */
export async function readPartnerCounts(store: Store, tenant: string): Promise<PartnerCount[]> {
  const counters = await readCounters(store, tenant, { campaigns: [''] });
  return counters.beginning('partners.').map(([name, count]) => {
    const [status, platform, emailStatus] = name.split('.') as [PartnerStatus, Platform, EmailStatus];
    return { status, platform, emailStatus, count };
  });
}

/** How many rough scores the AI may replace. */
export const readWaitingForJudge = async (store: Store, tenant: string): Promise<number> =>
  (await readCounters(store, tenant, { campaigns: [''] })).of('waitsForJudge');

/** The tags of the partners in the list, each once, in the order of the alphabet. */
export async function readTags(store: Store, tenant: string): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ tag: string }[]>`
      select distinct on (t.key) t.tag from lists.people p, unnest(p.tag_keys, p.tags) t(key, tag)
      where p.tenant_id = ${tenant} and p.tags <> '{}' and p.status in ('pending', 'approved', 'rejected')
      order by t.key, t.tag limit ${MOST_CHOICES}`,
  );
  return rows.map(({ tag }) => tag);
}

/** The countries of the partners in the list. Each step of the recursion reads one row of an index, so the work grows with the countries alone. */
export async function readCountries(store: Store, tenant: string): Promise<string[]> {
  const next = (tx: Tx, after: Fragment) => tx`(
    select p.country from lists.people p where p.tenant_id = ${tenant} and p.country > ${after} order by p.country limit 1)`;
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ country: string }[]>`
      with recursive c as (
        select ${next(tx, tx`''`)} as country
        union all select ${next(tx, tx`c.country`)} from c where c.country is not null)
      select country from c where country is not null limit ${MOST_CHOICES}`,
  );
  return rows.map(({ country }) => countryLabel(country)).sort();
}

/** Approved partners with an address that is on the list of those who get nothing, or whose whole domain is. */
export async function countBlocked(store: Store, tenant: string): Promise<number> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ n: number }[]>`
      with entries as materialized (
        select lower(s.state->>'email') as email from read.suppressions s
        where s.tenant_id = ${tenant} and (s.state->>'suppressed')::boolean and s.state->>'email' is not null)
      select count(*)::int as n from lists.people p
      where p.tenant_id = ${tenant} and p.status = 'approved' and p.email_status = 'email_found'
        and (p.email in (select email from entries) or '@' || split_part(p.email, '@', 2) in (select email from entries))`,
  );
  return row?.n ?? 0;
}
