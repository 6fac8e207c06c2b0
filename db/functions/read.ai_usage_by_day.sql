-- As read.ai_usage, by the day in UTC (yyyy-mm-dd); days without a call are not in it. `unpriced`: calls of no known cost, so that no screen
-- shows them as $0.
create or replace function read.ai_usage_by_day(p_since text)
returns table (day text, calls int, unpriced int, cost_usd double precision)
language sql stable security definer set search_path = pg_catalog
as $$
  select left(a.called_at, 10), count(*)::int, count(*) filter (where a.state->>'costUsd' is null)::int,
    coalesce(sum((a.state->>'costUsd')::numeric), 0)::double precision
  from read.ai_calls a
  where a.called_at >= p_since
    -- a call that still runs is not counted; one whose worker died is, at an unknown cost
    and (a.state->>'outcome' is not null
      or a.called_at < to_char((now() - interval '15 minutes') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'))
  group by 1
$$;

grant execute on function read.ai_usage_by_day to partner_pilot_api, partner_pilot_audit;
