import type { Sql, Tx } from '../connection/connect.ts';
import type { WrongRecord } from './sends.ts';

/**
 * Compares log.epochs with the events EpochBegan. The first epoch has no event: it is number 1, and froze nothing. An event in an epoch that
 * no event began is wrong, too.
 */
export async function verifyEpochs(sql: Sql | Tx): Promise<{ epochs: number; wrong: WrongRecord[] }> {
  const rows = await sql<(WrongRecord & { epochs: number })[]>`
    with told as (
      select v.epoch as lies_in, v.version, v.recorded_at, d.*
      from log.events v cross join lateral json_to_record(v.payload->'d') as d(
        epoch int, why text, detail text, "systemIdentifier" text, "lostFrom" timestamptz)
      where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'EpochBegan'
    ), wrong as (
      select t.version, 'log.epochs ' || coalesce(e.epoch, t.epoch) || case
        when t.epoch is null then ': the row is one that no event began' when e.epoch is null then ': the row is missing'
        else ': the row is not what its event says' end as reason
      from told t full join log.epochs e on e.epoch = t.epoch
      where (e.epoch is distinct from 1 or t.epoch is not null) and (e.epoch, e.why, e.detail, e.system_identifier, e.lost_from, e.started_at)
        is distinct from (t.epoch, t.why, t.detail, t."systemIdentifier", t."lostFrom", t.recorded_at)
      union all
      select 1, 'log.epochs 1: the row is missing or altered'
      where not exists (select from log.epochs where epoch = 1 and why = 'first' and lost_from is null and detail is null)
      union all
      select t.version, 'the event says that epoch ' || t.epoch || ' began, but lies in epoch ' || t.lies_in from told t where t.lies_in <> t.epoch
      union all
      select 1, 'events lie in epoch ' || x.epoch || ', which no event began'
      from (select distinct epoch from log.events) x where x.epoch <> 1 and x.epoch not in (select epoch from told where epoch is not null)
    )
    select (select count(*)::int from log.epochs) as epochs, 'system' as tenant, 'installation-main' as "streamId", coalesce(w.version, 0) as version, w.reason
    from (select) as always left join wrong w on true order by w.version, w.reason`;
  const wrong = rows.filter(({ reason }) => reason !== null).map(({ epochs: _, ...record }) => record);
  return { epochs: rows[0]?.epochs ?? 0, wrong };
}
