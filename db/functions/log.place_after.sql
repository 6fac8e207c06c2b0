-- A place of the log after all events recorded up to a time. Halving finds it, since times grow with places, except for clocks that differ. Callers
-- ask for a time a little later than they mean.
create or replace function log.place_after(p_at timestamptz) returns table (epoch int, tx text, "position" bigint)
language plpgsql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_bitmapscan = off rows 1
as $$
declare
  v_epoch int;
  v_of int;
  v_low bigint;
  v_high bigint;
  v_middle bigint;
  v_found timestamptz;
begin
  for v_epoch in select x.epoch from log.epochs x order by x.epoch desc loop
    -- rows are compared with places alone: another condition would make the planner walk through all that it leaves
    select v.epoch, v.tx::text::bigint, v.recorded_at into v_of, v_low, v_found from log.events v
    where (v.epoch, v.tx, v.position) >= (v_epoch, '0'::xid8, 0)
    order by v.epoch, v.tx, v.position limit 1;
    continue when not found or v_of > v_epoch or v_found > p_at;
    select v.tx::text::bigint + 1 into v_high from log.events v
    where (v.epoch, v.tx, v.position) < (v_epoch + 1, '0'::xid8, 0)
    order by v.epoch desc, v.tx desc, v.position desc limit 1;
    while v_high - v_low > 1 loop
      v_middle := v_low + (v_high - v_low) / 2;
      select v.recorded_at into v_found from log.events v
      where (v.epoch, v.tx, v.position) >= (v_epoch, v_middle::text::xid8, 0)
      order by v.epoch, v.tx, v.position limit 1;
      if v_found > p_at then
        v_high := v_middle;
      else
        v_low := v_middle;
      end if;
    end loop;
    return query select v_epoch, v_high::text, 0::bigint;
    return;
  end loop;
end $$;

grant execute on function log.place_after to partner_pilot_api, partner_pilot_audit;
