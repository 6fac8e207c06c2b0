-- Readers of the log's history for people and for other programs. They cross tenants, so each is a function with a grant of its own; the API
-- lets only admins (and the feed's token) name another tenant than the signed-in one.
-- No index is made for them: every commit would pay for it. A call looks through a bounded number of events instead, and says how far it came.

-- Newest first, of one tenant or of all: what matches among the p_look events before a place of the log. Whole rows come only for what
-- matches, and the look ends with p_limit of them.
create function log.history_look(
  p_tenant text,         -- null: all
  p_kind text,           -- null: any; likewise below
  p_type text,
  p_actor text,
  p_correlation text,
  p_from timestamptz,
  p_to timestamptz,
  p_epoch int,           -- strictly before this place
  p_tx xid8,
  p_position bigint,
  p_limit int,
  p_look int
)
returns table (
  epoch int, tx text, "position" bigint, tenant_id text, stream_id text, version int, type text, schema_version int, payload text,
  actor text, correlation_id text, causation_id text, recorded_at timestamptz, hash bytea
) language sql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_bitmapscan = off rows 50
as $$
  select e.epoch, e.tx::text, e.position, e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload::text,
         e.actor, e.correlation_id, e.causation_id, e.recorded_at, e.hash
  from (
    select v.* from log.events v
    where (v.epoch, v.tx, v.position) < (p_epoch, p_tx, p_position)
    order by v.epoch desc, v.tx desc, v.position desc
    limit p_look
  ) e
  where (p_tenant is null or e.tenant_id = p_tenant)
    and (p_kind is null or starts_with(e.stream_id, p_kind || '-'))
    and (p_type is null or e.type = p_type)
    and (p_actor is null or e.actor = p_actor)
    and (p_correlation is null or e.correlation_id = p_correlation)
    and (p_from is null or e.recorded_at >= p_from)
    and (p_to is null or e.recorded_at <= p_to)
  order by e.epoch desc, e.tx desc, e.position desc
  limit p_limit
$$;

-- The last of the p_look events before a place: where such a look ended. No row: it came to the beginning of the log.
create function log.history_look_end(p_epoch int, p_tx xid8, p_position bigint, p_look int)
returns table (epoch int, tx text, "position" bigint, recorded_at timestamptz)
language sql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_bitmapscan = off rows 1
as $$
  -- the places alone are in the index: no row is visited but the last one
  select v.epoch, v.tx::text, v.position, v.recorded_at
  from (
    select e.epoch, e.tx, e.position from log.events e
    where (e.epoch, e.tx, e.position) < (p_epoch, p_tx, p_position)
    order by e.epoch desc, e.tx desc, e.position desc
    offset p_look - 1 limit 1
  ) l join log.events v on v.epoch = l.epoch and v.tx = l.tx and v.position = l.position
$$;

-- A place of the log before which all events recorded up to a time lie: found by halving, since times grow with places but for the differences
-- between clocks. Callers ask for a time a little later than they mean.
create function log.place_after(p_at timestamptz) returns table (epoch int, tx text, "position" bigint)
language plpgsql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_bitmapscan = off rows 1
as $$
declare
  v_epoch int;
  v_of int;
  v_low bigint;
  v_high bigint;
  v_middle bigint;
  v_found timestamptz;
begin
  for v_epoch in select x.epoch from log.epochs x order by x.epoch desc loop
    -- rows are compared with places alone: another condition would make the planner walk through all that it leaves
    select v.epoch, v.tx::text::bigint, v.recorded_at into v_of, v_low, v_found from log.events v
    where (v.epoch, v.tx, v.position) >= (v_epoch, '0'::xid8, 0)
    order by v.epoch, v.tx, v.position limit 1;
    continue when not found or v_of > v_epoch or v_found > p_at;
    select v.tx::text::bigint + 1 into v_high from log.events v
    where (v.epoch, v.tx, v.position) < (v_epoch + 1, '0'::xid8, 0)
    order by v.epoch desc, v.tx desc, v.position desc limit 1;
    while v_high - v_low > 1 loop
      v_middle := v_low + (v_high - v_low) / 2;
      select v.recorded_at into v_found from log.events v
      where (v.epoch, v.tx, v.position) >= (v_epoch, v_middle::text::xid8, 0)
      order by v.epoch, v.tx, v.position limit 1;
      if v_found > p_at then
        v_high := v_middle;
      else
        v_low := v_middle;
      end if;
    end loop;
    return query select v_epoch, v_high::text, 0::bigint;
    return;
  end loop;
end $$;

-- The whole log for other programs, oldest first, in the order of log.tail and with what proves each event: sealed parts stay sealed.
create function log.feed(p_epoch int, p_tx xid8, p_position bigint, p_limit int)
returns table (
  epoch int, tx text, "position" bigint, tenant_id text, stream_id text, version int, type text, schema_version int, payload text,
  actor text, correlation_id text, causation_id text, recorded_at timestamptz, hash bytea
) language sql stable security definer set search_path = pg_catalog rows 1000
as $$
  select e.epoch, e.tx::text, e.position, e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload::text,
         e.actor, e.correlation_id, e.causation_id, e.recorded_at, e.hash
  from log.events e
  where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position)
    and (e.epoch < (select max(x.epoch) from log.epochs x) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
  order by e.epoch, e.tx, e.position
  limit least(p_limit, 1000)
$$;

-- log.sending_frozen, as it was at a moment.
create function log.sending_frozen_at(p_at timestamptz) returns table (epoch int, since timestamptz, why text, lost_from timestamptz)
language sql stable security definer set search_path = pg_catalog rows 1
as $$
  select e.epoch, e.started_at, e.why, e.lost_from from log.epochs e
  where e.epoch = (select max(x.epoch) from log.epochs x where x.started_at <= p_at)
    and e.epoch > (select min(x.epoch) from log.epochs x)
    and not exists (
      select from log.events v
      where v.tenant_id = 'system' and v.stream_id = 'installation-main' and v.type = 'SendingReleased' and v.recorded_at <= p_at
        and (v.payload->'d'->>'epoch')::int >= e.epoch)
$$;

revoke all on function log.history_look, log.history_look_end, log.place_after, log.feed, log.sending_frozen_at from public;
grant execute on function log.history_look, log.history_look_end, log.place_after, log.feed, log.sending_frozen_at to partner_pilot_api;
