-- The first of some lines of ERASURES_FILE whose erasure this database lacks; null: none. A line is written before its erasure is committed,
-- so an open erasure of its tenant may be the one. A search has no open erasure, so only an unknown one counts.
create or replace function log.lacking_erasure(p_tenants text[], p_persons text[], p_ats timestamptz[]) returns int
language sql stable security definer set search_path = pg_catalog
as $$
  select min(l.n)::int
  from unnest(p_tenants, p_persons, p_ats) with ordinality as l (tenant, person, at, n)
  cross join lateral (
    select
      exists (select from log.events v where v.tenant_id = l.tenant and v.stream_id = l.person) as known,
      exists (
        select from vault.person_keys k
        where k.tenant_id = l.tenant and k.person_id = l.person and k.created_at <= l.at) as has_key) has
  where not log.frozen_since(l.at)
    and not exists (
      select from read.erasures o
      where o.state->>'status' = 'open'
        and o.tenant_id = case when l.tenant = 'system'
          then (select u.owned_workspace_id from read.users u where u.tenant_id = 'system' and u.stream_id = l.person) else l.tenant end)
    and case
      when l.person = 'owner' then has.has_key
      when l.person like 'search-%' then not has.known
      when l.person like 'suppression-%' then not exists (
        select from log.events v
        where v.tenant_id = l.tenant and v.stream_id = l.person and v.payload->'d'->>'reason' = 'erased')
      else has.has_key or not has.known
    end
$$;

grant execute on function log.lacking_erasure to partner_pilot_worker, partner_pilot_audit;
