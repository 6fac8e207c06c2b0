-- The requests without an answer. No backup has their jobs, so these are added again when sending is released.
create or replace function log.open_requests()
returns table (tenant_id text, stream_id text, version int, type text, schema_version int, payload json, correlation_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload, e.correlation_id
  from (
    select s.tenant_id, s.stream_id, 'SearchRequested' as type from read.searches s where s.status = 'running'
    union all
    select i.tenant_id, i.stream_id, 'ImportStarted' from read.imports i where i.state->>'status' = 'running'
    union all
    select b.tenant_id, b.stream_id, 'BatchStarted' from read.batches b where b.state->>'status' = 'running'
    union all
    select p.tenant_id, p.stream_id, 'PartnerProfileRequested' from read.profiles p where p.state->'openRequest' <> 'null'::jsonb
    union all
    select p.tenant_id, p.stream_id, 'ContactSearchRequested' from read.partners p where p.state->'openContactSearch' <> 'null'::jsonb
    union all
    select c.tenant_id, c.stream_id, 'MessagesRequested' from read.campaigns c where c.state->'generation' <> 'null'::jsonb
    union all
    select c.tenant_id, c.stream_id, 'AnswerDraftRequested' from read.conversations c where c.state->'draft'->>'status' = 'open'
    union all
    select m.tenant_id, m.stream_id, 'TextRevisionRequested' from read.messages m where m.state->'revision'->>'status' = 'open'
    union all
    -- a person wants it in spite of the AI's reasons
    select m.tenant_id, m.stream_id, 'UnfitOverridden' from read.messages m
    where m.state->>'anyway' <> m.state->'lastRun'->>'runId' and m.status = 'drafted' and not (m.state->>'hasText')::boolean
    union all
    -- the AI's text, which no AI has compared with the facts
    select m.tenant_id, m.stream_id, 'MessageGenerated' from read.messages m
    where (m.state->>'toJudge')::boolean and m.state->'judged' = 'null'::jsonb and m.state->>'status' in ('drafted', 'approved', 'scheduled', 'deferred')
    union all
    -- a campaign that began looks which follow-ups are missing
    select c.tenant_id, c.stream_id, 'CampaignStarted' from read.campaigns c
    where c.state->>'status' in ('active', 'completed') and jsonb_array_length(c.state->'followUps') > 0
  ) o
  cross join lateral (
    select * from log.events v
    where v.tenant_id = o.tenant_id and v.stream_id = o.stream_id and v.type = o.type order by v.version desc limit 1
  ) e
  union all
  -- each reply of a person that has no label yet
  select e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload, e.correlation_id
  from read.conversations c
  cross join lateral jsonb_array_elements(c.state->'received') r
  join log.events e on e.tenant_id = c.tenant_id and e.stream_id = c.stream_id and e.type = 'MailReceived'
    and e.payload->'d'->>'receivedId' = r->>'id'
  where r->'label' = 'null'::jsonb and not (r->>'automatic')::boolean and not (c.state->>'erased')::boolean
$$;

grant execute on function log.open_requests to partner_pilot_worker, partner_pilot_audit;
