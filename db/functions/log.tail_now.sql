-- The cursor from which a new reader that wants only news may start: just below the horizon.
create or replace function log.tail_now() returns table (epoch int, tx text, "position" bigint)
language sql stable security definer set search_path = pg_catalog
as $$
  select (select max(x.epoch) from log.epochs x), pg_snapshot_xmin(pg_current_snapshot())::text, 0::bigint
$$;

grant execute on function log.tail_now to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
