-- The events after a place up to another one, as the leaves of seals, each with its time. A leaf has 60 bytes: as log.unsealed, and the time.
create or replace function log.leaves(
  p_epoch int, p_tx xid8, p_position bigint, p_to_epoch int, p_to_tx xid8, p_to_position bigint, p_limit int
) returns bytea language sql stable security definer set search_path = pg_catalog
as $$
  select string_agg(int4send(x.epoch) || xid8send(x.tx) || int8send(x.position) || x.hash || timestamptz_send(x.recorded_at), ''::bytea
                    order by x.epoch, x.tx, x.position)
  from (
    select e.epoch, e.tx, e.position, e.hash, e.recorded_at from log.events e
    where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position) and (e.epoch, e.tx, e.position) <= (p_to_epoch, p_to_tx, p_to_position)
    order by e.epoch, e.tx, e.position
    limit p_limit) x
$$;

grant execute on function log.leaves to partner_pilot_worker, partner_pilot_audit;
