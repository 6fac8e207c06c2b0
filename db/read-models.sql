-- Read models: each row is the fold of one stream, with the version and the fold that made it. This file is run again whenever it, or the list of
-- kinds (events/shared/event.ts), changes. So all of it can be repeated. A migration drops what this file no longer names.
create schema if not exists read;
grant usage on schema read to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;

-- All tables have one shape. Each start asks whether any row was made by another version of its fold (db/read/outdated.ts): a BRIN index
-- answers from a few pages. The planner's statistics are samples of a column's values, so there are none of `state`: what is erased
-- would stay there.
-- for each kind
create table if not exists read.{table} (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  projection_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
alter table read.{table} alter column state set statistics 0;
create index if not exists {table}_fold on read.{table} using brin (projection_version) with (autosummarize = on);
alter table read.{table} enable row level security;
drop policy if exists of_tenant on read.{table};
create policy of_tenant on read.{table} for select using (tenant_id = current_setting('app.tenant', true));
drop policy if exists of_audit on read.{table};
create policy of_audit on read.{table} for select to partner_pilot_audit using (true);
grant select on read.{table} to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
-- end

-- Columns for filters and counts are generated from the state, so that none can disagree with it. No further index begins with the tenant. A plan
-- from when a table was empty took it for point reads by primary key, and walked through all rows of the tenant. An index on a value that changes, in
-- its key or condition, makes each update write all indexes of the table. One on an expression over `state` makes every update do so.
-- tests/long/heap-only.test.ts measures it.

alter table read.users
  add column if not exists email_hmac text generated always as (state->>'emailHmac') stored,
  add column if not exists owned_workspace_id text
    generated always as (jsonb_path_query_first(state, '$.memberships[*] ? (@.role == "owner").workspaceId') #>> '{}') stored;
create unique index if not exists users_address on read.users (email_hmac);
-- the owner of a workspace, which is a tenant
create index if not exists users_owned_workspace on read.users (owned_workspace_id);

alter table read.searches
  add column if not exists status text generated always as (state->>'status') stored,
  add column if not exists search_kind text generated always as (state->>'kind') stored,
  add column if not exists started_at text generated always as (state->>'startedAt') stored;
-- one search of a tenant runs at a time; a second call joins it
create unique index if not exists searches_one_open on read.searches (tenant_id) where status = 'running' and search_kind = 'criteria';

alter table read.partners
  add column if not exists status text generated always as (state->>'status') stored,
  add column if not exists email_status text generated always as (state->>'emailStatus') stored,
  add column if not exists created_at text generated always as (state->>'createdAt') stored,
  add column if not exists decided_at text generated always as (state->>'decidedAt') stored,
  add column if not exists search_id text generated always as (state->>'searchId') stored,
  add column if not exists score float8 generated always as ((state->>'score')::float8) stored,
  -- the criteria by which the AI judged them
  add column if not exists judged_for text generated always as (state->'judgment'->>'criteriaHash') stored,
  add column if not exists keys jsonb generated always as (state->'keys') stored;
create index if not exists partners_list on read.partners (status, tenant_id);
create index if not exists partners_keys on read.partners using gin (keys);

alter table read.campaigns
  add column if not exists status text generated always as (state->>'status') stored,
  add column if not exists created_at text generated always as (state->>'createdAt') stored;

alter table read.messages
  add column if not exists campaign_id text generated always as (state->>'campaignId') stored,
  add column if not exists partner_id text generated always as (state->>'partnerId') stored,
  add column if not exists step text generated always as (state->>'step') stored,
  add column if not exists status text generated always as (state->>'status') stored,
  -- what lists and plans select by: it changes twice in a life, the status eight times. Where the status is known, the phase follows from it.
  add column if not exists phase text generated always as (case
    when state->>'status' in ('scheduled', 'deferred', 'claimed', 'dispatching') then 'leaving'
    when state->>'status' = 'approved' and (state->>'immediate')::boolean then 'leaving'
    when state->>'status' in ('sent', 'unknown') then state->>'status'
    when state->>'status' in ('unfit', 'failed', 'abandoned', 'cancelled') then 'ended'
    else 'waiting' end) stored,
  -- when it was handed over, once that is over: it changes with the phase
  add column if not exists dispatched_at text generated always as (case
    when state->>'status' in ('sent', 'unknown', 'failed', 'abandoned') then state->'dispatch'->>'at' end) stored,
  -- who was written to, also after the person was erased
  add column if not exists address_hmac text generated always as (state->'dispatch'->>'addressHmac') stored,
  -- by which a provider names it and its conversation
  add column if not exists provider_message_id text generated always as (state->>'providerMessageId') stored,
  add column if not exists thread_id text
    generated always as (coalesce(state->>'threadId', state->'dispatch'->'draft'->>'threadId')) stored,
  -- empty: at once
  add column if not exists due_at text generated always as (coalesce(state->>'scheduledAt', '')) stored,
  -- by which the token of a mail names it (db/vault/mailToken.ts)
  add column if not exists fingerprint text
    generated always as (left(md5((state->>'campaignId') || '.' || (state->>'partnerId') || '.' || (state->>'step')), 10)) stored;
-- one intent per campaign, partner and step, whatever the streams are called
create unique index if not exists messages_intent on read.messages (campaign_id, tenant_id, partner_id, step);
create index if not exists messages_fingerprint on read.messages (fingerprint);
create index if not exists messages_phase on read.messages (phase, tenant_id, dispatched_at);
create index if not exists messages_address on read.messages (address_hmac, tenant_id) where address_hmac is not null;
create index if not exists messages_provider_id on read.messages (provider_message_id, tenant_id) where provider_message_id is not null;
create index if not exists messages_thread on read.messages (thread_id, tenant_id) where thread_id is not null;
-- whether anything of a campaign is still to come: the phase is part of an index anyway
create index if not exists messages_open on read.messages (campaign_id, tenant_id) where phase in ('waiting', 'leaving', 'unknown');
-- what the sweep looks for, over all tenants
create index if not exists messages_due on read.messages (due_at) where phase = 'leaving';

-- what the days around today took
create index if not exists quotas_of_day on read.quotas (tenant_id, right(stream_id, 10));

alter table read.conversations
  add column if not exists partner_id text generated always as (state->>'partnerId') stored,
  add column if not exists last_received_at text generated always as (coalesce(state->>'lastReceivedAt', '')) stored,
  add column if not exists unread boolean generated always as ((state->>'unread')::boolean) stored,
  add column if not exists done boolean generated always as ((state->>'done')::boolean) stored,
  add column if not exists label text generated always as (state->'label'->>'label') stored;
-- few of a long list are held
create index if not exists suppressions_held on read.suppressions (tenant_id) where state->'held' <> '{}'::jsonb;
-- what the sweep looks for, over all tenants
create index if not exists conversations_asked on read.conversations ((state->>'askedAt')) where state->>'askedAt' is not null;

alter table read.ai_calls
  add column if not exists called_at text generated always as (state->>'at') stored;
create index if not exists ai_calls_at on read.ai_calls (called_at);

-- what became of the mails of the last day, for the health card, however many requests there ever were
create index if not exists accesses_recorded on read.accesses (recorded_at);
