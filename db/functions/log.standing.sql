-- Where the log ends and how far its readers are behind, counted to p_most at most. Nothing here grows with the log: the number of the newest
-- event says how many there are.
create or replace function log.standing(p_most int)
returns table (newest bigint, newest_at timestamptz, relay_lag int, unsealed int, sealed_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_bitmapscan = off rows 1
as $$
declare
  v_epoch int;
  v_tx xid8;
  v_position bigint;
begin
  select e.position, e.recorded_at into newest, newest_at from log.events e
  order by e.epoch desc, e.tx desc, e.position desc limit 1;

  select c.epoch, c.tx, c.position into v_epoch, v_tx, v_position from log.checkpoints c where c.name = 'relay';
  select count(*) into relay_lag from (
    select from log.events e
    where (e.epoch, e.tx, e.position) > (coalesce(v_epoch, 0), coalesce(v_tx, '0'::xid8), coalesce(v_position, 0))
    order by e.epoch, e.tx, e.position limit p_most) behind;

  select s.epoch, s.tx, s.position, s.sealed_at into v_epoch, v_tx, v_position, sealed_at from log.seals s
  order by s.number desc limit 1;
  select count(*) into unsealed from (
    select from log.events e
    where (e.epoch, e.tx, e.position) > (coalesce(v_epoch, 0), coalesce(v_tx, '0'::xid8), coalesce(v_position, 0))
    order by e.epoch, e.tx, e.position limit p_most) behind;
  return next;
end $$;

grant execute on function log.standing to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
