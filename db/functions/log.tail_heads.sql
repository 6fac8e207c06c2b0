-- log.tail without content: which streams moved. This is all that the API may read across tenants.
create or replace function log.tail_heads(p_epoch int, p_tx xid8, p_position bigint, p_limit int)
returns table (epoch int, tx text, "position" bigint, tenant_id text, stream_id text, version int, type text)
language sql stable security definer set search_path = pg_catalog rows 100
as $$
  select e.epoch, e.tx::text, e.position, e.tenant_id, e.stream_id, e.version, e.type
  from log.events e
  where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position)
    and (e.epoch < (select max(x.epoch) from log.epochs x) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
  order by e.epoch, e.tx, e.position
  limit p_limit
$$;

grant execute on function log.tail_heads to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
