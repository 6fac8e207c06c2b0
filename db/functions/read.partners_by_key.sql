-- The partners of a tenant, deleted ones included, who have one of these keys. Row-level security keeps `?|` from its index for other roles.
create or replace function read.partners_by_key(p_tenant text, p_keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog rows 10
as $$
  select stream_id from read.partners where tenant_id = p_tenant and keys ?| p_keys
$$;

grant execute on function read.partners_by_key to partner_pilot_api, partner_pilot_worker;
