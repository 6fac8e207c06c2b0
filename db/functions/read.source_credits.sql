-- What sources of partners took in credits, all tenants together: sums alone, as in read.ai_usage.
create or replace function read.source_credits(p_since text)
returns table (source text, searches int, credits double precision)
language sql stable security definer set search_path = pg_catalog
as $$
  select spent.key, count(*)::int, sum(spent.value::numeric)::double precision
  from read.searches s, jsonb_each_text(s.state->'spent') spent
  where s.started_at >= p_since
  group by spent.key
  order by 3 desc, 1
$$;

grant execute on function read.source_credits to partner_pilot_api;
