-- The newest event, which tells whether a database holds all that was seen of it, and whether sending is frozen.
create or replace function log.high_water()
returns table (epoch int, tx text, "position" bigint, hash text, recorded_at timestamptz, seen_at timestamptz, frozen boolean)
language sql volatile security definer set search_path = pg_catalog
as $$
  select e.epoch, e.tx::text, e.position, encode(e.hash, 'hex'), e.recorded_at, clock_timestamp(),
    exists (select from log.sending_frozen())
  from log.events e
  order by e.epoch desc, e.tx desc, e.position desc
  limit 1
$$;

grant execute on function log.high_water to partner_pilot_worker, partner_pilot_audit;
