-- Begins an epoch, and with it freezes sending, unless it is the first one. It waits for open dispatches. The event EpochBegan says it, so that no
-- change of the table alone ends a freeze. No query that reads log.events may call it. `p_lost_from` null: from the newest event on.
create or replace function log.begin_new_epoch(p_why text, p_lost_from timestamptz, p_detail text default null) returns int
language plpgsql volatile security definer set search_path = pg_catalog
as $$
declare
  v_new log.epochs%rowtype;
  v_head int;
  v_projection int;
begin
  perform pg_advisory_xact_lock(7061726176);
  -- the trigger of the insert alters the table; nothing commits in between
  lock table log.events in access exclusive mode;
  select coalesce(max(e.epoch), 0) + 1 into v_new.epoch from log.epochs e;
  -- rows of the table may have been deleted
  select greatest(v_new.epoch, v.epoch + 1), v.recorded_at into v_new.epoch, v_new.lost_from
  from (select) one left join lateral (select x.epoch, x.recorded_at from log.events x order by x.epoch desc, x.tx desc, x.position desc limit 1) v on true;
  if v_new.epoch > 1 then
    v_new.why := p_why;
    v_new.lost_from := coalesce(p_lost_from, v_new.lost_from);
    v_new.detail := p_detail;
  else
    v_new.why := 'first';
    v_new.lost_from := null;
  end if;
  select system_identifier::text into v_new.system_identifier from pg_control_system();
  select v.version, greatest(clock_timestamp(), v.recorded_at) into v_head, v_new.started_at
  from (select) one left join lateral (
    select x.version, x.recorded_at from log.events x where x.tenant_id = 'system' and x.stream_id = 'installation-main' order by x.version desc limit 1) v on true;
  insert into log.epochs select (v_new).*;
  if v_new.epoch = 1 then
    return 1;
  end if;
  select i.projection_version into v_projection from read.installations i
  where i.tenant_id = 'system' and i.stream_id = 'installation-main' and i.version = v_head;
  -- the event changes no state. A row of projection 0 is made again at the next start, and a restore makes all rows.
  perform log.commit_event('system', 'installation-main', coalesce(v_head, 0), 'EpochBegan', 1, json_build_object('d', json_build_object(
      'epoch', v_new.epoch, 'why', v_new.why, 'detail', v_new.detail, 'systemIdentifier', v_new.system_identifier,
      'lostFrom', to_char(v_new.lost_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))::text,
    case when v_head is null or v_projection is not null then '{}' end, v_head is not null, coalesce(v_projection, 0),
    'system:database', 'epoch', null, v_new.started_at);
  return v_new.epoch;
end $$;

grant execute on function log.begin_new_epoch to partner_pilot_worker;
