-- The oldest open writing transaction holds every tail back: its age in seconds, for health.
create or replace function log.horizon_age() returns double precision
language sql stable security definer set search_path = pg_catalog
as $$
  select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::double precision
  from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
$$;

grant execute on function log.horizon_age to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
