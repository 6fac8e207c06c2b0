-- Keys and secrets. They lie outside the log, so that destroying a key erases a person from every copy of it.
-- The planner's statistics are samples of a column's values. Of people, keys and secrets there must be none: what is erased would stay there
-- until the next analyze. No plan depends on them.
create schema vault;
grant usage on schema vault to partner_pilot_api, partner_pilot_worker;

create table vault.key_check (only_row boolean primary key default true check (only_row), proof bytea not null);
grant select on vault.key_check to partner_pilot_api, partner_pilot_worker;

create table vault.person_keys (
  tenant_id text not null,
  person_id text not null,
  key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, person_id)
);
alter table vault.person_keys alter column wrapped set statistics 0;
alter table vault.person_keys enable row level security;
create policy of_tenant on vault.person_keys for select using (tenant_id = current_setting('app.tenant', true));
grant select on vault.person_keys to partner_pilot_api, partner_pilot_worker;

create table vault.secrets (
  tenant_id text not null,
  secret_id text not null,
  kind text not null,
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, secret_id)
);
alter table vault.secrets alter column sealed set statistics 0;
alter table vault.secrets enable row level security;
create policy of_tenant on vault.secrets
  using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, delete on vault.secrets to partner_pilot_api, partner_pilot_worker;

-- Sign-in. Nothing here is an event: hashes and sessions are not history. Tokens and codes lie here as hashes alone.
create schema auth;
grant usage on schema auth to partner_pilot_api, partner_pilot_worker;

create table auth.credentials (
  user_id text primary key,
  password_hash text not null,
  changed_at timestamptz not null default clock_timestamp()
);
alter table auth.credentials alter column password_hash set statistics 0;

create table auth.sessions (
  -- SHA-256 of the token: a copy of this table opens no session
  token_hash bytea primary key,
  user_id text not null,
  -- the tenant of every call
  workspace_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- by which a list names a session; the hash opens it
  session_id text not null unique default gen_random_uuid()::text,
  -- such as "Firefox on Linux"
  browser text,
  -- password, invitation, reset, confirmation, issuer
  opened_by text not null default 'password',
  last_seen_at timestamptz not null default clock_timestamp(),
  -- why it holds no more, for the next call of its browser: revoked, password, paused
  ended text
);
create index sessions_of_user on auth.sessions (user_id);

-- Links in mails: the token is in the mail alone. One is used once.
create table auth.links (
  token_hash bytea primary key,
  access_id text not null unique,
  what text not null,
  user_id text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index links_of_user on auth.links (user_id);

-- Between the password and the second factor.
create table auth.second_steps (
  token_hash bytea primary key,
  user_id text not null,
  opened_by text not null,
  next text not null,
  -- wrong codes so far
  wrong int not null default 0,
  expires_at timestamptz not null
);
create index second_steps_of_user on auth.second_steps (user_id);

-- The key of the codes lies in the vault. Until confirmed_at it asks for nothing.
create table auth.second_factors (
  user_id text primary key,
  secret_id text not null,
  confirmed_at timestamptz,
  -- the time step of the last code that was taken: no code opens twice
  last_step bigint not null default 0
);
create table auth.recovery_codes (
  user_id text not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Who somebody is at an issuer, by an HMAC of issuer and sub.
create table auth.identities (
  identity_hmac text primary key,
  issuer text not null,
  user_id text not null,
  linked_at timestamptz not null default clock_timestamp(),
  -- an address that passes to somebody else at the issuer does not bring the account along
  unique (user_id, issuer)
);

-- Where an issuer asks people to sign in: the worker looks it up, the API only leads there.
create table auth.issuers (
  issuer text primary key,
  authorization_endpoint text,
  checked_at timestamptz not null default clock_timestamp(),
  -- why it cannot be used, in words; null: it can
  trouble text
);

-- Sign-ins under way at an issuer: the secrets that bind the answer to the browser that asked. `sealed` holds verifier, nonce and what came back.
create table auth.issuer_attempts (
  state_hash bytea primary key,
  access_id text not null unique,
  sealed bytea not null,
  expires_at timestamptz not null
);

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

-- Failed attempts by what they were about (an account, a network, both, a known browser), as HMACs.
create table auth.attempts (
  bucket text primary key,
  -- each is forgotten evenly over the time of its rule, so there are halves
  failures float8 not null,
  last_at timestamptz not null,
  -- not before this the next one is looked at
  until timestamptz not null
);
create index attempts_last on auth.attempts (last_at);

grant select, insert, update, delete on auth.credentials, auth.sessions, auth.links, auth.second_steps, auth.second_factors, auth.recovery_codes,
  auth.identities, auth.issuer_attempts, auth.gmail_attempts, auth.attempts to partner_pilot_api;
grant select on auth.issuers to partner_pilot_api;
grant select, insert, update, delete on auth.links, auth.issuers, auth.issuer_attempts, auth.gmail_attempts, auth.attempts to partner_pilot_worker;
