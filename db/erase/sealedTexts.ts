import type { Sql, Tx } from '../connection/connect.ts';

/** Counts the sealed texts of each stream since its last erasure; a stream without any is missing. `sql` names the tenant, or is the owner's. */
export async function sealedTexts(
  sql: Sql | Tx,
  tenant: string,
  streamIds: readonly string[],
): Promise<Map<string, number>> {
  if (streamIds.length === 0) return new Map();
  const rows = await sql<{ stream_id: string; texts: number }[]>`
    select s.stream_id, t.texts
    from unnest(${streamIds as string[]}::text[]) s (stream_id)
    cross join lateral (
      select coalesce(max(e.version), 0) as version from log.events e
      where e.tenant_id = ${tenant} and e.stream_id = s.stream_id and e.type = 'PersonErased') closed
    cross join lateral (
      select count(*)::int as texts from log.events e
      where e.tenant_id = ${tenant} and e.stream_id = s.stream_id and e.version > closed.version
        and e.payload->'p' is not null) t
    where t.texts > 0`;
  return new Map(rows.map(({ stream_id, texts }) => [stream_id, texts]));
}
