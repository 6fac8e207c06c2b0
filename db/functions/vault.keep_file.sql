-- Keeps an attachment. Its person's key is held shared, so an erasure waits for it, and of someone erased nothing is kept. The same one again
-- changes nothing.
create or replace function vault.keep_file(
  p_tenant text, p_conversation text, p_received text, p_number int, p_person text, p_key_id text, p_size int, p_sealed bytea
) returns void
language plpgsql volatile security definer set search_path = pg_catalog
as $$
begin
  perform 1 from vault.person_keys where tenant_id = p_tenant and person_id = p_person and key_id = p_key_id for key share;
  if not found then
    return;
  end if;
  insert into vault.received_files (tenant_id, conversation_id, received_id, number, person_id, key_id, size, sealed)
  values (p_tenant, p_conversation, p_received, p_number, p_person, p_key_id, p_size, p_sealed)
  on conflict do nothing;
end $$;

grant execute on function vault.keep_file to partner_pilot_api, partner_pilot_worker;
