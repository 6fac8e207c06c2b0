-- The average cost of answered calls of a model, over all workspaces, by kind of call. A provider may name the day of a model behind it.
create or replace function read.ai_averages(p_model text, p_since text)
returns table (operation text, calls int, cost_usd double precision)
language sql stable security definer set search_path = pg_catalog
as $$
  select a.state->>'operation', count(*)::int, avg((a.state->>'costUsd')::numeric)::double precision
  from read.ai_calls a
  where a.called_at >= p_since and a.state->>'outcome' = 'ok' and a.state->>'costUsd' is not null
    -- what no model can take is no average
    and a.state->'tokensCut' is null
    and (a.state->>'model' = p_model or starts_with(a.state->>'model', p_model || '-20'))
  group by a.state->>'operation'
$$;

grant execute on function read.ai_averages to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
