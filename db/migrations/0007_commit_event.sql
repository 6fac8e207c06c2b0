-- Most commands are one event on one stream without anything to lock: they get a function of their own that takes plain values, a fifth
-- less work than arrays and loops. log.commit does everything else, and calls it for each event.

-- The head that log.commit_event reads, or its absence, already says that versions begin at 1.
alter table log.events drop constraint events_version_check;

create function log.commit_event(
  p_tenant text,
  p_stream text,
  p_expected int,        -- the version that the stream must have
  p_type text,
  p_schema int,
  p_payload text,        -- JSON
  p_state text,          -- JSON: the folded state after the event; null: another event of the same commit follows
  p_fold int,
  p_actor text,
  p_correlation text,
  p_causation text,
  p_at timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if p_expected = 0 then
    insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, causation_id,
                            recorded_at, hash)
    values (p_tenant, p_stream, 1, p_type, p_schema, p_payload::json, p_actor, p_correlation, p_causation, p_at,
            log.event_hash(p_tenant, p_stream, 1, p_type, p_schema, p_actor, p_correlation, p_causation, p_at, '', p_payload));
  else
    insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, causation_id,
                            recorded_at, hash)
    select p_tenant, p_stream, p_expected + 1, p_type, p_schema, p_payload::json, p_actor, p_correlation, p_causation, p_at,
           log.event_hash(p_tenant, p_stream, p_expected + 1, p_type, p_schema, p_actor, p_correlation, p_causation, p_at, x.hash,
                          p_payload)
    from log.events x
    where x.tenant_id = p_tenant and x.stream_id = p_stream and x.version = p_expected and x.recorded_at <= p_at;
    if not found then
      raise exception 'Stream is not at version %', p_expected using errcode = 'PP001';
    end if;
  end if;
  if p_state is null then
    return;
  end if;
  -- An update costs half of an upsert; a stream without its row gets one. The most frequent kinds come first.
  case split_part(p_stream, '-', 1)
    when 'message' then
      update read.messages set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.messages (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'partner' then
      update read.partners set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.partners (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'search' then
      update read.searches set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.searches (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'campaign' then
      update read.campaigns set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.campaigns (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'quota' then
      update read.quotas set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.quotas (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'credits' then
      update read.credits set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.credits (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'aicall' then
      update read.ai_calls set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.ai_calls (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'profile' then
      update read.profiles set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.profiles (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'mailbox' then
      update read.mailboxes set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.mailboxes (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'suppression' then
      update read.suppressions set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.suppressions (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'user' then
      update read.users set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.users (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'setting' then
      update read.settings set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.settings (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    when 'installation' then
      update read.installations set version = p_expected + 1, fold_version = p_fold, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.installations (tenant_id, stream_id, version, fold_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_fold, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
  end case;
end $$;
create or replace function log.commit(
  p_tenant text,
  p_streams text[],      -- ascending
  p_expected int[],      -- the version that each stream must have
  p_counts int[],        -- how many of the events belong to each stream
  p_types text[],
  p_schemas int[],
  p_payloads text,       -- JSON texts, joined by U+001E, which JSON never holds raw: no array of long texts to quote and unquote
  p_states text,         -- the folded state of each stream, joined likewise; empty for a stream that only guards
  p_folds int[],
  p_actor text,
  p_correlation text,
  p_causation text,
  p_at timestamptz,
  p_persons text[],      -- whose keys sealed something here, ascending; null: nobody's
  p_key_ids text[],      -- by which key: it must still be there
  p_new_keys text[],     -- wrapped, hex, for a person whose key is made here; null for one who has a key
  p_locks bigint[],      -- advisory locks, taken first; null: none
  p_campaign text        -- a campaign whose row is held shared while its version is checked
) returns void language plpgsql security definer set search_path = pg_catalog
as $$
declare
  v_payloads text[] := string_to_array(p_payloads, E'\x1e');
  v_states text[] := string_to_array(p_states, E'\x1e');
  v_stream text;
  v_version int;
  v_lock bigint;
  e int := 0;
begin
  if p_locks is not null then
    foreach v_lock in array p_locks loop
      perform pg_advisory_xact_lock(v_lock);
    end loop;
  end if;
  if p_campaign is not null then
    lock table log.events in row exclusive mode;
    perform 1 from read.campaigns where tenant_id = p_tenant and stream_id = p_campaign for share;
  end if;
  if p_persons is not null then
    for i in 1 .. cardinality(p_persons) loop
      if p_new_keys[i] is null then
        perform 1 from vault.person_keys
        where tenant_id = p_tenant and person_id = p_persons[i] and key_id = p_key_ids[i] for key share;
        if not found then
          raise exception 'The key of a person is gone' using errcode = 'PP003';
        end if;
      else
        insert into vault.person_keys (tenant_id, person_id, key_id, wrapped)
        values (p_tenant, p_persons[i], p_key_ids[i], decode(p_new_keys[i], 'hex'));
        -- No event introduces an owner: theirs is the first sealed text of the tenant. Sealed text without a key is an erased owner's.
        if p_persons[i] = 'owner' and exists (
          select from log.events x
          where x.tenant_id = p_tenant and x.payload -> 'p' is not null
            and split_part(x.stream_id, '-', 1) not in ('partner', 'message', 'user')
        ) then
          raise exception 'The key of a person is gone' using errcode = 'PP003';
        end if;
      end if;
    end loop;
  end if;
  for s in 1 .. cardinality(p_streams) loop
    v_stream := p_streams[s];
    v_version := p_expected[s];
    if p_counts[s] = 0 then
      -- a guard: this stream must still stand where the decision saw it
      if v_version > 0 and not exists (
        select from log.events x where x.tenant_id = p_tenant and x.stream_id = v_stream and x.version = v_version
      ) or exists (
        select from log.events x where x.tenant_id = p_tenant and x.stream_id = v_stream and x.version = v_version + 1
      ) then
        raise exception 'Stream is not at version %', v_version using errcode = 'PP001';
      end if;
      continue;
    end if;
    for i in 1 .. p_counts[s] loop
      e := e + 1;
      perform log.commit_event(p_tenant, v_stream, v_version, p_types[e], p_schemas[e], v_payloads[e],
                               case when i = p_counts[s] then v_states[s] end, p_folds[s], p_actor, p_correlation, p_causation, p_at);
      v_version := v_version + 1;
    end loop;
  end loop;
end $$;

revoke all on function log.commit_event from public;
grant execute on function log.commit_event to partner_pilot_api, partner_pilot_worker;
