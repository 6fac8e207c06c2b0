-- What the live worker processes measured last, a JSON array each (db/process/processMetrics.ts).
create or replace function queue.worker_metrics() returns table (metrics json)
language sql stable security definer set search_path = pg_catalog
as $$
  select w.metrics from queue.workers w
  where w.beat_at > clock_timestamp() - interval '30 seconds' and w.metrics is not null
  limit 50
$$;

grant execute on function queue.worker_metrics to partner_pilot_api;
