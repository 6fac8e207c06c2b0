-- Adds the seal that follows the newest one. False: somebody else was faster.
create or replace function log.add_seal(
  p_number bigint, p_epoch int, p_tx xid8, p_position bigint, p_events int, p_root text, p_previous text, p_sealed_at timestamptz,
  p_signature text  -- all three in hex
) returns boolean language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into log.seals (number, epoch, tx, position, events, root, previous, sealed_at, signature)
  select p_number, p_epoch, p_tx, p_position, p_events, decode(p_root, 'hex'), decode(p_previous, 'hex'), p_sealed_at,
         decode(p_signature, 'hex')
  where p_number = 1 + coalesce((select max(s.number) from log.seals s), 0)
  on conflict (number) do nothing;
  return found;
end $$;

grant execute on function log.add_seal to partner_pilot_worker;
