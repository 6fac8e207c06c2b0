-- Newest first, of one tenant or of all: what matches among the p_look events before a place of the log. Whole rows come only for what matches, and
-- the look ends with p_limit of them. Events of the owner's account lie in the tenant `system`, and belong to the history of the workspace, too. It
-- crosses tenants: the API lets only admins, and the feed's token, name another tenant than the signed-in one. No index is made for it, because every
-- commit would pay for it. A call looks through a bounded number of events instead, and says how far it came.
create or replace function log.history_look(
  p_tenant text,         -- null: all
  p_kind text,           -- null: any; likewise below
  p_type text,
  p_actor text,          -- a regular expression
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
  where (p_tenant is null or e.tenant_id = p_tenant or (e.tenant_id = 'system'
      and e.stream_id = any (array(select 'user-' || o.user_id from read.owners_of(array[p_tenant]) o))))
    and (p_kind is null or starts_with(e.stream_id, p_kind || '-'))
    and (p_type is null or e.type = p_type)
    and (p_actor is null or e.actor ~ p_actor)
    and (p_correlation is null or e.correlation_id = p_correlation)
    and (p_from is null or e.recorded_at >= p_from)
    and (p_to is null or e.recorded_at <= p_to)
  order by e.epoch desc, e.tx desc, e.position desc
  limit p_limit
$$;

grant execute on function log.history_look to partner_pilot_api, partner_pilot_audit;
