-- One step of the projector: looks through the next events of the log for people whose rows are to be made again, and puts them down. Answers how many
-- events it saw; null: another process is at it.
create or replace function lists.follow(p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  v_from lists.reached;
  v_seen int;
begin
  select * into v_from from lists.reached;
  -- most looks find nothing: a lock would make each of them a transaction that writes
  if not exists (select from log.tail_heads(v_from.epoch, v_from.tx, v_from.position, 1)) then
    return 0;
  end if;
  select * into v_from from lists.reached for update skip locked;
  if not found then
    return null;
  end if;
  with heads as materialized (
    select h.epoch, h.tx::xid8 as tx, h.position, h.tenant_id, h.stream_id, h.version, h.type
    from log.tail_heads(v_from.epoch, v_from.tx, v_from.position, p_limit) h
  ), concerned as (
    insert into lists.behind (tenant_id, partner_id)
    select distinct h.tenant_id, p.partner_id from heads h, lists.people_of(h.tenant_id, h.stream_id, h.type) p order by 1, 2
    on conflict do nothing
  ), quarters as (
    insert into lists.event_quarters as q (tenant_id, at, events, approved, sent, first, last)
    select e.tenant_id, date_bin('15 minutes', e.recorded_at, 'epoch'), count(*), count(*) filter (where e.type = 'PartnerApproved'),
      count(*) filter (where e.type in ('EmailSent', 'EmailMarkedSent') and not starts_with(split_part(e.stream_id, '.', 3), 'a')),
      min(e.recorded_at), max(e.recorded_at)
    from heads h join log.events e on e.tenant_id = h.tenant_id and e.stream_id = h.stream_id and e.version = h.version
    group by 1, 2 order by 1, 2
    on conflict (tenant_id, at) do update set events = q.events + excluded.events, approved = q.approved + excluded.approved,
      sent = q.sent + excluded.sent, first = least(q.first, excluded.first), last = greatest(q.last, excluded.last)
  ), tenants as (
    insert into lists.tenants as t (tenant_id, events)
    select h.tenant_id, count(*) from heads h group by 1 order by 1
    on conflict (tenant_id) do update set events = t.events + excluded.events
  ), moved as (
    update lists.reached r set epoch = h.epoch, tx = h.tx, position = h.position
    from (select x.epoch, x.tx, x.position from heads x order by x.epoch desc, x.tx desc, x.position desc limit 1) h
  )
  select count(*) into v_seen from heads;
  return v_seen;
end $$;

grant execute on function lists.follow to partner_pilot_api, partner_pilot_worker;
