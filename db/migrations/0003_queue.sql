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

-- What the check said of a message's text, for the lists, which never check. It is no event and in no backup: it follows from what is known.
create table queue.text_checks (
  tenant_id text not null,
  message_id text not null,
  person_id text not null,
  -- a hash of the text, of all facts that it was checked against, and of the check's version
  checked text not null,
  flaws jsonb not null,
  primary key (tenant_id, message_id)
);
create index text_checks_of_person on queue.text_checks (tenant_id, person_id);
-- flaws quote people, whom the planner's samples must not keep
alter table queue.text_checks alter column flaws set statistics 0;
alter table queue.text_checks enable row level security;
create policy of_tenant on queue.text_checks for select using (tenant_id = current_setting('app.tenant', true));
grant select on queue.text_checks to partner_pilot_api, partner_pilot_worker;
