-- As read.ai_usage, by the day in UTC (yyyy-mm-dd); days without a call are not in it. `unpriced`: calls of no known cost, so that no screen
-- shows them as $0.
create or replace function read.ai_usage_by_day(p_since text)
returns table (day text, calls int, unpriced int, cost_usd double precision)
language sql stable security definer set search_path = pg_catalog
as $$
  select left(a.called_at, 10), count(*)::int, count(*) filter (where a.state->>'costUsd' is null)::int,
    coalesce(sum((a.state->>'costUsd')::numeric), 0)::double precision
  from read.ai_calls a where a.called_at >= p_since
  group by 1
$$;

grant execute on function read.ai_usage_by_day to partner_pilot_api;
