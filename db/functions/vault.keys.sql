-- The wrapped keys of some people of a tenant; the caller's role has no tenant set.
create or replace function vault.keys(p_tenant text, p_persons text[])
returns table (person_id text, key_id text, wrapped bytea)
language sql stable security definer set search_path = pg_catalog
as $$
  select k.person_id, k.key_id, k.wrapped from vault.person_keys k where k.tenant_id = p_tenant and k.person_id = any (p_persons)
$$;

grant execute on function vault.keys to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
