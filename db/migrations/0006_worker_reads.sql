-- What the worker may see across tenants: which messages move and which campaigns wait, by id alone.
create function read.moving_messages()
returns table (tenant_id text, stream_id text, status text, scheduled_at text, lease_until text, immediate boolean)
language sql stable security definer set search_path = pg_catalog
as $$
  select m.tenant_id, m.stream_id, m.status, m.state->>'scheduledAt', m.state->'claim'->>'leaseUntil', (m.state->>'immediate')::boolean
  from read.messages m
  where m.status in ('approved', 'scheduled', 'deferred', 'claimed', 'dispatching')
    and (m.status <> 'approved' or (m.state->>'immediate')::boolean)
$$;

create function read.campaigns_to_plan() returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select c.tenant_id, c.stream_id from read.campaigns c
  where c.status = 'active' and exists (
    select 1 from read.messages m
    where m.tenant_id = c.tenant_id and 'campaign-' || m.campaign_id = c.stream_id
      and m.status = 'approved' and not (m.state->>'immediate')::boolean)
$$;

-- Which worker processes live, so that the jobs of a dead one are freed.
create schema queue;
create table queue.workers (
  worker_id text primary key,
  host text not null,
  pid int not null,
  beat_at timestamptz not null default clock_timestamp()
);

revoke all on all functions in schema read from public;
grant execute on function read.moving_messages, read.campaigns_to_plan to partner_pilot_worker;
grant usage on schema queue to partner_pilot_worker;
grant select, insert, update, delete on queue.workers to partner_pilot_worker;
