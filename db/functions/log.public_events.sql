-- Of the next p_look events after a place: those of a tenant with one of these types, and the last of the look (without content), where it ended. `looked`: the events up to it. The
-- order is that of log.tail, so none is skipped. It crosses tenants to walk along the log: callers give the signed-in one.
create or replace function log.public_events(
  p_tenant text, p_types text[], p_epoch int, p_tx xid8, p_position bigint, p_limit int, p_look int
) returns table (
  epoch int, tx text, "position" bigint, hash bytea, stream_id text, version int, type text, schema_version int, payload json, recorded_at timestamptz,
  looked int
) language sql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_bitmapscan = off rows 50
as $$
  select w.epoch, w.tx::text, w.position, w.hash,
    case when w.own then w.stream_id end, case when w.own then w.version end, case when w.own then w.type end,
    case when w.own then w.schema_version end, case when w.own then w.payload end, case when w.own then w.recorded_at end, w.looked::int
  from (
    select l.*, l.tenant_id = p_tenant and l.type = any (p_types) as own, lead(l.position) over w as next, row_number() over w as looked
    from (
      select e.epoch, e.tx, e.position, e.hash, e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload, e.recorded_at
      from log.events e
      where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position)
        and (e.epoch < (select max(x.epoch) from log.epochs x) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
      order by e.epoch, e.tx, e.position
      limit p_look
    ) l
    window w as (order by l.epoch, l.tx, l.position)
  ) w
  where w.own or w.next is null
  order by w.epoch, w.tx, w.position
  limit p_limit
$$;

grant execute on function log.public_events to partner_pilot_api;
