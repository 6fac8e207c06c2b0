-- What the commit of an email's outcome reads, in one statement: the named streams that moved from the versions in `p_known`, and `waits` if another email of its campaign is still to be
-- handed over. Those that are being handed over have an outcome of their own.
create or replace function log.load_outcome(p_tenant text, p_streams text[], p_known int[], p_campaign text, p_message text)
returns table (part text, stream_id text, version int, projection_version int, at timestamptz, state jsonb)
language plpgsql stable security definer set search_path = pg_catalog rows 4
as $$
begin
  return query select 'named', l.* from log.load(p_tenant, p_streams, p_known) l;
  return query select 'waits', '', 0, 0, null::timestamptz, null::jsonb where exists (
    select from read.messages m
    where m.campaign_id = p_campaign and m.tenant_id = p_tenant and m.phase in ('waiting', 'leaving', 'unknown')
      and m.status <> 'dispatching' and m.stream_id <> p_message);
end $$;

grant execute on function log.load_outcome to partner_pilot_worker;
