-- The credits that sources took for partners and addresses, over all tenants. Only sums, as in read.ai_usage.
create or replace function read.source_credits(p_since text)
returns table (source text, searches int, credits double precision)
language sql stable security definer set search_path = pg_catalog
as $$
  select spent.source, count(*)::int, sum(spent.credits)::double precision
  from (
    select one.key as source, one.value::numeric as credits
    from read.searches s, jsonb_each_text(s.state->'spent') one
    where s.started_at >= p_since
    union all
    select one->>'source', (one->>'credits')::numeric
    from read.credits c, jsonb_array_elements(c.state->'spent') one
    where one->>'at' >= p_since
  ) spent
  group by spent.source
  order by 3 desc, 1
$$;

grant execute on function read.source_credits to partner_pilot_api, partner_pilot_audit;
