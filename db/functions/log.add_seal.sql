-- Adds the seal that follows the newest one, and the hashes of tiles that are new with it. False: somebody else was faster.
create or replace function log.add_seal(
  p_number bigint, p_size bigint, p_epoch int, p_tx xid8, p_position bigint, p_sealed_at timestamptz, p_note text,
  p_levels int[], p_indexes bigint[], p_hashes text[]  -- hex
) returns boolean language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into log.seals (number, size, epoch, tx, position, sealed_at, note)
  select p_number, p_size, p_epoch, p_tx, p_position, p_sealed_at, p_note
  where p_number = 1 + coalesce((select max(s.number) from log.seals s), 0)
  on conflict (number) do nothing;
  if not found then
    return false;
  end if;
  insert into log.tile_hashes (level, index, hash)
  select t.level, t.index, decode(t.hash, 'hex') from unnest(p_levels, p_indexes, p_hashes) as t (level, index, hash)
  on conflict do nothing;
  return true;
end $$;

grant execute on function log.add_seal to partner_pilot_worker;
