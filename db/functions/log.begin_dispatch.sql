-- The first step of a dispatch's transaction: it takes the sender's lock (shared), keeps sending open, and takes the recipient's lock. `p_day_lock`: that
-- of the workspace's day, if its limit of emails may be reached; else null. Then it reads,
-- so that what it answers cannot be older than the locks: `account`, the named streams that moved from the versions in `p_known`, and each message to the same address (`same`).
create or replace function log.begin_dispatch(
  p_tenant text,
  p_owner text,
  p_sender_lock bigint,
  p_recipient_lock bigint,
  p_day_lock bigint,
  p_streams text[],
  p_known int[],
  p_partner text,
  p_address text
)
returns table (part text, stream_id text, version int, projection_version int, at timestamptz, state jsonb)
language plpgsql volatile security definer set search_path = pg_catalog rows 12
as $$
declare
  v_open boolean;
begin
  perform pg_advisory_xact_lock_shared(p_sender_lock);
  v_open := log.keep_sending_open();
  if p_day_lock is not null then
    perform pg_advisory_xact_lock(p_day_lock);
  end if;
  perform pg_advisory_xact_lock(p_recipient_lock);
  return query select case when v_open then 'open' else 'frozen' end, '', 0, 0, null::timestamptz, null::jsonb;
  return query select 'account', l.* from log.load('system', array['user-' || p_owner]) l;
  return query select 'named', l.* from log.load(p_tenant, p_streams, p_known) l;
  return query
    select 'same', m.stream_id, m.version, m.projection_version, m.recorded_at, m.state from read.messages m
    where m.tenant_id = p_tenant and m.address_hmac = p_address and m.partner_id <> p_partner;
end $$;

grant execute on function log.begin_dispatch to partner_pilot_worker;
