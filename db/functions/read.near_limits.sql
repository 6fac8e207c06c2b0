-- Users who use p_share or more of a limit, by user and limit, after p_after ("user|limit"). p_everyone: the limits of users without one of their
-- own. It looks at counters and single rows of each user. Rebuilds swap the table that it reads, so it is planned at each call.
create or replace function read.near_limits(p_everyone jsonb, p_share float8, p_after text, p_limit int)
returns table (user_id text, limit_name text, used int, most int)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    with users as (
      select substr(u.stream_id, length('user-') + 1) as id, u.owned_workspace_id as workspace, p_everyone || coalesce(u.state->'limits', '{}') as most
      from read.users u where u.tenant_id = 'system' and u.state->>'status' in ('active', 'paused'))
    select u.id, l.name, l.used, (u.most->>l.name)::int
    from users u cross join lateral (
      select 'partners'::text, coalesce(sum(c.n), 0)::int from lists.counters c
        where c.tenant_id = u.workspace and c.campaign_id = '' and c.name >= 'status.' and c.name < 'status/'
      union all
      select 'accounts', count(*)::int from read.mailboxes m where m.tenant_id = u.workspace
        and exists (select from jsonb_each(m.state->'accounts') a where jsonb_typeof(a.value->'account') = 'object')
      union all
      select 'feeds', count(*)::int from generate_series(1, (u.most->>'feeds')::int) place
        join auth.attempts a on a.bucket = 'feeds|' || u.id || '|' || place and a.until > clock_timestamp()
      union all
      -- what did not refill yet
      select 'calls', floor(greatest(0, a.failures - extract(epoch from clock_timestamp() - a.last_at) * (u.most->>'calls')::int / 300))::int
        from auth.attempts a where a.bucket = 'calls|user|' || u.id
    ) l (name, used)
    where l.used >= p_share * (u.most->>l.name)::int and (u.id || '|' || l.name) collate "C" > p_after
    order by (u.id || '|' || l.name) collate "C" limit p_limit;
end $$;

grant execute on function read.near_limits to partner_pilot_api;
