-- Has the rows of everybody made again if another version of the program made them. Those that are there stay until then.
create or replace function lists.begin_again(p_version int) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update lists.reached set version = p_version where version <> p_version;
  if found then
    insert into lists.behind (tenant_id, partner_id)
      select p.tenant_id, substr(p.stream_id, length('partner-') + 1) from read.partners p order by 1, 2 on conflict do nothing;
  end if;
end $$;

grant execute on function lists.begin_again to partner_pilot_worker;
