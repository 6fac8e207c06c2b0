import { normalisedUrl } from '../../events/partners/duplicateKey.ts';
import { readAs } from '../connect.ts';
import { idOf, type Store } from '../store.ts';

/** The ids of a tenant's partners, deleted ones included, whom one of the keys (HMACs of addresses) belongs to, by that key. */
export async function partnersByKey(
  store: Store,
  tenant: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; keys: string[] }[]>`
      select stream_id, state->'keys' as keys from ${store.rows(tx, 'partners')}
      where tenant_id = ${tenant} and (state->'keys' ?| ${[...keys]} or stream_id = any (${keys.map((key) => `partner-${key}`)}))`,
  );
  return new Map(
    rows.flatMap(({ stream_id, keys }) => [...keys, idOf(stream_id)].map((key) => [key, idOf(stream_id)])),
  );
}

/** The newest addresses of the people whom a tenant knows, deleted ones included, made comparable; the newest first. */
export async function knownAddresses(store: Store, tenant: string, most: number): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ url: string | null; others: string[] | null }[]>`
      select state->'person'->>'profileUrl' as url,
        array(select profile->>'url' from jsonb_array_elements(state->'person'->'socialProfiles') profile) as others
      from ${store.rows(tx, 'partners')} where tenant_id = ${tenant} and jsonb_typeof(state->'person') = 'object'
      order by created_at desc limit ${most}`,
  );
  const urls = rows.flatMap(({ url, others }) => [url, ...(others ?? [])]);
  return [...new Set(urls.flatMap((url) => (url ? (normalisedUrl(url) ?? []) : [])))];
}
