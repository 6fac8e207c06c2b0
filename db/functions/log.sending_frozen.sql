-- The epoch since which sending is frozen; no row: it is not. A later epoch than the first began because the database was restored. Emails may have
-- left that it does not know. Sending is frozen until an event SendingReleased names that epoch. The log itself is asked, so a rebuild plays no part.
create or replace function log.sending_frozen() returns table (epoch int, since timestamptz, why text, lost_from timestamptz, detail text)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.epoch, e.started_at, e.why, e.lost_from, e.detail from log.epochs e
  where e.epoch = (select max(x.epoch) from log.epochs x) and e.epoch > (select min(x.epoch) from log.epochs x)
    and not exists (
      select from log.events v
      where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'SendingReleased'
        and (v.payload->'d'->>'epoch')::int >= e.epoch)
$$;

grant execute on function log.sending_frozen to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
