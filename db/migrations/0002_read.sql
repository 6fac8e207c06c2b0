-- Read models: each row is the fold of one stream, with the version and the fold that made it (db/README.md).
-- All tables have one shape; what lists filter and count by is generated from the state, so that no column can disagree with it.
-- No further index begins with the tenant: a plan made while a table was empty took it for the point reads and updates by primary key,
-- and walked through all rows of the tenant until the next analyse.
create schema read;

create table read.installations (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
alter table read.installations enable row level security;
create policy of_tenant on read.installations for select using (tenant_id = current_setting('app.tenant', true));

create table read.users (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  email_hmac text generated always as (state->>'emailHmac') stored,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
create unique index users_address on read.users (email_hmac);
alter table read.users enable row level security;
create policy of_tenant on read.users for select using (tenant_id = current_setting('app.tenant', true));

create table read.settings (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
alter table read.settings enable row level security;
create policy of_tenant on read.settings for select using (tenant_id = current_setting('app.tenant', true));

create table read.profiles (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
alter table read.profiles enable row level security;
create policy of_tenant on read.profiles for select using (tenant_id = current_setting('app.tenant', true));

create table read.searches (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  status text generated always as (state->>'status') stored,
  search_kind text generated always as (state->>'kind') stored,
  started_at text generated always as (state->>'startedAt') stored,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
-- one search of a tenant runs at a time; a second call joins it
create unique index searches_one_open on read.searches (tenant_id) where status = 'running' and search_kind = 'criteria';
alter table read.searches enable row level security;
create policy of_tenant on read.searches for select using (tenant_id = current_setting('app.tenant', true));

create table read.partners (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  status text generated always as (state->>'status') stored,
  email_status text generated always as (state->>'emailStatus') stored,
  created_at text generated always as (state->>'createdAt') stored,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
create index partners_list on read.partners (status, tenant_id);
alter table read.partners enable row level security;
create policy of_tenant on read.partners for select using (tenant_id = current_setting('app.tenant', true));

create table read.campaigns (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  status text generated always as (state->>'status') stored,
  created_at text generated always as (state->>'createdAt') stored,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
alter table read.campaigns enable row level security;
create policy of_tenant on read.campaigns for select using (tenant_id = current_setting('app.tenant', true));

create table read.messages (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  campaign_id text generated always as (state->>'campaignId') stored,
  partner_id text generated always as (state->>'partnerId') stored,
  step text generated always as (state->>'step') stored,
  status text generated always as (state->>'status') stored,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
-- one intent per campaign, partner and step, whatever the streams are called
create unique index messages_intent on read.messages (campaign_id, tenant_id, partner_id, step);
create index messages_status on read.messages (status, tenant_id);
-- what the sweep looks for, over all tenants
create index messages_moving on read.messages (status) where status in ('approved', 'scheduled', 'deferred', 'claimed', 'dispatching');
alter table read.messages enable row level security;
create policy of_tenant on read.messages for select using (tenant_id = current_setting('app.tenant', true));

create table read.credits (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
alter table read.credits enable row level security;
create policy of_tenant on read.credits for select using (tenant_id = current_setting('app.tenant', true));

create table read.mailboxes (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
alter table read.mailboxes enable row level security;
create policy of_tenant on read.mailboxes for select using (tenant_id = current_setting('app.tenant', true));

create table read.quotas (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
alter table read.quotas enable row level security;
create policy of_tenant on read.quotas for select using (tenant_id = current_setting('app.tenant', true));

create table read.suppressions (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
alter table read.suppressions enable row level security;
create policy of_tenant on read.suppressions for select using (tenant_id = current_setting('app.tenant', true));

create table read.ai_calls (
  tenant_id text not null,
  stream_id text not null,
  version int not null,
  fold_version int not null,
  recorded_at timestamptz not null,
  state jsonb not null,
  called_at text generated always as (state->>'at') stored,
  primary key (tenant_id, stream_id)
) with (fillfactor = 80);
create index ai_calls_at on read.ai_calls (called_at);
alter table read.ai_calls enable row level security;
create policy of_tenant on read.ai_calls for select using (tenant_id = current_setting('app.tenant', true));
