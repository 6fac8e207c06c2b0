-- Counts a try about all the buckets, or, when one must wait, none: then it answers the seconds. Rows are locked in the order of their names.
create or replace function auth.take_try(p_buckets text[], p_free int[], p_within int[], p_first int[], p_longest int[]) returns int
language plpgsql volatile set search_path = pg_catalog
as $$
declare
  v_now timestamptz;
  v_wait float8;
begin
  -- who is always told to wait leaves no rows
  select max(extract(epoch from until - clock_timestamp())) into v_wait from auth.attempts where bucket = any (p_buckets);
  if v_wait > 0 then
    return ceil(v_wait)::int;
  end if;
  insert into auth.attempts (bucket, failures, last_at, until)
  select b, 0, clock_timestamp(), clock_timestamp() from unnest(p_buckets) b order by b on conflict do nothing;
  perform 1 from auth.attempts where bucket = any (p_buckets) order by bucket for update;
  v_now := clock_timestamp();
  select max(extract(epoch from until - v_now)) into v_wait from auth.attempts where bucket = any (p_buckets);
  if v_wait > 0 then
    return ceil(v_wait)::int;
  end if;
  update auth.attempts a
  set failures = n.failures, last_at = v_now,
    until = case when round(n.failures) >= n.free
      then v_now + make_interval(secs => least(n.longest, n.first * power(2, least(30, round(n.failures) - n.free))))
      else v_now end
  from (
    select t.bucket, w.free, w.first, w.longest,
      1 + greatest(0, t.failures - extract(epoch from v_now - t.last_at)::float8 * w.free / w.within) as failures
    from unnest(p_buckets, p_free, p_within, p_first, p_longest) as w (bucket, free, within, first, longest)
    join auth.attempts t on t.bucket = w.bucket
  ) n
  where a.bucket = n.bucket;
  return 0;
end $$;

grant execute on function auth.take_try to partner_pilot_api, partner_pilot_worker;
