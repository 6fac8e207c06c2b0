-- The oldest committed event that the relay has not read: its age in seconds, and whether an open transaction hides it from every reader. No row:
-- all are read. It needs no right to see other sessions.
create or replace function log.unread() returns table (age double precision, hidden boolean)
language plpgsql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_bitmapscan = off rows 1
as $$
declare
  v_epoch int;
  v_tx xid8;
  v_position bigint;
begin
  select c.epoch, c.tx, c.position into v_epoch, v_tx, v_position from log.checkpoints c where c.name = 'relay';
  return query
    select greatest(0, extract(epoch from clock_timestamp() - e.recorded_at))::double precision,
      e.epoch = (select max(m.epoch) from log.epochs m) and e.tx >= pg_snapshot_xmin(pg_current_snapshot())
    from log.events e
    where (e.epoch, e.tx, e.position) > (coalesce(v_epoch, 0), coalesce(v_tx, '0'::xid8), coalesce(v_position, 0))
    order by e.epoch, e.tx, e.position limit 1;
end $$;

grant execute on function log.unread to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
