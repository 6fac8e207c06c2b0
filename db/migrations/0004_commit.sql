-- The one way into the log. One statement commits a command: its events and the folded rows, on one or a few streams in the order of their ids.
-- Only point reads by full primary key and no dynamic SQL: the plans must not drift as the tables grow.
-- The log is written, or at least locked, before any row: a rebuild holds the log to keep all writers out (db/read/rebuild.ts).
-- Every expression here costs about 1 µs a commit and every statement about 10, so the head is read by the very statement that inserts.
create function log.commit(
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
      if v_version = 0 then
        insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, causation_id,
                                recorded_at, hash)
        values (p_tenant, v_stream, 1, p_types[e], p_schemas[e], v_payloads[e]::json, p_actor, p_correlation, p_causation, p_at,
                log.event_hash(p_tenant, v_stream, 1, p_types[e], p_schemas[e], p_actor, p_correlation, p_causation, p_at, '',
                               v_payloads[e]));
      else
        insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, causation_id,
                                recorded_at, hash)
        select p_tenant, v_stream, v_version + 1, p_types[e], p_schemas[e], v_payloads[e]::json, p_actor, p_correlation, p_causation,
               p_at, log.event_hash(p_tenant, v_stream, v_version + 1, p_types[e], p_schemas[e], p_actor, p_correlation, p_causation,
                                    p_at, x.hash, v_payloads[e])
        from log.events x
        where x.tenant_id = p_tenant and x.stream_id = v_stream and x.version = v_version and x.recorded_at <= p_at;
        if not found then
          raise exception 'Stream is not at version %', v_version using errcode = 'PP001';
        end if;
      end if;
      v_version := v_version + 1;
    end loop;
    -- An update costs half of an upsert; a stream without its row gets one. The most frequent kinds come first.
    case split_part(v_stream, '-', 1)
      when 'message' then
        if p_expected[s] > 0 then
          update read.messages set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.messages (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'partner' then
        if p_expected[s] > 0 then
          update read.partners set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.partners (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'search' then
        if p_expected[s] > 0 then
          update read.searches set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.searches (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'campaign' then
        if p_expected[s] > 0 then
          update read.campaigns set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.campaigns (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'quota' then
        if p_expected[s] > 0 then
          update read.quotas set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.quotas (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'credits' then
        if p_expected[s] > 0 then
          update read.credits set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.credits (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'aicall' then
        if p_expected[s] > 0 then
          update read.ai_calls set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.ai_calls (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'profile' then
        if p_expected[s] > 0 then
          update read.profiles set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.profiles (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'mailbox' then
        if p_expected[s] > 0 then
          update read.mailboxes set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.mailboxes (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'suppression' then
        if p_expected[s] > 0 then
          update read.suppressions set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.suppressions (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'user' then
        if p_expected[s] > 0 then
          update read.users set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.users (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'setting' then
        if p_expected[s] > 0 then
          update read.settings set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.settings (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
      when 'installation' then
        if p_expected[s] > 0 then
          update read.installations set version = v_version, fold_version = p_folds[s], recorded_at = p_at, state = v_states[s]::jsonb
          where tenant_id = p_tenant and stream_id = v_stream;
        end if;
        if p_expected[s] = 0 or not found then
          insert into read.installations (tenant_id, stream_id, version, fold_version, recorded_at, state)
          values (p_tenant, v_stream, v_version, p_folds[s], p_at, v_states[s]::jsonb)
          on conflict (tenant_id, stream_id) do update
          set version = excluded.version, fold_version = excluded.fold_version, recorded_at = excluded.recorded_at, state = excluded.state;
        end if;
    end case;
  end loop;
end $$;

-- The rows of some streams, in one statement: what a command starts from. It does not lie in the schema read, which a rebuild replaces.
create function log.load(p_tenant text, p_streams text[])
returns table (stream_id text, version int, fold_version int, at timestamptz, state jsonb)
language plpgsql stable security definer set search_path = pg_catalog rows 3
as $$
declare
  v_stream text;
begin
  foreach v_stream in array p_streams loop
    case split_part(v_stream, '-', 1)
      when 'message' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.messages r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'partner' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.partners r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'search' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.searches r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'campaign' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.campaigns r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'quota' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.quotas r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'credits' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.credits r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'aicall' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.ai_calls r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'profile' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.profiles r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'mailbox' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.mailboxes r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'suppression' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.suppressions r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'user' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.users r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'setting' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.settings r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      when 'installation' then
        return query select r.stream_id, r.version, r.fold_version, r.recorded_at, r.state from read.installations r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
    end case;
  end loop;
end $$;
