-- Events after a cursor, of all tenants, in an order that loses none. Rows of the current epoch end below the horizon of open transactions.
create or replace function log.tail(p_epoch int, p_tx xid8, p_position bigint, p_limit int)
returns table (
  epoch int, tx text, "position" bigint, tenant_id text, stream_id text, version int, type text, schema_version int, payload json,
  actor text, correlation_id text, causation_id text, recorded_at timestamptz
) language sql stable security definer set search_path = pg_catalog rows 100
as $$
  select e.epoch, e.tx::text, e.position, e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload,
         e.actor, e.correlation_id, e.causation_id, e.recorded_at
  from log.events e
  where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position)
    and (e.epoch < (select max(x.epoch) from log.epochs x) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
  order by e.epoch, e.tx, e.position
  limit p_limit
$$;

grant execute on function log.tail to partner_pilot_worker, partner_pilot_audit;
