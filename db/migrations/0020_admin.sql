-- What admins see of the whole installation: how the queue, the workers, the log and its seals do, and what AI cost by day. Each is a function,
-- since the API may read neither the queue nor the events of all tenants.

-- What the worker process says of its SEAL_FILE at each beat: null: it has none; '': all is well; else what is wrong.
alter table queue.workers add column seal_file text;

-- A worker makes the queue when it first starts; until then there are no jobs. plpgsql plans a statement when it comes to it, so the names need
-- not exist before. The tables have row-level security for all but their owner, the worker's role, of which the owner of these functions is a
-- member.
create function queue.depth() returns table (waiting int, oldest_run_at timestamptz, scheduled int, running int, failed int)
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

-- Jobs that failed for good, the newest first, and then those that failed before and wait for their next try. `p_id`: that one alone.
create function queue.failing_jobs(p_limit int, p_id bigint)
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

-- Worker processes, those of the last day; a process has several pools. `alive`: as the heartbeat judges it (worker/heartbeat.ts).
create function queue.processes() returns table (id text, last_beat_at timestamptz, alive boolean, seal_file text)
language sql stable security definer set search_path = pg_catalog
as $$
  select w.host || '/' || w.pid, max(w.beat_at), max(w.beat_at) > clock_timestamp() - interval '30 seconds',
    (array_agg(w.seal_file order by w.beat_at desc))[1]
  from queue.workers w
  where w.beat_at > clock_timestamp() - interval '1 day'
  group by w.host, w.pid
  order by 2 desc
  limit 50
$$;

-- Where the log ends and how far its readers are behind, counted to p_most at most. Nothing here grows with the log: the number of the newest
-- event stands for how many there are.
create function log.standing(p_most int)
returns table (newest bigint, newest_at timestamptz, relay_lag int, unsealed int, sealed_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog set enable_seqscan = off set enable_bitmapscan = off rows 1
as $$
declare
  v_epoch int;
  v_tx xid8;
  v_position bigint;
begin
  select e.position, e.recorded_at into newest, newest_at from log.events e
  order by e.epoch desc, e.tx desc, e.position desc limit 1;

  select c.epoch, c.tx, c.position into v_epoch, v_tx, v_position from log.checkpoints c where c.name = 'relay';
  select count(*) into relay_lag from (
    select from log.events e
    where (e.epoch, e.tx, e.position) > (coalesce(v_epoch, 0), coalesce(v_tx, '0'::xid8), coalesce(v_position, 0))
    order by e.epoch, e.tx, e.position limit p_most) behind;

  select s.epoch, s.tx, s.position, s.sealed_at into v_epoch, v_tx, v_position, sealed_at from log.seals s
  order by s.number desc limit 1;
  select count(*) into unsealed from (
    select from log.events e
    where (e.epoch, e.tx, e.position) > (coalesce(v_epoch, 0), coalesce(v_tx, '0'::xid8), coalesce(v_position, 0))
    order by e.epoch, e.tx, e.position limit p_most) behind;
  return next;
end $$;

-- As read.ai_usage, by the day in UTC (yyyy-mm-dd); days without a call are not in it.
create function read.ai_usage_by_day(p_since text) returns table (day text, calls int, cost_usd double precision)
language sql stable security definer set search_path = pg_catalog
as $$
  select left(a.called_at, 10), count(*)::int, coalesce(sum((a.state->>'costUsd')::numeric), 0)::double precision
  from read.ai_calls a where a.called_at >= p_since
  group by 1
$$;

revoke all on function queue.depth, queue.failing_jobs, queue.processes, log.standing, read.ai_usage_by_day from public;
grant usage on schema queue to partner_pilot_api;
grant execute on function queue.depth, queue.failing_jobs, queue.processes, log.standing, read.ai_usage_by_day to partner_pilot_api;
