-- The time of this database in ms since 1970, and how far it is before the newest time that it wrote itself: more than a moment if its clock went
-- back.
create or replace function log.clock() returns table (now double precision, behind double precision)
language sql stable security definer set search_path = pg_catalog rows 1
as $$
  select extract(epoch from clock_timestamp())::double precision * 1000,
    coalesce(greatest(0, extract(epoch from greatest(max(c.updated_at), max(s.sealed_at)) - clock_timestamp())), 0)::double precision * 1000
  from log.checkpoints c full join (select sealed_at from log.seals order by number desc limit 1) s on false
$$;

grant execute on function log.clock to partner_pilot_api, partner_pilot_worker;
