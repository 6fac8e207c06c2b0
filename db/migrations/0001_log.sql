-- The log: every event, once, permanently. Readable per tenant; written only by log.commit.
create schema log;
grant usage on schema log to partner_pilot_api, partner_pilot_worker;

-- An epoch that is not the first began because the database is a restored one (functions/log.sending_frozen.sql).
create table log.epochs (
  epoch int primary key,
  -- which cluster wrote this epoch: transaction ids of another cluster do not compare with ours
  system_identifier text not null,
  started_at timestamptz not null default clock_timestamp(),
  -- first | other_cluster | behind | restored | by_hand
  why text not null default 'other_cluster',
  -- from when on this database does not know what happened
  lost_from timestamptz,
  -- what a file outside of the database said that proves it an older copy
  detail text
);
grant select on log.epochs to partner_pilot_api, partner_pilot_worker;

create table log.events (
  epoch int not null,
  tx xid8 not null default pg_current_xact_id(),
  position bigint generated always as identity,
  tenant_id text not null,
  stream_id text not null,
  -- from 1: log.commit_event reads the event before, or finds none
  version int not null,
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
alter table log.events enable row level security;
create policy events_of_tenant on log.events for select using (tenant_id = current_setting('app.tenant', true));
grant select on log.events to partner_pilot_api, partner_pilot_worker;

-- How far a named reader of the whole log has come.
create table log.checkpoints (
  name text primary key,
  epoch int not null default 0,
  tx xid8 not null default '0',
  position bigint not null default 0,
  updated_at timestamptz not null default clock_timestamp()
);
grant select, insert, update on log.checkpoints to partner_pilot_worker;

-- Seals: each one covers the events after the one before it, in the order of the tail, and is signed by a key that follows from SECRET_KEY.
-- Who owns these tables, but not that key, cannot make one (db/seal/).
create table log.seals (
  number bigint primary key,
  -- the last event that it covers
  epoch int not null,
  tx xid8 not null,
  position bigint not null,
  events int not null check (events between 1 and 4096),
  -- of a Merkle tree (RFC 6962) over the place and the hash of each event
  root bytea not null,
  -- of the seal before, over all that it says and its signature; empty for the first one
  previous bytea not null,
  sealed_at timestamptz not null,
  signature bytea not null
);
grant select on log.seals to partner_pilot_api, partner_pilot_worker;
