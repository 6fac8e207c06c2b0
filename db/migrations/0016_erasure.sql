-- Erasures: a stream each is the receipt (events/privacy/erasure.ts). Only the worker and the owner destroy keys, by functions that name what goes.
create table read.erasures (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
create index erasures_fold on read.erasures using brin (fold_version) with (autosummarize = on);
alter table read.erasures enable row level security;
create policy of_tenant on read.erasures for select using (tenant_id = current_setting('app.tenant', true));
grant select on read.erasures to partner_pilot_api, partner_pilot_worker;

-- One more kind of stream, as the last branch: the others are found as soon as before. The functions are taken as they stand.
do $$
declare
  v_function text;
  v_write text := $branch$
    when 'erasure' then
      update read.erasures set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.erasures (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
  end case;$branch$;
  v_read text := $branch$
      when 'erasure' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.erasures r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
    end case;$branch$;
  -- a search for one person has a key of its own, so its sealed text says nothing about the owner's key
  v_rule text := $rule$not in ('partner', 'message', 'user', 'suppression')$rule$;
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

  select pg_get_functiondef(p.oid) into v_function from pg_proc p
  where p.pronamespace = 'log'::regnamespace and p.proname = 'commit';
  if position(v_rule in v_function) = 0 then
    raise exception 'log.commit has no rule about the streams without the key of the owner';
  end if;
  execute replace(v_function, v_rule, v_rule || $rule$ and not starts_with(x.stream_id, 'search-url-')$rule$);
end $$;

-- Whoever commits for a person holds that person's key shared, so this waits for them, and whoever comes later finds none.
create function vault.destroy_keys(p_tenant text, p_persons text[]) returns int
language plpgsql volatile security definer set search_path = pg_catalog
as $$
declare
  v_destroyed int;
begin
  -- in the order in which commits lock them
  perform 1 from vault.person_keys where tenant_id = p_tenant and person_id = any (p_persons) order by person_id for update;
  delete from vault.person_keys where tenant_id = p_tenant and person_id = any (p_persons);
  get diagnostics v_destroyed = row_count;
  return v_destroyed;
end $$;

-- All of a tenant's secrets; the installation's own are no tenant's.
create function vault.forget_secrets(p_tenant text) returns int
language plpgsql volatile security definer set search_path = pg_catalog
as $$
declare
  v_forgotten int;
begin
  delete from vault.secrets where tenant_id = p_tenant and tenant_id <> 'system';
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end $$;

-- A table of sign-in that is added later and names users belongs in here.
create function auth.forget_user(p_user text) returns table (sessions int, passwords int)
language sql volatile security definer set search_path = pg_catalog
as $$
  with s as (delete from auth.sessions where user_id = p_user returning 1),
       c as (delete from auth.credentials where user_id = p_user returning 1)
  select (select count(*)::int from s), (select count(*)::int from c)
$$;

-- Who was deleted before a moment and is not erased: partners by their streams, tenants by their user's (`system`). A tenant that was erased
-- and has keys again is among them: a call that was under way may have brought somebody in.
create function read.people_to_erase(p_before text, p_limit int) returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  (select p.tenant_id, p.stream_id from read.partners p
   where p.status = 'deleted' and not (p.state->>'erased')::boolean and p.state->>'decidedAt' <= p_before
   limit p_limit)
  union all
  (select u.tenant_id, u.stream_id from read.users u
   where u.tenant_id = 'system' and u.state->>'status' = 'deleted'
     and case when u.state->'account' = 'null'::jsonb
           then exists (select from vault.person_keys k where k.tenant_id = substr(u.stream_id, 6))
           else u.recorded_at <= p_before::timestamptz end
   limit p_limit)
$$;

-- Erasures that were asked for and are not done: their jobs may have been lost with a queue that no backup keeps.
create function read.open_erasures() returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.tenant_id, e.stream_id from read.erasures e where e.state->>'status' = 'open' order by e.state->>'requestedAt'
$$;

-- The receipts of all tenants, the newest first: ids, HMACs and counts.
create function read.all_erasures(p_limit int) returns table (tenant_id text, stream_id text, state jsonb)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.tenant_id, e.stream_id, e.state from read.erasures e order by e.state->>'requestedAt' desc limit p_limit
$$;

-- A rebuild that was killed leaves rows behind that no erasure reaches. false: one is under way, and makes all of its rows right at its end.
create function log.drop_unfinished_rows() returns boolean
language plpgsql volatile security definer set search_path = pg_catalog
as $$
begin
  if to_regnamespace('read_next') is null and to_regnamespace('read_old') is null then
    return true;
  end if;
  -- the lock of a rebuild (db/read/oneRebuild.ts)
  if not pg_try_advisory_xact_lock(7061726175) then
    return false;
  end if;
  drop schema if exists read_next cascade;
  drop schema if exists read_old cascade;
  return true;
end $$;

revoke all on function vault.destroy_keys, vault.forget_secrets, auth.forget_user, read.people_to_erase, read.open_erasures,
  read.all_erasures,  log.drop_unfinished_rows from public;
grant usage on schema auth to partner_pilot_worker;
grant execute on function vault.destroy_keys, vault.forget_secrets, auth.forget_user, read.people_to_erase, read.open_erasures,
  log.drop_unfinished_rows
  to partner_pilot_worker;
grant execute on function read.all_erasures to partner_pilot_api;

-- The planner's statistics are samples of a column's values. Of people, keys and secrets there must be none: what is erased would stay there
-- until the next analyse. No plan depends on them. (A rebuild makes its tables in the same way: db/read/nextTables.ts.)
do $$
declare
  v_table name;
begin
  for v_table in select relname from pg_class where relnamespace = 'read'::regnamespace and relkind = 'r' loop
    execute format('alter table read.%I alter column state set statistics 0', v_table);
    -- what was sampled so far; where neither is possible, the next rebuild leaves it behind
    if exists (select from pg_proc where proname = 'pg_clear_attribute_stats') then
      perform pg_clear_attribute_stats('read', v_table::text, 'state', false);
    elsif (select rolsuper from pg_roles where rolname = current_user) then
      delete from pg_statistic s using pg_attribute a
      where a.attrelid = format('read.%I', v_table)::regclass and a.attname = 'state'
        and s.starelid = a.attrelid and s.staattnum = a.attnum;
    end if;
  end loop;
end $$;
-- changing a type, also to the same one, forgets what was sampled; it does not rewrite the table
alter table vault.person_keys alter column wrapped type bytea, alter column wrapped set statistics 0;
alter table vault.secrets alter column sealed type bytea, alter column sealed set statistics 0;
alter table auth.credentials alter column password_hash type text, alter column password_hash set statistics 0;
