-- log.sending_frozen, as it was at a moment.
create or replace function log.sending_frozen_at(p_at timestamptz)
returns table (epoch int, since timestamptz, why text, lost_from timestamptz, detail text)
language sql stable security definer set search_path = pg_catalog rows 1
as $$
  select b.epoch, b.recorded_at, b.d->>'why', (b.d->>'lostFrom')::timestamptz, b.d->>'detail'
  from (
    select v.epoch, v.recorded_at, v.payload->'d' as d from log.events v
    where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'EpochBegan' and v.recorded_at <= p_at
    order by v.version desc limit 1) b
  where not exists (
    select from log.events v
    where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'SendingReleased' and v.recorded_at <= p_at
      and (v.payload->'d'->>'epoch')::int >= b.epoch)
$$;

grant execute on function log.sending_frozen_at to partner_pilot_api, partner_pilot_audit;
