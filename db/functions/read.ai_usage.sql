-- The one reader that may cross tenants for the admin's report: sums by kind of call, never a call itself.
-- `cut`: calls whose tokens were cut to what a model can take.
drop function if exists read.ai_usage(text);

create function read.ai_usage(p_since text)
returns table (operation text, calls int, unpriced int, cut int, tokens double precision, cost_usd double precision)
language sql stable security definer set search_path = pg_catalog
as $$
  select a.state->>'operation', count(*)::int, count(*) filter (where a.state->>'costUsd' is null)::int,
    count(*) filter (where a.state->'tokensCut' is not null)::int,
    coalesce(sum((a.state->>'inputTokens')::bigint + (a.state->>'outputTokens')::bigint), 0)::double precision,
    coalesce(sum((a.state->>'costUsd')::numeric), 0)::double precision
  from read.ai_calls a
  where a.called_at >= p_since
    -- a call that still runs is not counted; one whose worker died is, at an unknown cost
    and (a.state->>'outcome' is not null
      or a.called_at < to_char((now() - interval '15 minutes') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'))
  group by a.state->>'operation'
  order by 6 desc, 1
$$;

grant execute on function read.ai_usage to partner_pilot_api, partner_pilot_audit;
