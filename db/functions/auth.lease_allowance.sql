-- Takes allowances out of a bucket for one process, which gives them to many calls. A bucket holds p_quota, and refills evenly in p_within seconds.
-- `failures` is what was taken and did not refill yet. p_back: what the process did not give away of its lease before.
create or replace function auth.lease_allowance(
  p_bucket text, p_quota int, p_within int,
  p_need int,   -- less than this is no use, so then nothing is taken
  p_want int, p_back int,
  out granted int, out remaining int, out wait float8
)
language plpgsql volatile set search_path = pg_catalog
as $$
declare
  v_used float8;
begin
  insert into auth.attempts (bucket, failures, last_at, until) values (p_bucket, 0, clock_timestamp(), clock_timestamp()) on conflict do nothing;
  perform 1 from auth.attempts where bucket = p_bucket for update;
  select greatest(0, least(p_quota, a.failures - extract(epoch from clock_timestamp() - a.last_at) * p_quota / p_within) - p_back) into v_used
    from auth.attempts a where a.bucket = p_bucket;
  granted := least(greatest(p_want, p_need), greatest(0, floor(p_quota - v_used)));
  if granted < p_need then
    wait := (p_need - (p_quota - v_used)) * p_within / p_quota;
    granted := 0;
  end if;
  remaining := greatest(0, floor(p_quota - v_used) - granted);
  update auth.attempts set failures = v_used + granted, last_at = clock_timestamp(), until = clock_timestamp() where bucket = p_bucket;
end $$;

grant execute on function auth.lease_allowance to partner_pilot_api;
