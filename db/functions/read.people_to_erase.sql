-- People who were deleted before a moment and are not erased: partners by their streams, workspaces by their owner's. An erased person with keys
-- again is among them, because a call under way may have brought data in. Also searches for one person that ended before that moment without a
-- partner. Others go with their partner; these would keep a name permanently.
create or replace function read.people_to_erase(p_before text, p_limit int) returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  (select p.tenant_id, p.stream_id from read.partners p
   where p.status = 'deleted' and not (p.state->>'erased')::boolean and p.state->>'decidedAt' <= p_before
   limit p_limit)
  union all
  (select u.owned_workspace_id, u.stream_id from read.users u
   where u.tenant_id = 'system' and u.owned_workspace_id is not null and u.state->>'status' = 'deleted'
     and case when u.state->'account' = 'null'::jsonb
           then exists (select from vault.person_keys k where k.tenant_id = u.owned_workspace_id)
           else u.recorded_at <= p_before::timestamptz end
   limit p_limit)
  union all
  (select s.tenant_id, s.stream_id from read.searches s
   where starts_with(s.stream_id, 'search-url-') and s.status <> 'running'
     and s.state->>'profileUrl' is not null and s.state->>'finishedAt' <= p_before
     and not exists (
       select from read.partners p
       where p.tenant_id = s.tenant_id and not (p.state->>'erased')::boolean
         and p.stream_id = any (array['partner-' || substr(s.stream_id, length('search-url-') + 1)]
           || array(select 'partner-' || id from jsonb_array_elements_text(s.state->'partnerIds') id)))
   limit p_limit)
$$;

grant execute on function read.people_to_erase to partner_pilot_worker, partner_pilot_audit;
