-- Keeps what the check said of a text. The person's key is held shared, so an erasure waits for it, and after that nothing is kept.
create or replace function queue.keep_text_check(p_tenant text, p_message text, p_person text, p_checked text, p_flaws jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog
as $$
begin
  perform 1 from vault.person_keys where tenant_id = p_tenant and person_id = p_person for key share;
  if not found then
    return;
  end if;
  insert into queue.text_checks (tenant_id, message_id, person_id, checked, flaws)
  values (p_tenant, p_message, p_person, p_checked, p_flaws)
  on conflict (tenant_id, message_id) do update set checked = excluded.checked, flaws = excluded.flaws;
end $$;

grant execute on function queue.keep_text_check to partner_pilot_api, partner_pilot_worker;
