-- The epoch since which sending is frozen; no row: it is not. A later epoch than the first began because the database was restored. Emails may have
-- left that it does not know. Sending is frozen until an event SendingReleased names that epoch. Events alone decide, so neither a rebuild nor
-- a change of log.epochs plays a part.
create or replace function log.sending_frozen() returns table (epoch int, since timestamptz, why text, lost_from timestamptz, detail text)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.epoch, b.recorded_at, coalesce(b.d->>'why', 'by_hand'), (b.d->>'lostFrom')::timestamptz, b.d->>'detail'
  -- the newest event knows the newest epoch, by one look into the index
  from (select x.epoch from log.events x order by x.epoch desc, x.tx desc, x.position desc limit 1) e
  left join lateral (
    select v.recorded_at, v.payload->'d' as d from log.events v
    where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'EpochBegan' and v.epoch = e.epoch) b on true
  where e.epoch > 1 and not exists (
    select from log.events v
    where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'SendingReleased'
      and (v.payload->'d'->>'epoch')::int >= e.epoch)
$$;

grant execute on function log.sending_frozen to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
