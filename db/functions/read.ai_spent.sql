-- The cost of AI calls since a moment, by workspace, for the budgets. A call under way, and one of unknown cost, counts with what was reserved for
-- it.
create or replace function read.ai_spent(p_since text) returns table (tenant text, spent_usd double precision)
language sql stable security definer set search_path = pg_catalog
as $$
  select a.tenant_id, coalesce(sum(coalesce(a.state->>'costUsd', a.state->>'estimateUsd')::numeric), 0)::double precision
  from read.ai_calls a where a.called_at >= p_since
  group by a.tenant_id
$$;

grant execute on function read.ai_spent to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
