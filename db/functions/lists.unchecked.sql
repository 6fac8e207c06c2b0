-- Campaigns with a text whose check is not known, over all tenants: the sweep's question.
create or replace function lists.unchecked() returns table (tenant_id text, campaign_id text)
language sql stable security definer set search_path = pg_catalog rows 100
as $$
  select distinct m.tenant_id, m.campaign_id from lists.messages m where m.sets @> '{unchecked}'
$$;

grant execute on function lists.unchecked to partner_pilot_worker;
