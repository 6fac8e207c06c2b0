-- The log: every event, once, for ever. Readable per tenant; written only by log.commit (0004).
create schema log;

create table log.epochs (
  epoch int primary key,
  -- which cluster wrote this epoch: transaction ids of another cluster do not compare with ours
  system_identifier text not null,
  started_at timestamptz not null default clock_timestamp()
);

create table log.events (
  epoch int not null,
  tx xid8 not null default pg_current_xact_id(),
  position bigint generated always as identity,
  tenant_id text not null,
  stream_id text not null,
  version int not null check (version > 0),
  type text not null,
  schema_version int not null,
  -- json, not jsonb: the stored bytes are what is hashed
  payload json not null,
  actor text not null,
  correlation_id text not null,
  causation_id text,
  recorded_at timestamptz not null,
  hash bytea not null,
  constraint events_stream_version primary key (tenant_id, stream_id, version)
);
create index events_tail on log.events (epoch, tx, position);

-- The epoch of new events is the default of their column, so that a commit need not look it up.
create function log.begin_epoch() returns trigger language plpgsql as $$
begin
  execute format('alter table log.events alter column epoch set default %s', new.epoch);
  return new;
end $$;
create trigger epoch_begins after insert on log.epochs for each row execute function log.begin_epoch();

alter table log.events enable row level security;
create policy events_of_tenant on log.events for select using (tenant_id = current_setting('app.tenant', true));

create function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The log is append-only: % of % is refused.', tg_op, tg_table_name using errcode = 'PP002';
end $$;
create trigger events_append_only before update or delete or truncate on log.events
  for each statement execute function log.refuse_change();
alter table log.events enable always trigger events_append_only;

-- How far a named reader of the whole log has come.
create table log.checkpoints (
  name text primary key,
  epoch int not null default 0,
  tx xid8 not null default '0',
  position bigint not null default 0,
  updated_at timestamptz not null default clock_timestamp()
);

-- Netstrings: each field with its length in bytes before it, so that no two different events have the same bytes.
-- Stable, as its parts are, so that the planner puts its body in the place of the call: half the time.
create function log.event_hash(
  p_tenant text, p_stream text, p_version int, p_type text, p_schema int, p_actor text, p_correlation text, p_causation text,
  p_at timestamptz, p_previous bytea, p_payload text
) returns bytea language sql stable parallel safe
return sha256(convert_to(format('%s:%s,%s:%s,%s,%s:%s,%s,%s:%s,%s:%s,%s,%s,%s,%s:%s',
  octet_length(p_tenant), p_tenant,
  octet_length(p_stream), p_stream,
  p_version,
  octet_length(p_type), p_type,
  p_schema,
  octet_length(p_actor), p_actor,
  octet_length(p_correlation), p_correlation,
  coalesce(octet_length(p_causation)::text || ':' || p_causation, '-'),
  (date_part('epoch', p_at) * 1000000)::bigint,
  encode(p_previous, 'hex'),
  octet_length(p_payload), p_payload
), 'UTF8'));

-- Events after a cursor, of all tenants, in an order that loses none: rows of the current epoch only below the horizon of open transactions.
create function log.tail(p_epoch int, p_tx xid8, p_position bigint, p_limit int)
returns table (
  epoch int, tx text, "position" bigint, tenant_id text, stream_id text, version int, type text, schema_version int, payload json,
  actor text, correlation_id text, causation_id text, recorded_at timestamptz
) language sql stable security definer set search_path = pg_catalog rows 100
as $$
  select e.epoch, e.tx::text, e.position, e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload,
         e.actor, e.correlation_id, e.causation_id, e.recorded_at
  from log.events e
  where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position)
    and (e.epoch < (select max(x.epoch) from log.epochs x) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
  order by e.epoch, e.tx, e.position
  limit p_limit
$$;

-- The same without content: which streams moved. This is all that the API may read across tenants.
create function log.tail_heads(p_epoch int, p_tx xid8, p_position bigint, p_limit int)
returns table (epoch int, tx text, "position" bigint, tenant_id text, stream_id text, version int, type text)
language sql stable security definer set search_path = pg_catalog rows 100
as $$
  select e.epoch, e.tx::text, e.position, e.tenant_id, e.stream_id, e.version, e.type
  from log.events e
  where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position)
    and (e.epoch < (select max(x.epoch) from log.epochs x) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
  order by e.epoch, e.tx, e.position
  limit p_limit
$$;

-- The cursor from which a new reader that wants only news may start: just below the horizon.
create function log.tail_now() returns table (epoch int, tx text, "position" bigint)
language sql stable security definer set search_path = pg_catalog
as $$
  select (select max(x.epoch) from log.epochs x), pg_snapshot_xmin(pg_current_snapshot())::text, 0::bigint
$$;

-- The oldest open writing transaction holds every tail back: its age in seconds, for health.
create function log.horizon_age() returns double precision
language sql stable security definer set search_path = pg_catalog
as $$
  select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::double precision
  from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
$$;
