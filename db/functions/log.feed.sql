-- The whole log for other programs, in the order of log.tail, with each event's proof. Sealed parts stay sealed.
create or replace function log.feed(p_epoch int, p_tx xid8, p_position bigint, p_limit int)
returns table (
  epoch int, tx text, "position" bigint, tenant_id text, stream_id text, version int, type text, schema_version int, payload text,
  actor text, correlation_id text, causation_id text, recorded_at timestamptz, hash bytea
) language sql stable security definer set search_path = pg_catalog rows 1000
as $$
  select e.epoch, e.tx::text, e.position, e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload::text,
         e.actor, e.correlation_id, e.causation_id, e.recorded_at, e.hash
  from log.events e
  where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position)
    and (e.epoch < (select max(x.epoch) from log.epochs x) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
  order by e.epoch, e.tx, e.position
  limit least(p_limit, 1000)
$$;

grant execute on function log.feed to partner_pilot_api, partner_pilot_audit;
