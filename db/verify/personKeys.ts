import type { Sql, Tx } from '../connection/connect.ts';
import { MOST_WRONG } from '../log/chains.ts';
import { PERSON_OF_EVENT } from '../vault/personKeys.ts';
import type { WrongRecord } from './sends.ts';

/**
 * Checks that a person's key is absent exactly if their erasure is recorded (of one tenant, if named). It answers the newest event of each
 * mismatch. A person who was added again has another key. Texts under the old one stay closed, and an erasure comes after them. `sql`: the owner's.
 */
export async function verifyPersonKeys(
  sql: Sql | Tx,
  tenant?: string,
): Promise<{ keys: number; erased: number; wrong: WrongRecord[] }> {
  const ofTenant = tenant === undefined ? sql`` : sql`and e.tenant_id = ${tenant}`;
  const found = await sql<(WrongRecord & { keys: number; erased: number })[]>`
    with told as materialized (
      -- whose text it is, and under which key
      select e.tenant_id, e.stream_id, e.version, e.epoch, e.tx, e.position, e.recorded_at, e.type = 'PersonErased' as erased, e.payload->'p'->>'k' as key_id,
        ${sql.unsafe(PERSON_OF_EVENT)} as person_id
      from log.events e
      -- a message's or conversation's own word of it may come later than that its person was added again
      where (e.payload->'p' is not null or (e.type = 'PersonErased' and split_part(e.stream_id, '-', 1) not in ('message', 'conversation'))) ${ofTenant}
    ), texts as materialized (
      select distinct on (tenant_id, person_id, key_id) * from told where key_id is not null
      order by tenant_id, person_id, key_id, epoch desc, tx desc, position desc
    ), timed as materialized (
      -- which of its texts came first is not told by any clock or number, when two were written at once
      select distinct e.tenant_id, e.person_id, e.key_id from told e
      join vault.person_keys k on k.tenant_id = e.tenant_id and k.person_id = e.person_id and k.key_id = e.key_id and k.created_at = e.recorded_at
    ), erasures as materialized (
      select distinct on (tenant_id, person_id) * from told where erased
      order by tenant_id, person_id, epoch desc, tx desc, position desc
    ), wrong as (
      select t.tenant_id, t.stream_id, t.version, t.epoch, t.tx, t.position,
        'the key of ' || t.person_id || ' is gone, but no erasure is recorded after this text' as reason
      from texts t
      left join vault.person_keys k on k.tenant_id = t.tenant_id and k.person_id = t.person_id and k.key_id = t.key_id
      left join erasures x on x.tenant_id = t.tenant_id and x.person_id = t.person_id
      where k.key_id is null and (x.epoch is null or (x.epoch, x.tx, x.position) < (t.epoch, t.tx, t.position))
        -- an erasure of several keys has its transaction's number before it waits for a commit under one of them: then its place is the earlier
        -- one, but that text's own stream tells of both in their order
        and not exists (
          select from log.events o where o.tenant_id = t.tenant_id and o.stream_id = t.stream_id and o.version > t.version and o.type = 'PersonErased')
      union all
      select x.tenant_id, x.stream_id, x.version, x.epoch, x.tx, x.position,
        'the erasure of ' || x.person_id || ' is recorded, but the key is still there'
      from erasures x
      join vault.person_keys k on k.tenant_id = x.tenant_id and k.person_id = x.person_id
      where not exists (
        select from texts t where t.tenant_id = k.tenant_id and t.person_id = k.person_id and t.key_id = k.key_id
          and (t.epoch, t.tx, t.position) > (x.epoch, x.tx, x.position))
      union all
      select t.tenant_id, t.stream_id, t.version, t.epoch, t.tx, t.position, 'the key of ' || t.person_id || ' has the time of none of its texts'
      from texts t
      join vault.person_keys k on k.tenant_id = t.tenant_id and k.person_id = t.person_id and k.key_id = t.key_id
      where not exists (
        select from timed f where f.tenant_id = t.tenant_id and f.person_id = t.person_id and f.key_id = t.key_id)
    )
    select (select count(*)::int from vault.person_keys e where true ${ofTenant}) as keys, (select count(*)::int from erasures) as erased,
      w.tenant_id as tenant, w.stream_id as "streamId", w.version, w.reason
    from (select) as always left join wrong w on true
    order by w.epoch, w.tx, w.position limit ${MOST_WRONG}`;
  const wrong = found
    .filter(({ reason }) => reason !== null)
    .map(({ tenant: of, streamId, version, reason }) => ({ tenant: of, streamId, version, reason }));
  return { keys: found[0]?.keys ?? 0, erased: found[0]?.erased ?? 0, wrong };
}
