-- Deletes the deliveries of webhooks that are older than p_days.
create or replace function queue.sweep_deliveries(p_days int) returns void
language sql security definer set search_path = pg_catalog
as $$
  delete from queue.webhook_deliveries d where d.created_at < now() - make_interval(days => p_days)
$$;

grant execute on function queue.sweep_deliveries to partner_pilot_worker;
