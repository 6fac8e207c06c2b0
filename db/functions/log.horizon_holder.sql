-- The oldest open writing transaction of the cluster, in any database: it holds every tail back. A prepared transaction has no pid. Who may see only
-- their own sessions sees the ids of all transactions, so the oldest id counts, not the start.
create or replace function log.horizon_holder() returns table (pid int, application text, database text)
language sql stable security definer set search_path = pg_catalog
as $$
  select held.pid, held.application, held.database
  from (
    select backend_xid as id, pid, application_name as application, datname::text as database
    from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
    union all
    select transaction, null, 'prepared transaction ' || gid, database::text from pg_prepared_xacts
  ) held
  order by age(held.id) desc limit 1
$$;

grant execute on function log.horizon_holder to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
