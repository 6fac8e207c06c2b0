-- log.sending_frozen, as it was at a moment.
create or replace function log.sending_frozen_at(p_at timestamptz)
returns table (epoch int, since timestamptz, why text, lost_from timestamptz, detail text)
language sql stable security definer set search_path = pg_catalog rows 1
as $$
  select e.epoch, e.started_at, e.why, e.lost_from, e.detail from log.epochs e
  where e.epoch = (select max(x.epoch) from log.epochs x where x.started_at <= p_at)
    and e.epoch > (select min(x.epoch) from log.epochs x)
    and not exists (
      select from log.events v
      where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'SendingReleased' and v.recorded_at <= p_at
        and (v.payload->'d'->>'epoch')::int >= e.epoch)
$$;

grant execute on function log.sending_frozen_at to partner_pilot_api, partner_pilot_audit;
