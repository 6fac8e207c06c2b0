-- Users who use p_share or more of a limit, by user and limit, after p_after ("user|limit"). p_everyone: the limits of users without one of their
-- own. It looks at counters and single rows of each user, and once at the AI calls of the month. Rebuilds swap the tables that it reads, so it is
-- planned at each call.
create or replace function read.near_limits(p_everyone jsonb, p_now timestamptz, p_month text, p_share float8, p_after text, p_limit int)
returns table (user_id text, limit_name text, used float8, most float8)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    with users as (
      select substr(u.stream_id, length('user-') + 1) as id, u.owned_workspace_id as workspace,
        p_everyone || coalesce(u.state->'limits', '{}')
          || jsonb_build_object('aiBudget', coalesce(nullif(u.state->'aiBudgetUsd', 'null'), p_everyone->'aiBudget')) as most
      from read.users u where u.tenant_id = 'system' and u.state->>'status' in ('active', 'paused')),
    spent as (select s.tenant, s.spent_usd from read.ai_spent(p_month) s)
    select u.id, l.name, l.used, (u.most->>l.name)::float8
    from users u cross join lateral (
      select 'partners'::text, coalesce(sum(c.n), 0)::float8 from lists.counters c
        where c.tenant_id = u.workspace and c.campaign_id = '' and c.name >= 'status.' and c.name < 'status/'
      union all
      select 'accounts', count(*) from read.mailboxes m where m.tenant_id = u.workspace
        and exists (select from jsonb_each(m.state->'accounts') a where jsonb_typeof(a.value->'account') = 'object')
      union all
      -- of the latest day around now that has emails: its zone is the user's
      (select 'emails', sum((select count(*) from jsonb_object_keys(q.state->'taken')))
        from generate_series(-1, 1) away
        join read.mailboxes m on m.tenant_id = u.workspace
        join read.quotas q on q.tenant_id = u.workspace and q.stream_id =
          'quota-' || substr(m.stream_id, length('mailbox-') + 1) || to_char((p_now at time zone 'UTC') + make_interval(days => away), '-YYYY-MM-DD')
        group by away order by away desc limit 1)
      union all
      select 'feeds', count(*) from generate_series(1, (u.most->>'feeds')::int) place
        join auth.attempts a on a.bucket = 'feeds|' || u.id || '|' || place and a.until > clock_timestamp()
      union all
      select 'storage', b.bytes / 1e6 from vault.stored_bytes b where b.tenant_id = u.workspace
      union all
      select 'aiBudget', round(s.spent_usd::numeric, 2)::float8 from spent s where s.tenant = u.workspace
      union all
      -- what did not refill yet
      select b.name, ceil(greatest(0, a.failures - extract(epoch from clock_timestamp() - a.last_at) * (u.most->>b.name)::int / b.seconds))
        from (values ('calls', 'calls|user|' || u.id, 300), ('searches', 'searches|' || u.workspace, 86400),
          ('imports', 'imports|' || u.workspace, 86400)) b (name, bucket, seconds)
        join auth.attempts a on a.bucket = b.bucket
    ) l (name, used)
    where l.used >= p_share * (u.most->>l.name)::float8 and (u.id || '|' || l.name) collate "C" > p_after
    order by (u.id || '|' || l.name) collate "C" limit p_limit;
end $$;

grant execute on function read.near_limits to partner_pilot_api;
