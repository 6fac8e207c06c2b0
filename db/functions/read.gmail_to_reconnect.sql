-- How many connections Google no longer takes, of all tenants: a number for the card of admins, nobody's name. Rebuilds swap the table it
-- reads, so its plan is made at each call.
create or replace function read.gmail_to_reconnect() returns int
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return (select count(*)::int from read.mailboxes where state#>>'{gmail,account,reauth}' is not null);
end $$;

grant execute on function read.gmail_to_reconnect to partner_pilot_api;
