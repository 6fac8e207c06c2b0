-- Whose some workspaces are: an account lies in the tenant `system`, which the caller's role or transaction may not read. Those that were
-- erased are among them, since it must be known whose data a workspace held.
create or replace function read.owners_of(p_workspaces text[]) returns table (workspace_id text, user_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select u.workspace_id, substr(u.stream_id, length('user-') + 1) from read.users u
  where u.tenant_id = 'system' and u.workspace_id = any (p_workspaces) and u.state #>> '{memberships,0,role}' = 'owner'
$$;

grant execute on function read.owners_of to partner_pilot_api, partner_pilot_worker;
