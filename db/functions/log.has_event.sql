-- Whether the log has exactly this event at this place.
create or replace function log.has_event(p_epoch int, p_tx xid8, p_position bigint, p_hash text) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select exists (
    select from log.events e
    where e.epoch = p_epoch and e.tx = p_tx and e.position = p_position and e.hash = decode(p_hash, 'hex'))
$$;

grant execute on function log.has_event to partner_pilot_worker, partner_pilot_audit;
