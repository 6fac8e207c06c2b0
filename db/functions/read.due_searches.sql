-- Workspaces whose scheduled search is due at `p_now` (ISO 8601), the longest due first.
create or replace function read.due_searches(p_now text, p_limit int) returns table (tenant_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select s.tenant_id from read.search_schedules s where s.state->>'nextAt' <= p_now order by s.state->>'nextAt' limit p_limit
$$;

grant execute on function read.due_searches to partner_pilot_worker, partner_pilot_audit;
