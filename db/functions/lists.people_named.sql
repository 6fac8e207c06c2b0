-- The people of one tenant, or of all, whose name has all patterns. The index looks for the two longest words among all texts of a person.
create or replace function lists.people_named(
  p_tenant text, p_longest text, p_second text, p_names text[], p_limit int
) returns table (tenant_id text, partner_id text)
language sql stable security definer set search_path = pg_catalog rows 50
as $$
  select tenant_id, partner_id from lists.people
  where searched like p_longest and searched like p_second and name like all (p_names) and (p_tenant is null or tenant_id = p_tenant)
  limit p_limit
$$;

grant execute on function lists.people_named to partner_pilot_api, partner_pilot_audit;
