-- Who was deleted before a moment and is not erased: partners by their streams, workspaces by their owner's. One that was erased
-- and has keys again is among them: a call that was under way may have brought somebody in.
-- And searches for one person that ended before that moment and lead to nobody who is a partner and not erased: those go with the partner,
-- these would name somebody permanently.
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

grant execute on function read.people_to_erase to partner_pilot_worker;
