-- The mailboxes of all tenants, to see which of them can be read. The worker alone asks.
create or replace function read.mailboxes() returns table (tenant_id text, state jsonb)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query select m.tenant_id, m.state from read.mailboxes m where m.state->>'provider' is not null order by m.tenant_id;
end $$;

grant execute on function read.mailboxes to partner_pilot_worker;
