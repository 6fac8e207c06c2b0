-- How many accounts of all tenants send nothing until a user acts. `stopped`, by provider: it refuses them. `paused`: too many bounces or spam
-- reports. `unread`: their replies cannot be read for longer than `unread_for`. Counts for the admins' card, without names. Rebuilds swap the
-- table that it reads, so it is planned at each call.
drop function if exists read.stopped_accounts(interval);

create function read.stopped_accounts(unread_for interval) returns table (stopped jsonb, paused int, unread int)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    with accounts as (
      select m.tenant_id, m.stream_id, a.key as provider, jsonb_typeof(m.state->'pause') = 'object' as is_paused,
        a.value#>>'{account,lost}' is not null or (m.state->>'provider' = a.key and jsonb_typeof(m.state->'hold') = 'object'
          and m.state#>>'{hold,until}' is null) as is_stopped
      from read.mailboxes m, jsonb_each(m.state->'accounts') a
      where jsonb_typeof(a.value->'account') = 'object')
    select
      (select coalesce(jsonb_object_agg(provider, n), '{}') from (
        select provider, count(*) as n from accounts where is_stopped group by provider) counted),
      (select count(distinct (tenant_id, stream_id))::int from accounts where is_paused),
      (select count(*)::int from read.mailboxes m where exists (
        select from jsonb_each(m.state->'reading') r
        where r.value->>'trouble' is not null and (r.value->>'since')::timestamptz < now() - unread_for));
end $$;

grant execute on function read.stopped_accounts to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
