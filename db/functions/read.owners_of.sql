-- The owners of workspaces. Accounts lie in the tenant `system`, which the caller's role or transaction may not read. Erased owners are
-- included: their data may still have to be found.
create or replace function read.owners_of(p_workspaces text[]) returns table (workspace_id text, user_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select u.owned_workspace_id, substr(u.stream_id, length('user-') + 1) from read.users u
  where u.tenant_id = 'system' and u.owned_workspace_id = any (p_workspaces)
$$;

grant execute on function read.owners_of to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
