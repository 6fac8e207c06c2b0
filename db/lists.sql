-- What lists and numbers show, kept beside the read models: rows that follow from all streams of one person (events/lists/). A projector follows the
-- log and keeps them (db/lists/). They can be made again at any time. Read queries name the tenant first, so do their indexes.
create schema if not exists lists;
grant usage on schema lists to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;

-- how far the log was looked through for people whose rows are to be made again; `version`: of the rows (LISTS_VERSION)
create table if not exists lists.reached (
  only_row boolean primary key default true check (only_row),
  epoch int not null, tx xid8 not null, position bigint not null, version int not null
);
insert into lists.reached (epoch, tx, position, version) values (0, '0', 0, 0) on conflict do nothing;

-- people whose rows are to be made again
create table if not exists lists.behind (
  tenant_id text not null, partner_id text not null,
  primary key (tenant_id, partner_id)
);

-- how many events of a tenant were looked at
create table if not exists lists.tenants (tenant_id text primary key, events bigint not null);

-- in which the days of a tenant are counted; who follows the log writes the table before this, who makes rows this one: so neither waits for the other
create table if not exists lists.zones (tenant_id text primary key, zone text not null);

create table if not exists lists.people (
  tenant_id text not null,
  partner_id text not null,
  status text not null default 'none',
  -- PartnerColumns (events/lists/partnerRow.ts)
  place text not null default '' collate "C",
  name text not null default '' collate "C",
  industry text not null default '' collate "C",
  email text not null default '' collate "C",
  score float8,
  followers bigint,
  engagement float8,
  added bigint not null default 0,
  platform text not null default '',
  email_status text not null default '',
  industry_key text not null default '',
  tags text[] not null default '{}',
  tag_keys text[] not null default '{}',
  search_id text,
  verified boolean not null default false,
  searched text not null default '',
  found text not null default '',
  contacted_at text,
  replied_at text,
  contacts int not null default 0,
  outreach text,
  -- what the person adds to each counter
  counted jsonb not null default '{}',
  primary key (tenant_id, partner_id)
) with (fillfactor = 80);
-- the planner's statistics are samples of a column's values: what is erased would stay there
alter table lists.people alter column name set statistics 0, alter column found set statistics 0, alter column counted set statistics 0,
  alter column email set statistics 0, alter column tags set statistics 0, alter column tag_keys set statistics 0,
  alter column searched set statistics 0;

alter table lists.people
  add column if not exists country text not null default '' collate "C",
  add column if not exists source text not null default '';
create index if not exists people_by_country on lists.people (tenant_id, country, place);
create index if not exists people_by_source on lists.people (tenant_id, source, place);
create index if not exists people_by_contact on lists.people (tenant_id, contacted_at);
create index if not exists people_replied on lists.people (tenant_id, partner_id) where replied_at is not null;

-- one for each order of a list of partners; the number that is best first is negative, so that one comparison of rows finds a page
create index if not exists people_by_place on lists.people (tenant_id, status, place);
create index if not exists people_by_match on lists.people (tenant_id, place);
create index if not exists people_by_name on lists.people (tenant_id, name, place);
create index if not exists people_by_industry on lists.people (tenant_id, industry, place);
create index if not exists people_by_email on lists.people (tenant_id, email, place);
create index if not exists people_by_followers on lists.people (tenant_id, (-followers), place);
create index if not exists people_by_engagement on lists.people (tenant_id, (-engagement), place);
create index if not exists people_by_added on lists.people (tenant_id, (-added), place);
create index if not exists people_by_score on lists.people (tenant_id, score);
create index if not exists people_by_industry_key on lists.people (tenant_id, industry_key, place);
create index if not exists people_of_search on lists.people (tenant_id, search_id) where search_id is not null;
create index if not exists people_with_tags on lists.people (tenant_id) where tags <> '{}';
create index if not exists people_searched on lists.people using gin (tenant_id, searched gin_trgm_ops)
  with (gin_pending_list_limit = 256);

create table if not exists lists.messages (
  tenant_id text not null,
  message_id text not null,
  partner_id text not null,
  campaign_id text not null,
  status text not null,
  sets text[] not null,
  listed boolean not null,
  created_at text not null,
  at text,
  not_before text,
  primary key (tenant_id, message_id)
) with (fillfactor = 80);
create index if not exists messages_of_person on lists.messages (tenant_id, partner_id);
create index if not exists messages_at on lists.messages (tenant_id, at, message_id);
-- the next emails of a campaign (db/read/plannedSends.ts), and its next follow-up
create index if not exists messages_planned on lists.messages (tenant_id, campaign_id, at, message_id)
  where status in ('scheduled', 'deferred', 'claimed') and sets @> '{pending}' and at is not null;
create index if not exists messages_waiting on lists.messages (tenant_id, campaign_id, not_before) where not_before is not null;
-- what a campaign's list is sorted by; `name` and `found` are empty once erased
alter table lists.messages
  add column if not exists needs smallint not null default 5,
  add column if not exists name text not null default '' collate "C",
  add column if not exists found text not null default '',
  add column if not exists score real not null default -1,
  add column if not exists followers bigint not null default -1,
  add column if not exists moment text not null default '' collate "C",
  add column if not exists best real not null default 1,
  -- what mailboxes are asked for (db/read/mailboxSchedule.ts, sendRates.ts)
  add column if not exists mailbox text,
  add column if not exists rated_at text,
  add column if not exists report text;
-- what the preview of Start counts (db/read/startCounts.ts)
alter table lists.messages
  add column if not exists address text,
  add column if not exists variant text,
  add column if not exists follow_up text,
  add column if not exists reason jsonb,
  add column if not exists facts text;
-- they name people, whom the planner's samples must not keep
alter table lists.messages alter column name set statistics 0, alter column found set statistics 0, alter column address set statistics 0;
create index if not exists messages_to_address on lists.messages (tenant_id, address) where address is not null;
create index if not exists messages_by_joining on lists.messages (tenant_id, campaign_id, created_at, message_id) where listed;
create index if not exists messages_by_needs on lists.messages (tenant_id, campaign_id, needs, best, partner_id, created_at, message_id) where listed;
create index if not exists messages_by_name on lists.messages (tenant_id, campaign_id, name, message_id) where listed;
create index if not exists messages_by_score on lists.messages (tenant_id, campaign_id, score, message_id) where listed;
create index if not exists messages_by_followers on lists.messages (tenant_id, campaign_id, followers, message_id) where listed;
create index if not exists messages_by_moment on lists.messages (tenant_id, campaign_id, moment, message_id) where listed;
-- the first event of the stream: what a look into the past pages by. A person or message that begins again keeps it.
alter table lists.people add column if not exists began timestamptz;
alter table lists.messages add column if not exists began timestamptz;
create index if not exists people_by_beginning on lists.people (tenant_id, began, partner_id);
create index if not exists messages_by_beginning on lists.messages (tenant_id, campaign_id, began, message_id);
create index if not exists messages_rated on lists.messages (tenant_id, mailbox, rated_at, report, campaign_id) where rated_at is not null;
create index if not exists messages_to_plan on lists.messages (tenant_id, campaign_id, not_before) where sets @> '{toPlan}';
-- few of a campaign are in these
create index if not exists messages_unchecked on lists.messages (tenant_id, campaign_id) where sets @> '{unchecked}';
create index if not exists messages_replied on lists.messages (tenant_id, campaign_id) where sets @> '{replied}';
create index if not exists messages_bounced on lists.messages (tenant_id, campaign_id) where sets @> '{bounced}';
create index if not exists messages_cancelled on lists.messages (tenant_id, campaign_id) where sets @> '{cancelled}';

create table if not exists lists.conversations (
  tenant_id text not null,
  conversation_id text not null,
  partner_id text not null,
  campaign_id text not null,
  last_received_at text not null,
  listed boolean not null,
  unread boolean not null,
  done boolean not null,
  label text,
  variant text,
  answered_at text,
  unanswered boolean not null,
  primary key (tenant_id, conversation_id)
) with (fillfactor = 80);
create index if not exists conversations_of_person on lists.conversations (tenant_id, partner_id);
create index if not exists conversations_labeled on lists.conversations (tenant_id, label, partner_id) where label is not null;
create index if not exists conversations_newest on lists.conversations (tenant_id, last_received_at, conversation_id) where listed;
create index if not exists conversations_open on lists.conversations (tenant_id, done, last_received_at, conversation_id) where listed;
create index if not exists conversations_in_campaign on lists.conversations (tenant_id, campaign_id, last_received_at, conversation_id) where listed;
create index if not exists conversations_unread on lists.conversations (tenant_id, last_received_at, conversation_id) where listed and unread;
create index if not exists conversations_unanswered on lists.conversations (tenant_id, last_received_at, conversation_id) where listed and unanswered;

-- What a search looks through, apart from the rows: they change more often. A search reads this as a user would read the mails, so an erasure empties it.
create table if not exists lists.conversation_texts (
  tenant_id text not null,
  conversation_id text not null,
  found text not null,
  primary key (tenant_id, conversation_id)
);
-- the planner's statistics are samples of a column's values: what is erased would stay there
alter table lists.conversation_texts alter column found set statistics 0;
create index if not exists conversation_texts_found on lists.conversation_texts using gin (tenant_id, found gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- what waits for a person (events/lists/needRows.ts): the screen Today
create table if not exists lists.needs (
  tenant_id text not null,
  need_id text not null,
  partner_id text not null,
  campaign_id text not null,
  kind text not null,
  reason text not null,
  at text not null,
  place text not null collate "C",
  until text collate "C",
  primary key (tenant_id, need_id)
);
create index if not exists needs_of_person on lists.needs (tenant_id, partner_id);
create index if not exists needs_by_place on lists.needs (tenant_id, kind, place, need_id);
create index if not exists needs_put_off on lists.needs (tenant_id, until, need_id) where until is not null;
-- texts of a campaign that nothing sets apart fold into one row
create index if not exists needs_in_campaign on lists.needs (tenant_id, kind, reason, campaign_id, place, need_id);

-- the keys of events/lists/counters.ts
create table if not exists lists.counters (
  tenant_id text not null, campaign_id text not null, name text not null collate "C", day text not null, n int not null,
  primary key (tenant_id, campaign_id, name, day)
) with (fillfactor = 60);

-- the emails to come, by day
create index if not exists counters_leaving on lists.counters (tenant_id, day) where name like 'leaving.%';

-- The events of a tenant by quarters of an hour, which add up to the days of any zone. `sent`: as the figure "Emails Sent" counts. lists.follow adds each
-- event once.
create table if not exists lists.event_quarters (
  tenant_id text not null, at timestamptz not null, events int not null, approved int not null, sent int not null,
  first timestamptz not null, last timestamptz not null,
  primary key (tenant_id, at)
) with (fillfactor = 60);

-- what happened in a time (log.events_between); a commit pays next to nothing for it
create index if not exists events_recorded on log.events using brin (recorded_at) with (autosummarize = on);

-- The counters of the past (isInPast, events/lists/counters.ts): `n` is what a counter was from `since` on, a step of five minutes. They have no personal
-- data, and a look without them only takes longer.
create table if not exists lists.past_counters (
  tenant_id text not null, campaign_id text not null, name text not null collate "C", day text not null, since timestamptz not null, n int not null,
  primary key (tenant_id, campaign_id, name, day, since)
);
-- up to when they are kept
create table if not exists lists.past (tenant_id text primary key, until timestamptz not null);

do $$
declare v_table text;
begin
  foreach v_table in array array['people', 'messages', 'conversations', 'conversation_texts', 'needs', 'counters', 'event_quarters', 'past_counters', 'past', 'tenants', 'zones', 'behind'] loop
    execute format('alter table lists.%I enable row level security', v_table);
    execute format('drop policy if exists of_tenant on lists.%I', v_table);
    execute format('create policy of_tenant on lists.%I for select using (tenant_id = current_setting(''app.tenant'', true))', v_table);
    execute format('drop policy if exists of_audit on lists.%I', v_table);
    execute format('create policy of_audit on lists.%I for select to partner_pilot_audit using (true)', v_table);
    execute format('grant select on lists.%I to partner_pilot_api, partner_pilot_worker, partner_pilot_audit', v_table);
  end loop;
end $$;

-- what the projector reads of a person
create index if not exists messages_of_partner on read.messages (partner_id, tenant_id);
create index if not exists conversations_of_partner on read.conversations (partner_id, tenant_id);
create index if not exists needs_of_partner on read.needs (tenant_id, split_part(stream_id, '.', 2));

-- The worker vacuums what erasures emptied (db/erase/vacuumErased.ts). PostgreSQL 15 and 16 know no such right.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'grant maintain on all tables in schema read, lists, queue, vault to partner_pilot_worker';
  end if;
end $$;
