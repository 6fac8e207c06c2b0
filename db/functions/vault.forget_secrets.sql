-- All of a tenant's secrets, and how far programs have read it; the installation's own are no tenant's.
create or replace function vault.forget_secrets(p_tenant text) returns int
language plpgsql volatile security definer set search_path = pg_catalog
as $$
declare
  v_forgotten int;
begin
  delete from auth.feed_positions where tenant_id = p_tenant;
  delete from vault.secrets where tenant_id = p_tenant and tenant_id <> 'system';
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end $$;

grant execute on function vault.forget_secrets to partner_pilot_worker;
