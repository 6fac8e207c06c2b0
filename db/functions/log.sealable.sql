-- The end of what can be sealed now, and the time.
create or replace function log.sealable() returns table (epoch int, tx text, "position" text, at text)
language sql volatile security definer set search_path = pg_catalog
as $$
  select e.epoch, e.tx::text, e.position::text, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  from log.events e
  where e.epoch < (select max(m.epoch) from log.epochs m) or e.tx < pg_snapshot_xmin(pg_current_snapshot())
  order by e.epoch desc, e.tx desc, e.position desc
  limit 1
$$;

grant execute on function log.sealable to partner_pilot_worker;
