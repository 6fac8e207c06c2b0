-- What a reader of a tenant needs first: the version of all that its screens show, and the people with older rows in lists, at
-- most `p_limit`. It looks at events that the projector has not come to yet, also at those above the horizon.
-- The version names how many events the tenant has, the kept checks, and what lies in the tenant `system`: the owner's account, the installation, and a
-- freeze. Above the horizon an event may appear below the newest, so no place would do. What lies before the projector's place and after it adds up to
-- the same wherever that place is.
create or replace function lists.news(p_tenant text, p_limit int) returns table (version text, people text[])
language plpgsql stable security definer set search_path = pg_catalog
as $$
declare
  v_from lists.reached;
begin
  select * into v_from from lists.reached;
  version := coalesce((select t.events from lists.tenants t where t.tenant_id = p_tenant), 0) + (
    select count(*) from log.events x
    where (x.epoch, x.tx, x.position) > (v_from.epoch, v_from.tx, v_from.position) and x.tenant_id = p_tenant);
  version := version || coalesce((select '+' || k.n from queue.kept_checks k where k.tenant_id = p_tenant), '') || '@' || (
    select max(e.epoch) from log.epochs e) || coalesce((
    select string_agg('.' || h.version, '' order by s.stream_id)
    from (
      select 'installation-main' as stream_id union all select 'user-' || o.user_id from read.owners_of(array[p_tenant]) o
    ) s cross join lateral (
      select x.version from log.events x
      where x.tenant_id = 'system' and x.stream_id = s.stream_id order by x.version desc limit 1) h), '');
  select array_agg(d.partner_id) into people from (
    select b.partner_id from lists.behind b where b.tenant_id = p_tenant
    union
    select p.partner_id from log.events x, lists.people_of(x.tenant_id, x.stream_id, x.type) p
    where (x.epoch, x.tx, x.position) > (v_from.epoch, v_from.tx, v_from.position) and x.tenant_id = p_tenant
    limit p_limit) d;
  people := coalesce(people, '{}');
  return next;
end $$;

grant execute on function lists.news to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
