-- Keeps that these texts of one campaign are nearly the same as `p_message`, and that it is so to the first of them. None: it is like no other.
create or replace function queue.keep_similar(p_tenant text, p_message text, p_others text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog
as $$
begin
  update queue.text_checks set similar_to = p_others[1]
    where tenant_id = p_tenant and message_id = p_message and similar_to is distinct from p_others[1];
  update queue.text_checks set similar_to = p_message
    where tenant_id = p_tenant and message_id = any (p_others) and similar_to is null;
  update queue.text_checks set similar_to = null
    where tenant_id = p_tenant and similar_to = p_message and message_id <> all (p_others);
end $$;

grant execute on function queue.keep_similar to partner_pilot_api, partner_pilot_worker;
