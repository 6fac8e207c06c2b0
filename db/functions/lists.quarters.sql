-- The events of a tenant by quarters of an hour: those that the projector has counted, and each that it has not come to as a row of its own.
create or replace function lists.quarters(p_tenant text)
returns table (at timestamptz, events int, approved int, sent int, first timestamptz, last timestamptz)
language sql stable security definer set search_path = pg_catalog
as $$
  select q.at, q.events, q.approved, q.sent, q.first, q.last from lists.event_quarters q where q.tenant_id = p_tenant
  union all
  select e.recorded_at, 1, (e.type = 'PartnerApproved')::int,
    (e.type in ('EmailSent', 'EmailMarkedSent') and not starts_with(split_part(e.stream_id, '.', 3), 'a'))::int, e.recorded_at, e.recorded_at
  from lists.reached r join log.events e on (e.epoch, e.tx, e.position) > (r.epoch, r.tx, r.position)
  where e.tenant_id = p_tenant
$$;

grant execute on function lists.quarters to partner_pilot_api, partner_pilot_worker;
