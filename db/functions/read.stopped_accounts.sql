-- How many accounts send nothing until a user acts, of all tenants: their provider refuses them, or their figures paused them (`paused`): numbers for the card of admins, nobody's name. Rebuilds
-- swap the table it reads, so its plan is made at each call.
create or replace function read.stopped_accounts() returns table (gmail int, smtp int, sendgrid int, paused int)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query select
    (count(*) filter (where state#>>'{gmail,account,reauth}' is not null))::int,
    (count(*) filter (where state#>>'{smtp,account,reauth}' is not null))::int,
    (count(*) filter (where state->>'provider' = 'sendgrid' and state->>'sendGridSecretId' is not null
      and jsonb_typeof(state->'hold') = 'object' and state#>>'{hold,until}' is null))::int,
    (count(*) filter (where jsonb_typeof(state->'pause') = 'object'
      and coalesce(state#>>'{gmail,account}', state#>>'{smtp,account}', state->>'sendGridSecretId') is not null))::int
  from read.mailboxes;
end $$;

grant execute on function read.stopped_accounts to partner_pilot_api;
