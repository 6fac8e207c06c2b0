-- All workspaces, those of erased owners included: an address has another keyed hash in each.
create or replace function read.workspaces() returns setof text
language sql stable security definer set search_path = pg_catalog
as $$
  select owned_workspace_id from read.users where owned_workspace_id is not null
$$;

grant execute on function read.workspaces to partner_pilot_api, partner_pilot_audit;
