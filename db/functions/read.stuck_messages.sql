-- The sweep's question of each minute, over all tenants: messages whose time or lease is over, by id alone. `p_due` and `p_lapsed`: ISO 8601, as the
-- states hold them.
create or replace function read.stuck_messages(p_due text, p_lapsed text) returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select m.tenant_id, m.stream_id from read.messages m
  -- a claim comes after the time, so what lapsed is due as well
  where m.phase = 'leaving' and m.due_at < greatest(p_due, p_lapsed)
    and case
      when m.status in ('scheduled', 'deferred') then m.due_at < p_due
      when m.status in ('claimed', 'dispatching') then m.state->'claim'->>'leaseUntil' < p_lapsed
      else true
    end
$$;

grant execute on function read.stuck_messages to partner_pilot_worker, partner_pilot_audit;
