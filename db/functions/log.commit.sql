-- The only way into the log. One statement commits a command: its events and read models, on one or a few streams in the order of their ids. Only
-- point reads by full primary key and no dynamic SQL: the plans must not change as the tables grow. The log is written, or at least locked, before
-- any read model, because a rebuild locks the log against writers (db/read/rebuild.ts).
create or replace function log.commit(
  p_tenant text,
  p_streams text[],      -- ascending
  p_expected int[],      -- the version that each stream must have
  p_counts int[],        -- how many of the events belong to each stream
  p_types text[],
  p_schemas int[],
  p_payloads text,       -- JSON texts, joined by U+001E, which JSON never holds raw: no array of long texts to quote and unquote
  p_states text,         -- the folded state of each stream, joined likewise; empty for a stream that only guards
  p_patches bool[],      -- whether it is the changed keys of the state alone
  p_projections int[],  -- their projection versions
  p_actor text,
  p_correlation text,
  p_causation text,
  p_at timestamptz,
  p_persons text[],      -- whose keys sealed something here, ascending; null: nobody's
  p_key_ids text[],      -- by which key: it must still be there
  p_new_keys text[],     -- wrapped, hex, for a person whose key is made here; null for one who has a key
  p_locks bigint[],      -- advisory locks, taken first; null: none
  p_campaign text        -- a campaign whose row is locked (for share) while its version is checked
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
        insert into vault.person_keys (tenant_id, person_id, key_id, wrapped, created_at)
        values (p_tenant, p_persons[i], p_key_ids[i], decode(p_new_keys[i], 'hex'), p_at);
        -- No event introduces an owner: theirs is the first sealed text of the tenant. Sealed text without a key is an erased owner's.
        -- The streams named here have keys of their own (personOf in events/shared/event.ts).
        if p_persons[i] = 'owner' and exists (
          select from log.events x
          where x.tenant_id = p_tenant and x.payload -> 'p' is not null
            and split_part(x.stream_id, '-', 1) not in ('partner', 'message', 'conversation', 'user', 'suppression') and not starts_with(x.stream_id, 'search-url-')
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
      -- a guard: this stream must not have moved since the decision read it
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
                               case when i = p_counts[s] then v_states[s] end, p_patches[s], p_projections[s], p_actor, p_correlation, p_causation, p_at);
      v_version := v_version + 1;
    end loop;
  end loop;
end $$;

grant execute on function log.commit to partner_pilot_api, partner_pilot_worker;
