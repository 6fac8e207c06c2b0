-- Whether an epoch began after a moment: then a file of before that moment proves nothing new.
create or replace function log.frozen_since(p_at timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select exists (
    select from log.events v
    where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'EpochBegan' and v.recorded_at > p_at)
$$;

grant execute on function log.frozen_since to partner_pilot_worker, partner_pilot_audit;
