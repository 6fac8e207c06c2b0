-- The receipts of all tenants, the newest first: ids, HMACs and counts.
create or replace function read.all_erasures(p_limit int) returns table (tenant_id text, stream_id text, state jsonb)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.tenant_id, e.stream_id, e.state from read.erasures e order by e.state->>'requestedAt' desc limit p_limit
$$;

grant execute on function read.all_erasures to partner_pilot_api, partner_pilot_audit;
