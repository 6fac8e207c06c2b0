-- The oldest open writing transaction of the cluster, in any database: it holds every tail back. `age` in seconds; a prepared transaction has no pid.
create or replace function log.horizon_holder() returns table (age double precision, pid int, application text, database text)
language sql stable security definer set search_path = pg_catalog
as $$
  select extract(epoch from clock_timestamp() - held.since)::double precision, held.pid, held.application, held.database
  from (
    select xact_start as since, pid, application_name as application, datname::text as database
    from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
    union all
    select prepared, null, 'prepared transaction ' || gid, database::text from pg_prepared_xacts
  ) held
  where held.since is not null
  order by held.since limit 1
$$;

grant execute on function log.horizon_holder to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
