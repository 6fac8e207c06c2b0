-- A killed rebuild leaves rows that no erasure reaches. false: a rebuild is under way, and makes all of its rows right at its end.
create or replace function log.drop_unfinished_rows() returns boolean
language plpgsql volatile security definer set search_path = pg_catalog
as $$
begin
  if to_regnamespace('read_next') is null and to_regnamespace('read_old') is null then
    return true;
  end if;
  -- the lock of a rebuild (db/read/oneRebuild.ts)
  if not pg_try_advisory_xact_lock(7061726175) then
    return false;
  end if;
  drop schema if exists read_next cascade;
  drop schema if exists read_old cascade;
  return true;
end $$;

grant execute on function log.drop_unfinished_rows to partner_pilot_worker;
