-- Most commands are one event on one stream without anything to lock. They call this function with plain values: a fifth less work than arrays and
-- loops. log.commit does the rest, and calls it for each event. Each expression here costs about 1 µs a commit, and each statement about 10. So the
-- statement that inserts also reads the head.
create or replace function log.commit_event(
  p_tenant text,
  p_stream text,
  p_expected int,        -- the version that the stream must have
  p_type text,
  p_schema int,
  p_payload text,        -- JSON
  p_state text,          -- JSON: the folded state after the event; null: another event of the same commit follows
  p_patch bool,          -- p_state has the changed keys alone
  p_projection int,
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
    -- for each kind
    when '{kind}' then
      if p_patch then
        update read.{table} set version = p_expected + 1, recorded_at = p_at, state = state || p_state::jsonb
        where tenant_id = p_tenant and stream_id = p_stream and projection_version = p_projection;
        -- another version of the program made the row since it was read: the command is decided again
        if not found then
          raise exception 'The row is not of projection version %', p_projection using errcode = 'PP001';
        end if;
        return;
      end if;
      update read.{table} set version = p_expected + 1, projection_version = p_projection, recorded_at = p_at, state = p_state::jsonb
      where tenant_id = p_tenant and stream_id = p_stream;
      if not found then
        insert into read.{table} (tenant_id, stream_id, version, projection_version, recorded_at, state)
        values (p_tenant, p_stream, p_expected + 1, p_projection, p_at, p_state::jsonb)
        on conflict (tenant_id, stream_id) do update
        set version = excluded.version, projection_version = excluded.projection_version, recorded_at = excluded.recorded_at, state = excluded.state;
      end if;
    -- end
  end case;
end $$;

grant execute on function log.commit_event to partner_pilot_api, partner_pilot_worker;
