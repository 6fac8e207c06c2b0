-- Worker processes, those of the last day; a process has several pools. `alive`: as the heartbeat judges it (worker/heartbeat.ts).
create or replace function queue.processes() returns table (id text, last_beat_at timestamptz, alive boolean, seal_file text, clock_offset double precision, disk_free bigint)
language sql stable security definer set search_path = pg_catalog
as $$
  select w.host || '/' || w.pid, max(w.beat_at), max(w.beat_at) > clock_timestamp() - interval '30 seconds',
    (array_agg(w.seal_file order by w.beat_at desc))[1], (array_agg(w.clock_offset order by w.beat_at desc))[1],
    (array_agg(w.disk_free order by w.beat_at desc))[1]
  from queue.workers w
  where w.beat_at > clock_timestamp() - interval '1 day'
  group by w.host, w.pid
  order by 2 desc
  limit 50
$$;

grant execute on function queue.processes to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
