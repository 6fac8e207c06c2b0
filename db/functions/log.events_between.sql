-- The events of a tenant that were recorded in a time, its ends included. An index of block ranges (lists.sql) finds them, so it costs what happened in
-- that time. The tenant is no condition that an index can answer: it would be walked through.
create or replace function log.events_between(p_tenant text, p_from timestamptz, p_to timestamptz)
returns table (stream_id text, version int, type text, recorded_at timestamptz)
language sql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_indexscan = off
as $$
  select e.stream_id, e.version, e.type, e.recorded_at from log.events e
  where e.recorded_at between p_from and p_to and e.tenant_id || '' = p_tenant
$$;

grant execute on function log.events_between to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
