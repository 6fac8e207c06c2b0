-- How many accounts their provider no longer takes until a user acts, of all tenants: numbers for the card of admins, nobody's name. Rebuilds
-- swap the table it reads, so its plan is made at each call.
create or replace function read.accounts_to_reconnect() returns table (gmail int, smtp int, sendgrid int)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query select
    (count(*) filter (where state#>>'{gmail,account,reauth}' is not null))::int,
    (count(*) filter (where state#>>'{smtp,account,reauth}' is not null))::int,
    (count(*) filter (where state->>'provider' = 'sendgrid' and jsonb_typeof(state->'hold') = 'object'
      and state#>>'{hold,until}' is null))::int
  from read.mailboxes;
end $$;

grant execute on function read.accounts_to_reconnect to partner_pilot_api;
