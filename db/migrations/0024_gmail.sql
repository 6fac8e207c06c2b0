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
