-- What is ours beside the job queue, which Graphile Worker makes. The API reads both by functions alone.
create schema queue;
grant usage on schema queue to partner_pilot_api, partner_pilot_worker;

-- Which worker processes live, so that the jobs of a dead one are freed.
create table queue.workers (
  worker_id text primary key,
  host text not null,
  pid int not null,
  beat_at timestamptz not null default clock_timestamp(),
  -- what the process says of its SEAL_FILE at each beat: null: it has none; '': all is well; else what is wrong
  seal_file text
);
grant select, insert, update, delete on queue.workers to partner_pilot_worker;
