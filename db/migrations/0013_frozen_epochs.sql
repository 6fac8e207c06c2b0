-- An epoch that is not the first began because the database is a restored one: mails may have left that it knows nothing of. Sending is
-- frozen until an event SendingReleased names that epoch. The log itself is asked, so rows that are being made anew play no part.
alter table log.epochs
  -- first | other_cluster | behind | restored | by_hand
  add column why text not null default 'other_cluster',
  -- from when on this database does not know what happened
  add column lost_from timestamptz;
update log.epochs set why = 'first' where epoch = (select min(epoch) from log.epochs);

create function log.sending_frozen() returns table (epoch int, since timestamptz, why text, lost_from timestamptz)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.epoch, e.started_at, e.why, e.lost_from from log.epochs e
  where e.epoch = (select max(x.epoch) from log.epochs x) and e.epoch > (select min(x.epoch) from log.epochs x)
    and not exists (
      select from log.events v
      where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'SendingReleased'
        and (v.payload->'d'->>'epoch')::int >= e.epoch)
$$;

-- The same for a dispatch: until its transaction ends nobody can freeze sending. Volatile, so that the answer is newer than the lock.
create function log.keep_sending_open() returns boolean
language plpgsql volatile security definer set search_path = pg_catalog
as $$
begin
  perform pg_advisory_xact_lock_shared(7061726176);
  return not exists (select from log.sending_frozen());
end $$;

-- Begins an epoch, and with it freezes sending, unless it is the first one. Whoever holds sending open is waited for. No query that reads
-- log.events may call it. `p_lost_from` null: from the newest event on.
create function log.begin_new_epoch(p_why text, p_lost_from timestamptz) returns int
language plpgsql volatile security definer set search_path = pg_catalog
as $$
declare
  v_epoch int;
  v_lost_from timestamptz := p_lost_from;
begin
  perform pg_advisory_xact_lock(7061726176);
  if v_lost_from is null then
    select v.recorded_at into v_lost_from from log.events v order by v.epoch desc, v.tx desc, v.position desc limit 1;
  end if;
  insert into log.epochs (epoch, system_identifier, why, lost_from)
  select coalesce(max(e.epoch), 0) + 1, (select system_identifier::text from pg_control_system()),
    case when count(*) = 0 then 'first' else p_why end, case when count(*) > 0 then v_lost_from end
  from log.epochs e
  returning epoch into v_epoch;
  return v_epoch;
end $$;

-- The newest event, by which a database is known to hold all that was seen of it; and which installation it is.
create function log.high_water()
returns table (epoch int, tx text, "position" bigint, hash text, recorded_at timestamptz, seen_at timestamptz, installation text)
language sql volatile security definer set search_path = pg_catalog
as $$
  select e.epoch, e.tx::text, e.position, encode(e.hash, 'hex'), e.recorded_at, clock_timestamp(),
    (select encode(i.hash, 'hex') from log.events i
     where i.tenant_id = 'system' and i.stream_id = 'installation-main' and i.version = 1)
  from log.events e
  order by e.epoch desc, e.tx desc, e.position desc
  limit 1
$$;

create function log.has_event(p_epoch int, p_tx xid8, p_position bigint, p_hash text) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select exists (
    select from log.events e
    where e.epoch = p_epoch and e.tx = p_tx and e.position = p_position and e.hash = decode(p_hash, 'hex'))
$$;

revoke all on function log.sending_frozen, log.keep_sending_open, log.begin_new_epoch, log.high_water, log.has_event from public;
grant execute on function log.sending_frozen to partner_pilot_api, partner_pilot_worker;
grant execute on function log.keep_sending_open, log.begin_new_epoch, log.high_water, log.has_event to partner_pilot_worker;

-- The requests that nobody has answered yet: their jobs are no part of a backup, so they are put down again when sending is released.
create function log.open_requests()
returns table (tenant_id text, stream_id text, version int, type text, schema_version int, payload json, correlation_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload, e.correlation_id
  from (
    select s.tenant_id, s.stream_id, 'SearchRequested' as type from read.searches s where s.status = 'running'
    union all
    select p.tenant_id, p.stream_id, 'PartnerProfileRequested' from read.profiles p where p.state->'openRequest' <> 'null'::jsonb
    union all
    select p.tenant_id, p.stream_id, 'ContactSearchRequested' from read.partners p where p.state->'openContactSearch' <> 'null'::jsonb
    union all
    select c.tenant_id, c.stream_id, 'MessagesRequested' from read.campaigns c where c.state->'generation' <> 'null'::jsonb
  ) o
  cross join lateral (
    select * from log.events v
    where v.tenant_id = o.tenant_id and v.stream_id = o.stream_id and v.type = o.type order by v.version desc limit 1
  ) e
$$;
revoke all on function log.open_requests from public;
grant execute on function log.open_requests to partner_pilot_worker;
