import { normalisedUrl } from '../../events/partners/duplicateKey.ts';
import { readAs } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import { idOf, type Store } from '../store.ts';

/** A tenant's partners, also deleted ones, by the key (an HMAC of an address) that they have. */
export async function partnersByKey(
  store: Store,
  tenant: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsByKey(store, tenant, keys);
  return new Map(rows.flatMap((row) => row.keys.map((key) => [key, row.id])));
}

/** The keys of people who opted out. They are known by every address of theirs, not only by the one they were found under. */
export async function optedOutKeys(
  store: Store,
  tenant: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await rowsByKey(store, tenant, keys);
  const theirs = new Set(rows.flatMap((row) => (row.optedOut ? row.keys : [])));
  return new Set(keys.filter((key) => theirs.has(key)));
}

/** The known keys: whether one of their partners is in the list, and whether one opted out. */
export async function knownByKey(
  store: Store,
  tenant: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { listed: boolean; optedOut: boolean }>> {
  const known = new Map<string, { listed: boolean; optedOut: boolean }>();
  for (const row of await rowsByKey(store, tenant, keys))
    for (const key of row.keys) {
      const before = known.get(key);
      known.set(key, {
        listed: row.status !== 'deleted' || before?.listed === true,
        optedOut: row.optedOut || before?.optedOut === true,
      });
    }
  return known;
}

/** `keys`: with the id, which is one, too. */
async function rowsByKey(
  store: Store,
  tenant: string,
  keys: readonly string[],
): Promise<{ id: string; keys: string[]; optedOut: boolean; status: string }[]> {
  if (keys.length === 0) return [];
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; keys: string[]; opted_out: boolean | null; status: string }[]>`
      select stream_id, state->'keys' as keys, (state->>'optedOut')::boolean as opted_out, status
      from read.partners
      where tenant_id = ${tenant} and stream_id in (
        select 'partner-' || k from unnest(${[...keys]}::text[]) k
        union select read.partners_by_key(${tenant}, ${[...keys]}))`,
  );
  return rows.map((row) => {
    const id = idOf(row.stream_id);
    return { id, keys: [...row.keys, id], optedOut: row.opted_out === true, status: row.status };
  });
}

/** The profiles of the newest `most` people whom a tenant knows, deleted ones included, made comparable. */
export async function knownAddresses(store: Store, tenant: string, most: number): Promise<string[]> {
  await bringUpToDate(store, tenant);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ url: string | null; others: string[] | null }[]>`
      select p.state->'person'->>'profileUrl' as url,
        array(select profile->>'url' from jsonb_array_elements(p.state->'person'->'socialProfiles') profile) as others
      from (
        select 'partner-' || partner_id as stream from lists.people where tenant_id = ${tenant} order by -added limit ${most}) l
      join read.partners p on p.tenant_id = ${tenant} and p.stream_id = l.stream
      where jsonb_typeof(p.state->'person') = 'object'`,
  );
  const urls = rows.flatMap(({ url, others }) => [url, ...(others ?? [])]);
  return [...new Set(urls.flatMap((url) => (url ? (normalisedUrl(url) ?? []) : [])))];
}
