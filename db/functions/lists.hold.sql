-- Begins to make the rows of some people again: holds them against another who does, so that the states that are read next are the newest.
create or replace function lists.hold(p_tenant text, p_people text[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into lists.people (tenant_id, partner_id) select p_tenant, p from unnest(p_people) p order by p on conflict do nothing;
  perform 1 from lists.people where tenant_id = p_tenant and partner_id = any (p_people) order by partner_id for update;
  delete from lists.behind where tenant_id = p_tenant and partner_id = any (p_people);
end $$;

grant execute on function lists.hold to partner_pilot_api, partner_pilot_worker;
