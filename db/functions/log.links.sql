-- The events after a cursor with what their hashes cover and the hash before each, in the order of log.tail. A verification follows the log with it.
-- `earlier`: than the event before it in its stream.
create or replace function log.links(p_epoch int, p_tx xid8, p_position bigint, p_limit int)
returns table (
  epoch int, tx text, "position" text, tenant text, "streamId" text, version int, type text, schema int, payload text, actor text,
  "correlationId" text, "causationId" text, micros text, hash text, previous text, earlier boolean
) language sql stable security definer set search_path = pg_catalog rows 1000
as $$
  select e.epoch, e.tx::text, e.position::text, e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload::text, e.actor,
    e.correlation_id, e.causation_id,
    case when isfinite(e.recorded_at) then (date_part('epoch', e.recorded_at) * 1000000)::bigint else 0 end::text,
    encode(e.hash, 'hex'), encode(p.hash, 'hex'), coalesce(e.recorded_at < p.recorded_at, false)
  from (
    select * from log.events x
    where (x.epoch, x.tx, x.position) > (p_epoch, p_tx, p_position)
      and (x.epoch < (select max(m.epoch) from log.epochs m) or x.tx < pg_snapshot_xmin(pg_current_snapshot()))
    order by x.epoch, x.tx, x.position
    limit p_limit) e
  left join log.events p on p.tenant_id = e.tenant_id and p.stream_id = e.stream_id and p.version = e.version - 1
  order by e.epoch, e.tx, e.position
$$;

grant execute on function log.links to partner_pilot_worker, partner_pilot_audit;
