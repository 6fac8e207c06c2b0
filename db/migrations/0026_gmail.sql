-- Gmail sign-ins under way at Google: the secrets that bind the answer to the session that asked. `sealed` holds verifier, session and code.
create table auth.gmail_attempts (
  state_hash bytea primary key,
  request_id text not null unique,
  sealed bytea not null,
  -- a state is good for one answer
  used boolean not null default false,
  expires_at timestamptz not null
);
alter table auth.gmail_attempts alter column sealed set statistics 0;
grant select, insert, update, delete on auth.gmail_attempts to partner_pilot_api, partner_pilot_worker;

-- How many connections Google no longer takes, of all tenants: a number for the card of admins, nobody's name. Rebuilds swap the table it
-- reads, so its plan is made at each call.
create function read.gmail_to_reconnect() returns int
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return (select count(*)::int from read.mailboxes where state#>>'{gmail,account,reauth}' is not null);
end $$;
revoke all on function read.gmail_to_reconnect from public;
grant execute on function read.gmail_to_reconnect to partner_pilot_api;
