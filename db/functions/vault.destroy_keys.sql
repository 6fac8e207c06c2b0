-- Crypto-shredding: without the data key, a person's texts can no longer be read, not even in a backup. A commit for a person holds their key shared,
-- so this waits for it. A later commit finds no key. Only the worker and the owner destroy keys. Rows that are sealed under them outside of the log
-- are deleted, too.
create or replace function vault.destroy_keys(p_tenant text, p_persons text[]) returns int
language plpgsql volatile security definer set search_path = pg_catalog
as $$
declare
  v_destroyed int;
begin
  -- in the order in which commits lock them
  perform 1 from vault.person_keys where tenant_id = p_tenant and person_id = any (p_persons) order by person_id for update;
  delete from vault.person_keys where tenant_id = p_tenant and person_id = any (p_persons);
  get diagnostics v_destroyed = row_count;
  delete from vault.received_files where tenant_id = p_tenant and person_id = any (p_persons);
  delete from vault.media_kits where tenant_id = p_tenant and 'owner' = any (p_persons);
  delete from queue.text_checks where tenant_id = p_tenant and person_id = any (p_persons);
  delete from queue.text_bands where tenant_id = p_tenant and person_id = any (p_persons);
  return v_destroyed;
end $$;

grant execute on function vault.destroy_keys to partner_pilot_worker;
