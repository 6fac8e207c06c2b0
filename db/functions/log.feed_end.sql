-- The newest event that log.feed would answer.
create or replace function log.feed_end() returns table (epoch int, tx text, "position" bigint, hash bytea)
language sql stable security definer set search_path = pg_catalog rows 1
as $$
  select e.epoch, e.tx::text, e.position, e.hash
  from log.events e
  where e.epoch < (select max(x.epoch) from log.epochs x) or e.tx < pg_snapshot_xmin(pg_current_snapshot())
  order by e.epoch desc, e.tx desc, e.position desc
  limit 1
$$;

grant execute on function log.feed_end to partner_pilot_api;
