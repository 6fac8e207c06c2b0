-- A worker makes the queue when it first starts. plpgsql plans a statement when it comes to it, so the names need not exist before. The tables have
-- row-level security for all but their owner, the worker's role. The owner of these functions is a member of it. The API may not read the queue
-- itself.
create or replace function queue.depth() returns table (waiting int, oldest_run_at timestamptz, scheduled int, running int, failed int)
language plpgsql stable security definer set search_path = pg_catalog set enable_seqscan = on rows 1
as $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return query select 0, null::timestamptz, 0, 0, 0;
    return;
  end if;
  return query
    select count(*) filter (where j.is_available and j.run_at <= clock_timestamp())::int,
      min(j.run_at) filter (where j.is_available and j.run_at <= clock_timestamp()),
      count(*) filter (where j.is_available and j.run_at > clock_timestamp())::int,
      count(*) filter (where j.locked_at is not null)::int,
      count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts)::int
    from graphile_worker._private_jobs j;
end $$;

grant execute on function queue.depth to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
