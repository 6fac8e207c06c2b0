-- All that a dispatch reads before its locks, in one statement: the streams by which it names those of its commit, and facts that are no stream.
-- `p_days`: days around today, ascending. It answers the quotas of each mailbox on these days.
create or replace function log.load_send(p_tenant text, p_message text, p_days text[])
returns table (part text, stream_id text, version int, projection_version int, at timestamptz, state jsonb)
language plpgsql stable security definer set search_path = pg_catalog rows 12
as $$
declare
  v_campaign text;
  v_partner text;
  v_owner text;
begin
  select m.campaign_id, m.partner_id into v_campaign, v_partner
  from read.messages m where m.tenant_id = p_tenant and m.stream_id = p_message;
  select o.user_id into v_owner from read.owners_of(array[p_tenant]) o;
  return query
    select split_part(l.stream_id, '-', 1), l.* from log.load(
      p_tenant, array[p_message, 'campaign-' || v_campaign, 'partner-' || v_partner, 'profile-' || p_tenant]) l;
  return query
    select 'other', m.stream_id, m.version, m.projection_version, m.recorded_at, m.state from read.messages m
    where m.tenant_id = p_tenant and m.partner_id = v_partner and m.stream_id <> p_message;
  return query
    select 'mailbox', b.stream_id, b.version, b.projection_version, b.recorded_at, b.state from read.mailboxes b
    where b.tenant_id = p_tenant and (b.stream_id = 'mailbox-' || p_tenant or b.state->>'provider' is not null)
    order by b.state->>'addedAt', b.stream_id;
  return query
    select 'quota', q.stream_id, q.version, q.projection_version, q.recorded_at, q.state
    from read.mailboxes b cross join unnest(p_days) d
    join read.quotas q on q.tenant_id = p_tenant and q.stream_id = 'quota-' || substr(b.stream_id, length('mailbox-') + 1) || '-' || d
    where b.tenant_id = p_tenant;
  return query
    select split_part(l.stream_id, '-', 1), l.* from log.load(
      'system', array['installation-main', 'setting-emails_per_user', 'user-' || coalesce(v_owner, '')]) l;
  return query select 'facts', '', 0, 0, clock_timestamp(), jsonb_build_object(
    'owner', v_owner,
    'kept', (
      select jsonb_build_object('checked', c.checked, 'flaws', c.flaws) from queue.text_checks c
      where c.tenant_id = p_tenant and c.message_id = substr(p_message, length('message-') + 1)),
    'frozen', (select to_jsonb(f) from log.sending_frozen() f),
    'held', coalesce((
      select jsonb_agg(jsonb_build_object('stream_id', s.stream_id, 'held', s.state->'held')) from read.suppressions s
      where s.tenant_id = p_tenant and s.state->'held' <> '{}'::jsonb), '[]'),
    -- a ramp-up counts the days before
    'daysBefore', coalesce((
      select jsonb_object_agg(b.stream_id, (
        select count(*) from read.quotas q
        where q.tenant_id = p_tenant and starts_with(q.stream_id, 'quota-' || substr(b.stream_id, length('mailbox-') + 1) || '-')
          and right(q.stream_id, 10) < p_days[1] and q.state->'taken' <> '{}'::jsonb))
      from read.mailboxes b where b.tenant_id = p_tenant and (b.state->'rules'->>'rampUp')::boolean), '{}'),
    'keys', coalesce((
      select jsonb_agg(jsonb_build_object('tenant', k.tenant_id, 'person', k.person_id, 'id', k.key_id, 'wrapped', encode(k.wrapped, 'base64')))
      from vault.person_keys k
      where (k.tenant_id = p_tenant and k.person_id = any (array['owner', 'partner-' || v_partner]))
        or (k.tenant_id = 'system' and k.person_id = 'user-' || v_owner)), '[]'),
    'secrets', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.secret_id, 'kind', x.kind, 'sealed', encode(x.sealed, 'base64')))
      from vault.secrets x where x.tenant_id = p_tenant), '[]'));
end $$;

grant execute on function log.load_send to partner_pilot_worker;
