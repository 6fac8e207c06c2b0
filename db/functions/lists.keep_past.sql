-- Keeps what the counters of a tenant's past changed by from one moment to another: p_changes is [{key, at (ms since 1970), by}]. Answers false if they
-- are not kept up to p_from any more: another process was faster.
create or replace function lists.keep_past(p_tenant text, p_from timestamptz, p_until timestamptz, p_changes jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into lists.past (tenant_id, until) values (p_tenant, p_from) on conflict do nothing;
  update lists.past set until = p_until where tenant_id = p_tenant and until = p_from;
  if not found then
    return false;
  end if;
  insert into lists.past_counters (tenant_id, campaign_id, name, day, since, n)
    select p_tenant, c.campaign, c.name, c.day, to_timestamp(c.at / 1000.0), coalesce(last.n, 0) + c.sum
    from (
      select split_part(g.key, '|', 1) as campaign, split_part(g.key, '|', 2) as name, split_part(g.key, '|', 3) as day, g.at,
        sum(g.by) over (partition by g.key order by g.at) as sum
      from jsonb_to_recordset(p_changes) as g (key text, at bigint, by int)) c
    left join lateral (
      select x.n from lists.past_counters x
      where x.tenant_id = p_tenant and x.campaign_id = c.campaign and x.name = c.name and x.day = c.day and x.since <= p_from
      order by x.since desc limit 1) last on true;
  return true;
end $$;

grant execute on function lists.keep_past to partner_pilot_worker;
