-- Keeps what the check said of a text. The person's key is held shared, so an erasure waits for it, and after that nothing is kept. `p_bands`: those of a
-- text that is compared with others.
create or replace function queue.keep_text_check(
  p_tenant text, p_message text, p_person text, p_checked text, p_flaws jsonb, p_text_key text, p_flagged boolean, p_bands text[], p_facts text
) returns void
language plpgsql volatile security definer set search_path = pg_catalog
as $$
declare
  v_campaign text := split_part(p_message, '.', 1);
begin
  perform 1 from vault.person_keys where tenant_id = p_tenant and person_id = p_person for key share;
  if not found then
    return;
  end if;
  insert into queue.text_checks as o (tenant_id, message_id, person_id, checked, facts, flaws, text_key, flagged)
  values (p_tenant, p_message, p_person, p_checked, p_facts, p_flaws, p_text_key, p_flagged)
  on conflict (tenant_id, message_id) do update
  set checked = excluded.checked, facts = excluded.facts, flaws = excluded.flaws, text_key = excluded.text_key, flagged = excluded.flagged,
    similar_to = case when o.text_key = excluded.text_key then o.similar_to end;
  delete from queue.text_bands where tenant_id = p_tenant and message_id = p_message and band <> all (p_bands);
  insert into queue.text_bands (tenant_id, campaign_id, band, message_id, person_id)
  select p_tenant, v_campaign, b, p_message, p_person from unnest(p_bands) b order by b on conflict do nothing;
  -- the projector reads it (events/lists/)
  insert into lists.behind (tenant_id, partner_id) values (p_tenant, split_part(p_message, '.', 2)) on conflict do nothing;
  insert into queue.kept_checks as k (tenant_id, n) values (p_tenant, 1) on conflict (tenant_id) do update set n = k.n + 1;
end $$;

grant execute on function queue.keep_text_check to partner_pilot_api, partner_pilot_worker;
