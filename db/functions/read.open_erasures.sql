-- Erasures that are not done. No backup keeps the queue, so their jobs may have been lost.
create or replace function read.open_erasures() returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.tenant_id, e.stream_id from read.erasures e where e.state->>'status' = 'open' order by e.state->>'requestedAt'
$$;

grant execute on function read.open_erasures to partner_pilot_worker, partner_pilot_audit;
