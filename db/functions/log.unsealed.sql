-- The events after a place, as the leaves of a seal, in the order of the tail and below its horizon. Each has 52 bytes: epoch, transaction and
-- position in network order, and the hash. Nothing can appear before the last one later.
create or replace function log.unsealed(p_epoch int, p_tx xid8, p_position bigint, p_limit int) returns bytea
language sql stable security definer set search_path = pg_catalog
as $$
  select string_agg(int4send(x.epoch) || xid8send(x.tx) || int8send(x.position) || x.hash, ''::bytea
                    order by x.epoch, x.tx, x.position)
  from (
    select e.epoch, e.tx, e.position, e.hash from log.events e
    where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position)
      and (e.epoch < (select max(m.epoch) from log.epochs m) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
    order by e.epoch, e.tx, e.position
    limit p_limit) x
$$;

grant execute on function log.unsealed to partner_pilot_worker, partner_pilot_audit;
