-- Accounts: requests for a way in (events/accounts/accountLink.ts), and what signs in: links, second factors, issuers, attempts. Nothing of the schema auth
-- is an event; tokens and codes lie here as hashes alone.
create table read.accesses (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
create index accesses_fold on read.accesses using brin (fold_version) with (autosummarize = on);
alter table read.accesses alter column state set statistics 0;
alter table read.accesses enable row level security;
create policy of_tenant on read.accesses for select using (tenant_id = current_setting('app.tenant', true));
grant select on read.accesses to partner_pilot_api, partner_pilot_worker;

-- One more kind of stream, as the last branch, as 0016 added its own.
do $$
declare
  v_function text;
  v_write text := $branch$
    when 'access' then
      update read.accesses set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.accesses (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
  end case;$branch$;
  v_read text := $branch$
      when 'access' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.accesses r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
    end case;$branch$;
begin
  select pg_get_functiondef(p.oid) into v_function from pg_proc p
  where p.pronamespace = 'log'::regnamespace and p.proname = 'commit_event';
  if array_length(string_to_array(v_function, 'end case;'), 1) <> 2 then
    raise exception 'log.commit_event does not choose the row table in one place';
  end if;
  execute regexp_replace(v_function, '\s*end case;', replace(v_write, '\', '\\'));
  select pg_get_functiondef(p.oid) into v_function from pg_proc p
  where p.pronamespace = 'log'::regnamespace and p.proname = 'load';
  if array_length(string_to_array(v_function, 'end case;'), 1) <> 2 then
    raise exception 'log.load does not choose the row table in one place';
  end if;
  execute regexp_replace(v_function, '\s*end case;', replace(v_read, '\', '\\'));
end $$;

alter table auth.sessions
  -- by which a list names a session; the hash opens it
  add column session_id text not null unique default gen_random_uuid()::text,
  -- such as "Firefox on Linux"
  add column browser text,
  -- password, invitation, reset, confirmation, issuer
  add column opened_by text not null default 'password',
  add column last_seen_at timestamptz not null default clock_timestamp(),
  -- why it holds no more, for the next call of whoever has it: revoked, password, paused
  add column ended text;

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

-- Counts a try about all the buckets, or, when one must wait, none: then it answers the seconds. Rows are locked in the order of their names.
create function auth.take_try(p_buckets text[], p_free int[], p_within int[], p_first int[], p_longest int[]) returns int
language plpgsql volatile set search_path = pg_catalog
as $$
declare
  v_now timestamptz;
  v_wait float8;
begin
  -- who is always told to wait leaves no rows
  select max(extract(epoch from until - clock_timestamp())) into v_wait from auth.attempts where bucket = any (p_buckets);
  if v_wait > 0 then
    return ceil(v_wait)::int;
  end if;
  insert into auth.attempts (bucket, failures, last_at, until)
  select b, 0, clock_timestamp(), clock_timestamp() from unnest(p_buckets) b order by b on conflict do nothing;
  perform 1 from auth.attempts where bucket = any (p_buckets) order by bucket for update;
  v_now := clock_timestamp();
  select max(extract(epoch from until - v_now)) into v_wait from auth.attempts where bucket = any (p_buckets);
  if v_wait > 0 then
    return ceil(v_wait)::int;
  end if;
  update auth.attempts a
  set failures = n.failures, last_at = v_now,
    until = case when round(n.failures) >= n.free
      then v_now + make_interval(secs => least(n.longest, n.first * power(2, least(30, round(n.failures) - n.free))))
      else v_now end
  from (
    select t.bucket, w.free, w.first, w.longest,
      1 + greatest(0, t.failures - extract(epoch from v_now - t.last_at)::float8 * w.free / w.within) as failures
    from unnest(p_buckets, p_free, p_within, p_first, p_longest) as w (bucket, free, within, first, longest)
    join auth.attempts t on t.bucket = w.bucket
  ) n
  where a.bucket = n.bucket;
  return 0;
end $$;

create or replace function auth.forget_user(p_user text) returns table (sessions int, passwords int)
language sql volatile security definer set search_path = pg_catalog
as $$
  with l as (delete from auth.links where user_id = p_user),
       n as (delete from auth.second_steps where user_id = p_user),
       k as (delete from vault.secrets v using auth.second_factors f
             where f.user_id = p_user and v.tenant_id = 'system' and v.secret_id = f.secret_id),
       f as (delete from auth.second_factors where user_id = p_user),
       r as (delete from auth.recovery_codes where user_id = p_user),
       i as (delete from auth.identities where user_id = p_user),
       s as (delete from auth.sessions where user_id = p_user returning 1),
       c as (delete from auth.credentials where user_id = p_user returning 1)
  select (select count(*)::int from s), (select count(*)::int from c)
$$;

-- What is over: it keeps nothing of anybody longer than it is of use.
create function auth.sweep() returns void
language sql volatile security definer set search_path = pg_catalog
as $$
  delete from auth.sessions where expires_at < clock_timestamp();
  delete from auth.links where expires_at < clock_timestamp() - interval '7 days';
  delete from auth.second_steps where expires_at < clock_timestamp();
  delete from auth.issuer_attempts where expires_at < clock_timestamp();
  -- one that is just being counted in stays
  delete from auth.attempts where bucket in (
    select a.bucket from auth.attempts a where a.last_at < clock_timestamp() - interval '1 day' for update skip locked);
  delete from vault.secrets where tenant_id = 'system' and kind = 'access' and created_at < clock_timestamp() - interval '2 days';
$$;

revoke all on function auth.sweep, auth.take_try from public;
grant execute on function auth.take_try to partner_pilot_api, partner_pilot_worker;
grant execute on function auth.sweep to partner_pilot_worker;
grant select, insert, update, delete on auth.links, auth.second_steps, auth.second_factors, auth.recovery_codes, auth.identities,
  auth.issuer_attempts, auth.attempts to partner_pilot_api;
grant select on auth.issuers to partner_pilot_api;
grant select, insert, update, delete on auth.links, auth.issuers, auth.issuer_attempts, auth.attempts to partner_pilot_worker;
