-- Partners on a list whose figures of a source were seen before a moment (ISO 8601), of all tenants, the oldest first.
create or replace function read.old_figures(p_source text, p_before text, p_limit int)
  returns table (tenant_id text, stream_id text, seen_at text)
language sql stable security definer set search_path = pg_catalog
as $$
  select p.tenant_id, p.stream_id, min(e->>'seenAt') as seen_at
  from read.partners p
  cross join jsonb_array_elements(case jsonb_typeof(p.state#>'{person,evidence}') when 'array' then p.state#>'{person,evidence}' else '[]' end) e
  where p.status in ('pending', 'approved') and e->>'source' = p_source and e->>'field' in ('followers', 'engagement')
    and e->>'seenAt' < p_before
  group by p.tenant_id, p.stream_id
  order by seen_at, p.tenant_id, p.stream_id
  limit p_limit
$$;

grant execute on function read.old_figures to partner_pilot_worker, partner_pilot_audit;
