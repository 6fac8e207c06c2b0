-- The mailboxes of all tenants, to see which of them can be read. The worker alone asks.
drop function if exists read.mailboxes();

create function read.mailboxes() returns table (tenant_id text, stream_id text, state jsonb)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query select m.tenant_id, m.stream_id, m.state from read.mailboxes m
    where m.state->>'provider' is not null order by m.tenant_id, m.stream_id;
end $$;

grant execute on function read.mailboxes to partner_pilot_worker, partner_pilot_audit;
