-- What the sweep asks for each minute, over all tenants: messages whose time or lease is over, by id alone. `p_due` and `p_lapsed`: ISO 8601, as the
-- states hold them.
create or replace function read.stuck_messages(p_due text, p_lapsed text) returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select m.tenant_id, m.stream_id from read.messages m
  where m.status in ('scheduled', 'deferred') and m.state->>'scheduledAt' < p_due
  union all
  select m.tenant_id, m.stream_id from read.messages m
  where m.status in ('claimed', 'dispatching') and m.state->'claim'->>'leaseUntil' < p_lapsed
  union all
  select m.tenant_id, m.stream_id from read.messages m
  where m.status = 'approved' and (m.state->>'immediate')::boolean
$$;

grant execute on function read.stuck_messages to partner_pilot_worker;
