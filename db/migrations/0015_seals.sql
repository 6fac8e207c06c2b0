-- Seals: each one covers the events after the one before it, in the order of the tail, and is signed by a key that follows from SECRET_KEY:
-- whoever owns these tables, but not that key, cannot make one (db/seal/).
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
create trigger seals_append_only before update or delete or truncate on log.seals
  for each statement execute function log.refuse_change();
alter table log.seals enable always trigger seals_append_only;

-- The events after a place, as the leaves of a seal: 52 bytes each (epoch, transaction and position in network order, and the hash), in the
-- order of the tail and below its horizon: so nothing can come to stand before the last one later.
create function log.unsealed(p_epoch int, p_tx xid8, p_position bigint, p_limit int) returns bytea
language sql stable security definer set search_path = pg_catalog
as $$
  select string_agg(int4send(x.epoch) || xid8send(x.tx) || int8send(x.position) || x.hash, ''::bytea
                    order by x.epoch, x.tx, x.position)
  from (
    select e.epoch, e.tx, e.position, e.hash from log.events e
    where (e.epoch, e.tx, e.position) > (p_epoch, p_tx, p_position)
      and (e.epoch < (select max(m.epoch) from log.epochs m) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
    order by e.epoch, e.tx, e.position
    limit p_limit) x
$$;

-- Adds the seal that follows the newest one. False: somebody else was faster.
create function log.add_seal(
  p_number bigint, p_epoch int, p_tx xid8, p_position bigint, p_events int, p_root text, p_previous text, p_sealed_at timestamptz,
  p_signature text  -- all three in hex
) returns boolean language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into log.seals (number, epoch, tx, position, events, root, previous, sealed_at, signature)
  select p_number, p_epoch, p_tx, p_position, p_events, decode(p_root, 'hex'), decode(p_previous, 'hex'), p_sealed_at,
         decode(p_signature, 'hex')
  where p_number = 1 + coalesce((select max(s.number) from log.seals s), 0)
  on conflict (number) do nothing;
  return found;
end $$;

revoke all on function log.unsealed, log.add_seal from public;
grant execute on function log.unsealed, log.add_seal to partner_pilot_worker;
grant select on log.seals to partner_pilot_api, partner_pilot_worker;
