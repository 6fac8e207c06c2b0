-- Takes one of p_most places for p_seconds, or keeps p_place for as long again. null: all are taken. A place of a killed process ends after that.
create or replace function auth.take_place(p_bucket text, p_most int, p_seconds int, p_place int default null) returns int
language plpgsql volatile set search_path = pg_catalog
as $$
begin
  for v_place in coalesce(p_place, 1) .. coalesce(p_place, p_most) loop
    insert into auth.attempts as a (bucket, failures, last_at, until)
    values (p_bucket || '|' || v_place, 0, clock_timestamp(), clock_timestamp() + make_interval(secs => p_seconds))
    on conflict (bucket) do update set last_at = excluded.last_at, until = excluded.until
      where p_place is not null or a.until < clock_timestamp();
    if found then
      return v_place;
    end if;
  end loop;
  return null;
end $$;

grant execute on function auth.take_place to partner_pilot_api;
