-- Keys and secrets. They lie outside the folds, so that destroying a key erases a person from every copy of the log.
create schema vault;

create table vault.key_check (only_row boolean primary key default true check (only_row), proof bytea not null);

create table vault.person_keys (
  tenant_id text not null,
  person_id text not null,
  key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, person_id)
);
alter table vault.person_keys enable row level security;
create policy of_tenant on vault.person_keys for select using (tenant_id = current_setting('app.tenant', true));

create function vault.keys(p_tenant text, p_persons text[])
returns table (person_id text, key_id text, wrapped bytea)
language sql stable security definer set search_path = pg_catalog
as $$
  select k.person_id, k.key_id, k.wrapped from vault.person_keys k where k.tenant_id = p_tenant and k.person_id = any (p_persons)
$$;

create table vault.secrets (
  tenant_id text not null,
  secret_id text not null,
  kind text not null,
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, secret_id)
);
alter table vault.secrets enable row level security;
create policy of_tenant on vault.secrets
  using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));

-- Sign-in. Nothing here is an event: hashes and sessions are not history.
create schema auth;

create table auth.credentials (
  user_id text primary key,
  password_hash text not null,
  changed_at timestamptz not null default clock_timestamp()
);

create table auth.sessions (
  -- SHA-256 of the token: a copy of this table opens no session
  token_hash bytea primary key,
  user_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index sessions_of_user on auth.sessions (user_id);
