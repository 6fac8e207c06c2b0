-- Adds a delivery for each webhook that subscribes to one of these events, in their order. p_only: the one webhook that it goes to; null: all.
-- `event`: its number in the arrays. The id of a delivery follows from the event's hash, since a restored log may hold another event at its place.
create or replace function queue.add_deliveries(p_tenants text[], p_streams text[], p_versions int[], p_types text[], p_only text[])
returns table (event int, webhook_id text)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    with wanted as materialized (
      select e.*, w->>'id' as webhook_id, 'msg_' || left(encode(sha256(v.hash || convert_to(w->>'id', 'UTF8')), 'hex'), 32) as delivery_id
      from unnest(p_tenants, p_streams, p_versions, p_types, p_only) with ordinality e (tenant_id, stream_id, version, type, only_to, place)
      join read.webhooks r on r.tenant_id = e.tenant_id and r.stream_id = 'webhooks-' || e.tenant_id
      cross join lateral jsonb_array_elements(r.state->'items') w
      join log.events v on v.tenant_id = e.tenant_id and v.stream_id = e.stream_id and v.version = e.version
      where w->'off' = 'null'::jsonb and (w->>'id' = e.only_to or (e.only_to is null and w->'events' ? e.type))
    ), added as (
      insert into queue.webhook_deliveries (tenant_id, webhook_id, delivery_id, event, type)
      select x.tenant_id, x.webhook_id, x.delivery_id, x.stream_id || '@' || x.version, x.type from wanted x order by x.place
      on conflict do nothing
    )
    select x.place::int, x.webhook_id from wanted x;
end $$;

grant execute on function queue.add_deliveries to partner_pilot_worker;
