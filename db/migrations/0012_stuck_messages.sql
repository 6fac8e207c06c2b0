-- The sweep asks each minute for the messages whose time or lease is over. Reading all that wait (read.moving_messages) took it a second
-- at 100,000; this answers from an index. `p_due` and `p_lapsed`: ISO 8601, as the states hold them.
create index messages_due on read.messages ((state->>'scheduledAt')) where status in ('scheduled', 'deferred');
create index messages_leased on read.messages ((state->'claim'->>'leaseUntil')) where status in ('claimed', 'dispatching');
create index messages_immediate on read.messages (stream_id) where status = 'approved' and (state->>'immediate')::boolean;

create function read.stuck_messages(p_due text, p_lapsed text) returns table (tenant_id text, stream_id text)
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
revoke all on function read.stuck_messages from public;
grant execute on function read.stuck_messages to partner_pilot_worker;
