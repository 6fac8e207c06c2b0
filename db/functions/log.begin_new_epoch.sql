-- Begins an epoch, and with it freezes sending, unless it is the first one. It waits for open dispatches. No query that reads log.events
-- may call it. `p_lost_from` null: from the newest event on.
create or replace function log.begin_new_epoch(p_why text, p_lost_from timestamptz, p_detail text default null) returns int
language plpgsql volatile security definer set search_path = pg_catalog
as $$
declare
  v_epoch int;
  v_lost_from timestamptz := p_lost_from;
begin
  perform pg_advisory_xact_lock(7061726176);
  if v_lost_from is null then
    select v.recorded_at into v_lost_from from log.events v order by v.epoch desc, v.tx desc, v.position desc limit 1;
  end if;
  insert into log.epochs (epoch, system_identifier, why, lost_from, detail)
  select coalesce(max(e.epoch), 0) + 1, (select system_identifier::text from pg_control_system()),
    case when count(*) = 0 then 'first' else p_why end, case when count(*) > 0 then v_lost_from end,
    case when count(*) > 0 then p_detail end
  from log.epochs e
  returning epoch into v_epoch;
  return v_epoch;
end $$;

grant execute on function log.begin_new_epoch to partner_pilot_worker;
