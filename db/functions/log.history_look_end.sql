-- The last of the p_look events before a place: where such a look ended. No row: it came to the beginning of the log.
create or replace function log.history_look_end(p_epoch int, p_tx xid8, p_position bigint, p_look int)
returns table (epoch int, tx text, "position" bigint, recorded_at timestamptz)
language sql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_bitmapscan = off rows 1
as $$
  -- the places alone are in the index: no row is visited but the last one
  select v.epoch, v.tx::text, v.position, v.recorded_at
  from (
    select e.epoch, e.tx, e.position from log.events e
    where (e.epoch, e.tx, e.position) < (p_epoch, p_tx, p_position)
    order by e.epoch desc, e.tx desc, e.position desc
    offset p_look - 1 limit 1
  ) l join log.events v on v.epoch = l.epoch and v.tx = l.tx and v.position = l.position
$$;

grant execute on function log.history_look_end to partner_pilot_api, partner_pilot_audit;
