-- Files outside of the database can prove that it is an older copy. What one of them said is kept with the epoch that it began.
alter table log.epochs add column detail text;

drop function log.sending_frozen_at(timestamptz);
drop function log.sending_frozen();
drop function log.begin_new_epoch(text, timestamptz);

create function log.sending_frozen() returns table (epoch int, since timestamptz, why text, lost_from timestamptz, detail text)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.epoch, e.started_at, e.why, e.lost_from, e.detail from log.epochs e
  where e.epoch = (select max(x.epoch) from log.epochs x) and e.epoch > (select min(x.epoch) from log.epochs x)
    and not exists (
      select from log.events v
      where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'SendingReleased'
        and (v.payload->'d'->>'epoch')::int >= e.epoch)
$$;

-- The same at a moment.
create function log.sending_frozen_at(p_at timestamptz)
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

-- Begins an epoch, and with it freezes sending, unless it is the first one. It waits for open dispatches. No query that reads log.events
-- may call it. `p_lost_from` null: from the newest event on.
create function log.begin_new_epoch(p_why text, p_lost_from timestamptz, p_detail text default null) returns int
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
  insert into log.epochs (epoch, system_identifier, why, lost_from, detail)
  select coalesce(max(e.epoch), 0) + 1, (select system_identifier::text from pg_control_system()),
    case when count(*) = 0 then 'first' else p_why end, case when count(*) > 0 then v_lost_from end,
    case when count(*) > 0 then p_detail end
  from log.epochs e
  returning epoch into v_epoch;
  return v_epoch;
end $$;

-- Whether an epoch began after a moment: then a file of before that moment proves nothing new.
create function log.frozen_since(p_at timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select exists (
    select from log.epochs e where e.started_at > p_at and e.epoch > (select min(x.epoch) from log.epochs x))
$$;

-- The first of some lines of ERASURES_FILE whose erasure this database lacks; null: none. A line is written before its erasure is committed,
-- so an open erasure of its tenant may be the one. A search has no open erasure, so only an unknown one counts.
create function log.lacking_erasure(p_tenants text[], p_persons text[], p_ats timestamptz[]) returns int
language sql stable security definer set search_path = pg_catalog
as $$
  select min(l.n)::int
  from unnest(p_tenants, p_persons, p_ats) with ordinality as l (tenant, person, at, n)
  cross join lateral (
    select
      exists (select from log.events v where v.tenant_id = l.tenant and v.stream_id = l.person) as known,
      exists (
        select from vault.person_keys k
        where k.tenant_id = l.tenant and k.person_id = l.person and k.created_at <= l.at) as has_key) has
  where not log.frozen_since(l.at)
    and not exists (
      select from read.erasures o
      where o.state->>'status' = 'open'
        and o.tenant_id = case when l.tenant = 'system' then substr(l.person, length('user-') + 1) else l.tenant end)
    and case
      when l.person = 'owner' then has.has_key
      when l.person like 'search-%' then not has.known
      when l.person like 'suppression-%' then not exists (
        select from log.events v
        where v.tenant_id = l.tenant and v.stream_id = l.person and v.payload->'d'->>'reason' = 'erased')
      else has.has_key or not has.known
    end
$$;

revoke all on function log.sending_frozen, log.sending_frozen_at, log.begin_new_epoch, log.frozen_since, log.lacking_erasure from public;
grant execute on function log.sending_frozen to partner_pilot_api, partner_pilot_worker;
grant execute on function log.sending_frozen_at to partner_pilot_api;
grant execute on function log.begin_new_epoch, log.frozen_since, log.lacking_erasure to partner_pilot_worker;
