-- Some people of one tenant whose rows are to be made again; none: all are up to date.
create or replace function lists.take_behind(p_limit int) returns table (tenant_id text, partner_id text)
language sql stable security definer set search_path = pg_catalog rows 100
as $$
  select b.tenant_id, b.partner_id from lists.behind b
  where b.tenant_id = (select x.tenant_id from lists.behind x offset floor(random() * 3) limit 1)
  limit p_limit
$$;

grant execute on function lists.take_behind to partner_pilot_worker;
