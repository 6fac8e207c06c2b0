-- Tenants with something before a moment that the counters of their past do not have yet, and from when on.
create or replace function lists.past_behind(p_until timestamptz) returns table (tenant_id text, since timestamptz)
language sql stable security definer set search_path = pg_catalog
as $$
  select t.tenant_id, coalesce(k.until, q.at) from lists.tenants t
  left join lists.past k using (tenant_id)
  cross join lateral (
    select x.at from lists.event_quarters x where x.tenant_id = t.tenant_id and x.at >= coalesce(k.until, '-infinity') order by x.at limit 1) q
  where q.at < p_until
$$;

grant execute on function lists.past_behind to partner_pilot_worker, partner_pilot_audit;
