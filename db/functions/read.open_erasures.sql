-- Erasures that were asked for and are not done: their jobs may have been lost with a queue that no backup keeps.
create or replace function read.open_erasures() returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.tenant_id, e.stream_id from read.erasures e where e.state->>'status' = 'open' order by e.state->>'requestedAt'
$$;

grant execute on function read.open_erasures to partner_pilot_worker;
