-- Accounts of all tenants that send nothing until a user acts. Their provider refuses them, or bounces and spam reports paused them (`paused`).
-- `unread` counts those that could not read replies for longer than `unread_for`. Counts for the admins' card, without names. Rebuilds swap the table
-- that it reads, so it is planned at each call.
drop function if exists read.stopped_accounts();

create or replace function read.stopped_accounts(unread_for interval) returns table (gmail int, smtp int, sendgrid int, paused int, unread int)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query select
    (count(*) filter (where state#>>'{gmail,account,reauth}' is not null))::int,
    (count(*) filter (where state#>>'{smtp,account,reauth}' is not null))::int,
    (count(*) filter (where state->>'provider' = 'sendgrid' and state->>'sendGridSecretId' is not null
      and jsonb_typeof(state->'hold') = 'object' and state#>>'{hold,until}' is null))::int,
    (count(*) filter (where jsonb_typeof(state->'pause') = 'object'
      and coalesce(state#>>'{gmail,account}', state#>>'{smtp,account}', state->>'sendGridSecretId') is not null))::int,
    (count(*) filter (where exists (
      select from jsonb_each(state->'reading') r
      where r.value->>'trouble' is not null and (r.value->>'since')::timestamptz < now() - unread_for)))::int
  from read.mailboxes;
end $$;

grant execute on function read.stopped_accounts to partner_pilot_api;
