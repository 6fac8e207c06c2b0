-- Renews all rows if another version of the program made them.
create or replace function lists.begin_again(p_version int) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update lists.reached set version = p_version where version <> p_version;
  if found then
    perform lists.renew();
  end if;
end $$;

grant execute on function lists.begin_again to partner_pilot_worker;
