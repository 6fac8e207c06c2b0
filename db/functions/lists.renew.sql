-- Has the rows of everybody made again. Those that are there stay until then.
create or replace function lists.renew() returns void
language sql security definer set search_path = pg_catalog
as $$
  insert into lists.behind (tenant_id, partner_id)
    select p.tenant_id, substr(p.stream_id, length('partner-') + 1) from read.partners p order by 1, 2 on conflict do nothing
$$;
