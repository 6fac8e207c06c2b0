-- Takes back what auth.take_try counted: the password, or code, was right. Rows are locked in the order of their names, here and there, so that two
-- callers do not wait for each other.
create or replace function auth.undo_try(
  p_buckets text[],
  p_forget text[]   -- of which of them all is forgotten, not this try alone
) returns void
language plpgsql volatile set search_path = pg_catalog
as $$
begin
  perform 1 from auth.attempts where bucket = any (p_buckets) order by bucket for update;
  update auth.attempts
  set until = clock_timestamp(), failures = case when bucket = any (p_forget) then 0 else greatest(0, failures - 1) end
  where bucket = any (p_buckets);
end $$;

grant execute on function auth.undo_try to partner_pilot_api, partner_pilot_worker;
