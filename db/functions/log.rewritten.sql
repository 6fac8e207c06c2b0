-- Events whose rows were written again since a transaction, and events that lost the one before them. Both read the whole log: a verification asks only
-- when PostgreSQL has counted an update or a deletion.
create or replace function log.rewritten(p_since xid8, p_limit int) returns table (tenant text, "streamId" text, version int, gone boolean)
language sql stable security definer set search_path = pg_catalog set enable_seqscan = on
as $$
  (select e.tenant_id, e.stream_id, e.version, false from log.events e
   where e.xmin <> xid(e.tx) and age(e.xmin) <= age(xid(p_since)) limit p_limit)
  union all
  (select e.tenant_id, e.stream_id, e.version, true from log.events e
   where e.version > 1 and not exists (
     select from log.events p where p.tenant_id = e.tenant_id and p.stream_id = e.stream_id and p.version = e.version - 1) limit p_limit)
$$;

grant execute on function log.rewritten to partner_pilot_worker, partner_pilot_audit;
