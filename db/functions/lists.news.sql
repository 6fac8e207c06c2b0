-- What a reader of a tenant's lists must know first: `newest`, the place of its newest event with the number of kept checks, which is the version of all its lists; and the
-- people whose rows are older, at most `p_limit`. It looks at events that the projector has not come to yet, also at those above the horizon.
create or replace function lists.news(p_tenant text, p_limit int) returns table (newest text, people text[])
language plpgsql stable security definer set search_path = pg_catalog
as $$
declare
  v_from lists.reached;
begin
  select * into v_from from lists.reached;
  select t.newest into newest from lists.tenants t where t.tenant_id = p_tenant;
  select coalesce(max(e.epoch || '.' || e.tx || '.' || e.position), newest, '') into newest from (
    select x.epoch, x.tx, x.position from log.events x
    where (x.epoch, x.tx, x.position) > (v_from.epoch, v_from.tx, v_from.position) and x.tenant_id = p_tenant
    order by x.epoch desc, x.tx desc, x.position desc limit 1) e;
  newest := newest || coalesce((select '+' || k.n from queue.kept_checks k where k.tenant_id = p_tenant), '');
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
