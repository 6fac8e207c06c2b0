-- Jobs that failed permanently, the newest first, and then those that failed before and wait for their next try. `p_id`: that one alone.
create or replace function queue.failing_jobs(p_limit int, p_id bigint)
returns table (id text, task text, attempts int, max_attempts int, last_error text, run_at timestamptz, tenant text)
language plpgsql stable security definer set search_path = pg_catalog set enable_seqscan = on rows 50
as $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  return query
    select j.id::text, t.identifier, j.attempts::int, j.max_attempts::int, j.last_error, j.run_at, j.payload->>'tenant'
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.locked_at is null and j.attempts > 0 and (p_id is null or j.id = p_id)
    order by j.attempts >= j.max_attempts desc, j.updated_at desc
    limit p_limit;
end $$;

grant execute on function queue.failing_jobs to partner_pilot_api, partner_pilot_audit;
