-- Keeps what a search paid for and did not use. The owner's key is held shared, so an erasure of the workspace waits for it. After that nothing is
-- kept. Existing rows stay.
create or replace function vault.keep_for_search(p_tenant text, p_id text, p_kind text, p_sealed bytea) returns void
language plpgsql volatile security definer set search_path = pg_catalog
as $$
begin
  perform 1 from vault.person_keys where tenant_id = p_tenant and person_id = 'owner' for key share;
  if not found then
    return;
  end if;
  insert into vault.secrets (tenant_id, secret_id, kind, sealed) values (p_tenant, p_id, p_kind, p_sealed) on conflict do nothing;
end $$;

grant execute on function vault.keep_for_search to partner_pilot_worker;
