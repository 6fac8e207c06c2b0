-- Active campaigns with approved messages that no plan holds, of all tenants, by id alone. `p_now`: ISO 8601; follow-ups wait until they are due, and all mail to who is away.
-- A re-send or an answer leaves at once or not at all: no plan picks it up. Its step begins with 'r' or 'a' (events/messages/resend.ts).
create or replace function read.campaigns_to_plan(p_now text) returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select c.tenant_id, c.stream_id from read.campaigns c
  where c.status = 'active' and exists (
    select 1 from read.messages m
    where m.tenant_id = c.tenant_id and 'campaign-' || m.campaign_id = c.stream_id
      and m.phase = 'waiting' and m.status = 'approved' and not starts_with(m.step, 'r') and not starts_with(m.step, 'a')
      and m.state->>'heldAt' is null and coalesce(m.state->>'notBefore', '') <= p_now)
$$;

grant execute on function read.campaigns_to_plan to partner_pilot_worker, partner_pilot_audit;
