-- Both come with PostgreSQL. A search in a list finds words by their trigrams, in one index with the tenant.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The log: every event, once, permanently. Readable per tenant; written only by log.commit.
create schema log;
grant usage on schema log to partner_pilot_api, partner_pilot_worker;

-- An epoch that is not the first began because the database is a restored one (functions/log.sending_frozen.sql).
create table log.epochs (
  epoch int primary key,
  -- which cluster wrote this epoch: transaction ids of another cluster do not compare with ours
  system_identifier text not null,
  started_at timestamptz not null default clock_timestamp(),
  -- first | other_cluster | behind | restored | by_hand
  why text not null default 'other_cluster',
  -- from when on this database does not know what happened
  lost_from timestamptz,
  -- what a file outside of the database said that proves it an older copy
  detail text
);
grant select on log.epochs to partner_pilot_api, partner_pilot_worker;

create table log.events (
  epoch int not null,
  tx xid8 not null default pg_current_xact_id(),
  position bigint generated always as identity,
  tenant_id text not null,
  stream_id text not null,
  -- from 1: log.commit_event reads the event before, or finds none
  version int not null,
  type text not null,
  schema_version int not null,
  -- json, not jsonb: the stored bytes are what is hashed
  payload json not null,
  actor text not null,
  correlation_id text not null,
  causation_id text,
  recorded_at timestamptz not null,
  hash bytea not null,
  constraint events_stream_version primary key (tenant_id, stream_id, version)
);
create index events_tail on log.events (epoch, tx, position);
alter table log.events enable row level security;
create policy events_of_tenant on log.events for select using (tenant_id = current_setting('app.tenant', true));
grant select on log.events to partner_pilot_api, partner_pilot_worker;

-- The progress of each named reader of the whole log.
create table log.checkpoints (
  name text primary key,
  epoch int not null default 0,
  tx xid8 not null default '0',
  position bigint not null default 0,
  updated_at timestamptz not null default clock_timestamp()
);
grant select, insert, update on log.checkpoints to partner_pilot_worker;

-- How far the worker has verified the log as it grew, in one row (verify/follow.ts). In no backup. `wrong` is what it found since the last whole
-- verification, as JSON, the first 100 of `wrong_count`.
create table log.followed (
  only_row boolean primary key default true check (only_row),
  epoch int not null,
  tx xid8 not null,
  position bigint not null,
  -- of that event, in hex
  hash text not null,
  seal bigint not null,
  -- PostgreSQL's count of rows of the log that were updated or deleted, and a transaction from before: rows with a later one are looked at
  rewrites bigint not null,
  since xid8 not null,
  -- the newest epoch then: transactions of another cluster do not compare
  newest_epoch int not null,
  wrong json not null default '[]',
  wrong_count int not null default 0,
  -- when it had seen all there was; null: no worker follows
  caught_up_at timestamptz
);
grant select on log.followed to partner_pilot_api;
grant select, insert, update on log.followed to partner_pilot_worker;

-- Each seal covers the events after the one before it, in the order of the tail. Its note is a checkpoint of one tree over the whole log
-- (db/seal/). The installation's key signs it. The owner of these tables without SECRET_KEY cannot make one.
create table log.seals (
  number bigint primary key,
  -- the events that its tree has
  size bigint not null unique,
  -- the last one
  epoch int not null,
  tx xid8 not null,
  position bigint not null,
  sealed_at timestamptz not null,
  note text not null
);

-- The tree's tiles (C2SP tlog-tiles): tile N of a level has the hashes 256 N to 256 N + 255. Those of level 0 follow from the events.
create table log.tile_hashes (level int, index bigint, hash bytea not null, primary key (level, index));
grant select on log.seals, log.tile_hashes to partner_pilot_api, partner_pilot_worker;

-- How far each witness has cosigned our checkpoints, by its verifier key, and why it does not go on.
create table log.witnesses (key text primary key, size bigint not null default 0, seen_at timestamptz, trouble text);
grant select on log.witnesses to partner_pilot_api;
grant select, insert, update, delete on log.witnesses to partner_pilot_worker;

-- The newest checkpoint of each log that this installation witnesses.
create table log.witnessed (
  origin text primary key,
  size bigint not null default 0,
  root bytea not null default '',
  seen_at timestamptz
);
grant select, insert, update on log.witnessed to partner_pilot_api;

-- Keys and secrets. They lie outside the log, so that destroying a key erases a person from every copy of it.
-- The planner's statistics are samples of a column's values. Of people, keys and secrets there must be none: what is erased would stay there
-- until the next analyze. No plan depends on them.
create schema vault;
grant usage on schema vault to partner_pilot_api, partner_pilot_worker;

-- `old_proof`: of the key before. While `rotating`, it wraps a part of the vault, too; after that nothing, and no rotation leads back to it.
create table vault.key_check (
  only_row boolean primary key default true check (only_row),
  proof bytea not null,
  old_proof bytea,
  rotating boolean not null default false
);
grant select on vault.key_check to partner_pilot_api, partner_pilot_worker;

create table vault.person_keys (
  tenant_id text not null,
  person_id text not null,
  key_id text not null,
  wrapped bytea not null,
  -- the time of the first event that it encrypts
  created_at timestamptz not null,
  primary key (tenant_id, person_id)
);
alter table vault.person_keys alter column wrapped set statistics 0;
alter table vault.person_keys enable row level security;
create policy of_tenant on vault.person_keys for select using (tenant_id = current_setting('app.tenant', true));
grant select on vault.person_keys to partner_pilot_api, partner_pilot_worker;

create table vault.secrets (
  tenant_id text not null,
  secret_id text not null,
  kind text not null,
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, secret_id)
);
alter table vault.secrets alter column sealed set statistics 0;
alter table vault.secrets enable row level security;
create policy of_tenant on vault.secrets
  using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, delete on vault.secrets to partner_pilot_api, partner_pilot_worker;

-- Attachments of mails that came in, each sealed under its person's key. They are no events: the log stays small, and they go with the key
-- (vault.destroy_keys).
create table vault.received_files (
  tenant_id text not null,
  conversation_id text not null,
  received_id text not null,
  -- its place among the attachments that MailReceived lists, from 0
  number int not null,
  person_id text not null,
  key_id text not null,
  size int not null,
  sealed bytea not null,
  primary key (tenant_id, conversation_id, received_id, number)
);
create index received_files_of_person on vault.received_files (tenant_id, person_id);
alter table vault.received_files alter column sealed set statistics 0;
-- what is encrypted cannot be compressed
alter table vault.received_files alter column sealed set storage external;
alter table vault.received_files enable row level security;
create policy of_tenant on vault.received_files for select using (tenant_id = current_setting('app.tenant', true));
grant select on vault.received_files to partner_pilot_api, partner_pilot_worker;

-- The media kit of a workspace, sealed under the owner's key. `hash`: SHA-256 of its bytes, as MediaKitUploaded has it.
create table vault.media_kits (
  tenant_id text primary key,
  hash text not null,
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
alter table vault.media_kits alter column sealed set statistics 0;
alter table vault.media_kits alter column sealed set storage external;
alter table vault.media_kits enable row level security;
create policy of_tenant on vault.media_kits
  using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, delete on vault.media_kits to partner_pilot_api;
grant select on vault.media_kits to partner_pilot_worker;

-- The bytes of both, for the limit of the workspace. vault.count_bytes keeps it.
create table vault.stored_bytes (tenant_id text primary key, bytes bigint not null);
alter table vault.stored_bytes enable row level security;
create policy of_tenant on vault.stored_bytes for select using (tenant_id = current_setting('app.tenant', true));
grant select on vault.stored_bytes to partner_pilot_api, partner_pilot_worker;

-- Sign-in. Nothing here is an event: hashes and sessions are not history. Tokens and codes lie here as hashes alone.
create schema auth;
grant usage on schema auth to partner_pilot_api, partner_pilot_worker;

create table auth.credentials (
  user_id text primary key,
  password_hash text not null,
  changed_at timestamptz not null default clock_timestamp()
);
alter table auth.credentials alter column password_hash set statistics 0;

create table auth.sessions (
  -- SHA-256 of the token: a copy of this table opens no session
  token_hash bytea primary key,
  user_id text not null,
  -- the tenant of every call
  workspace_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- by which a list names a session; the hash opens it
  session_id text not null unique default gen_random_uuid()::text,
  -- such as "Firefox on Linux"
  browser text,
  -- password, invitation, reset, confirmation, issuer
  opened_by text not null,
  last_seen_at timestamptz not null default clock_timestamp(),
  -- unused for so long, it is over before expires_at
  idle_hours int not null,
  -- why it holds no more, for the next call of its browser: revoked, password, paused, second_factor
  ended text
);
create index sessions_of_user on auth.sessions (user_id);

-- Access tokens of programs: SHA-256 alone, as for sessions. A token that was revoked has no row.
create table auth.access_tokens (
  token_hash bytea primary key,
  token_id text not null unique,
  user_id text not null,
  workspace_id text not null,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index access_tokens_of_user on auth.access_tokens (user_id);

-- Webhooks of other systems. The secret that signs their posts lies in vault.secrets, in the workspace.
create table auth.incoming_webhooks (
  webhook_id text primary key,
  secret_id text not null,
  user_id text not null,
  workspace_id text not null,
  name text not null,
  acts text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index incoming_webhooks_of_user on auth.incoming_webhooks (user_id);

-- How far other programs have read the public events of a workspace, by names of their own.
create table auth.feed_positions (
  tenant_id text not null,
  name text not null,
  cursor text not null,
  moved_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, name)
);
alter table auth.feed_positions enable row level security;
create policy of_tenant on auth.feed_positions
  using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));

-- Links in mails: the token is in the mail alone. One is used once.
create table auth.links (
  token_hash bytea primary key,
  access_id text not null unique,
  what text not null,
  user_id text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index links_of_user on auth.links (user_id);

-- Between the password and the second factor.
create table auth.second_steps (
  token_hash bytea primary key,
  user_id text not null,
  opened_by text not null,
  next text not null,
  -- wrong codes so far
  wrong int not null default 0,
  expires_at timestamptz not null
);
create index second_steps_of_user on auth.second_steps (user_id);

-- The key of the codes lies in the vault. Until confirmed_at it asks for nothing.
create table auth.second_factors (
  user_id text primary key,
  secret_id text not null,
  confirmed_at timestamptz,
  -- the time step of the last code that was taken: no code opens twice
  last_step bigint not null default 0
);
create table auth.recovery_codes (
  user_id text not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Public keys of passkeys (WebAuthn). They are second factors, and sign in alone, since they verify their user.
create table auth.passkeys (
  credential_id text primary key,
  user_id text not null,
  public_key bytea not null,
  -- of the last use; some authenticators never count
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index passkeys_of_user on auth.passkeys (user_id);

-- Challenges of passkeys, as SHA-256. user_id: for whom a new one is made; null: for a sign-in.
create table auth.passkey_challenges (
  challenge_hash bytea primary key,
  user_id text,
  expires_at timestamptz not null
);

-- A person at an issuer, by an HMAC of issuer and sub.
create table auth.identities (
  identity_hmac text primary key,
  issuer text not null,
  user_id text not null,
  linked_at timestamptz not null default clock_timestamp(),
  -- an address that passes to somebody else at the issuer does not bring the account along
  unique (user_id, issuer)
);

-- Where an issuer asks people to sign in: the worker looks it up, the API only leads there.
create table auth.issuers (
  issuer text primary key,
  authorization_endpoint text,
  checked_at timestamptz not null default clock_timestamp(),
  -- why it cannot be used, in words; null: it can
  trouble text
);

-- Sign-ins under way at an issuer: the secrets that bind the answer to the browser that asked. `sealed` holds verifier, nonce and what came back.
create table auth.issuer_attempts (
  state_hash bytea primary key,
  access_id text not null unique,
  sealed bytea not null,
  expires_at timestamptz not null
);

-- Sign-ins under way at Google or Microsoft, for a mailbox. The secrets bind the answer to the session. `sealed` holds verifier, session and code.
create table auth.mailbox_attempts (
  state_hash bytea primary key,
  request_id text not null unique,
  sealed bytea not null,
  -- a state is good for one answer
  used boolean not null default false,
  expires_at timestamptz not null
);
alter table auth.mailbox_attempts alter column sealed set statistics 0;

-- Failed attempts by what they were about (an account, a network, both, a known browser), as HMACs.
create table auth.attempts (
  bucket text primary key,
  -- each is forgotten evenly over the time of its rule, so there are halves
  failures float8 not null,
  last_at timestamptz not null,
  -- not before this the next one is looked at
  until timestamptz not null
);
create index attempts_last on auth.attempts (last_at);

-- What happened at the doors: sign-ins, refusals, changes of keys and rights. It names ids and networks. Equal rows of a minute are one with a count.
create table auth.security_log (
  log_id bigint generated always as identity primary key,
  minute timestamptz not null,
  kind text not null,
  -- blank: nobody is known
  user_id text not null,
  network text not null,
  -- such as "Firefox on Linux"
  agent text not null,
  -- the route, or an HMAC of the address that was typed
  about text not null,
  last_at timestamptz not null,
  times int not null default 1,
  unique (minute, kind, user_id, network, agent, about)
);
create index security_log_of_user on auth.security_log (user_id, log_id);
create index security_log_of_kind on auth.security_log (kind, log_id);
create index security_log_of_network on auth.security_log (network, log_id);

grant select, insert, update, delete on auth.credentials, auth.sessions, auth.access_tokens, auth.incoming_webhooks, auth.feed_positions, auth.links, auth.second_steps, auth.second_factors,
  auth.recovery_codes, auth.identities, auth.issuer_attempts, auth.mailbox_attempts, auth.attempts, auth.passkeys, auth.passkey_challenges
  to partner_pilot_api;
grant select on auth.issuers to partner_pilot_api;
-- the API can neither change nor remove a row but to count it again
grant select, insert, update (times, last_at) on auth.security_log to partner_pilot_api;
grant select, insert, update, delete on auth.links, auth.issuers, auth.issuer_attempts, auth.mailbox_attempts, auth.attempts to partner_pilot_worker;

-- Our tables beside the job queue of Graphile Worker. The API reads both by functions alone.
create schema queue;
grant usage on schema queue to partner_pilot_api, partner_pilot_worker;

-- Living worker processes, so that the jobs of a dead one are freed.
create table queue.workers (
  worker_id text primary key,
  host text not null,
  pid int not null,
  beat_at timestamptz not null default clock_timestamp(),
  -- the process's word on its SEAL_FILE at each beat. null: it has none; '': all is well; else the trouble
  seal_file text,
  -- how far its clock is ahead of this one, in seconds
  clock_offset double precision,
  -- free bytes where its DATA_DIR is
  disk_free bigint,
  -- what it measured, on one row of each process (db/process/processMetrics.ts)
  metrics json
);
grant select, insert, update, delete on queue.workers to partner_pilot_worker;

-- Lines of health that last, and when the operator was mailed. It is in no backup.
create table queue.operator_lines (
  code text primary key,
  since timestamptz,  -- null: it ended
  mailed_at timestamptz
);
grant select, insert, update on queue.operator_lines to partner_pilot_worker;

-- The check's result for a message's text, for the lists, which never check. It is no event and in no backup: it follows from what is known.
create table queue.text_checks (
  tenant_id text not null,
  message_id text not null,
  person_id text not null,
  -- the text with all that its message says of it (queue.text_key): another text is not checked yet
  text_key text not null,
  -- it has a flaw that no person let pass
  flagged boolean not null,
  -- a message of the campaign whose text is nearly the same
  similar_to text,
  -- a hash of the text, of all facts that it was checked against, and of the check's version
  checked text not null,
  -- a hash of the campaign and the profile that it was checked against: after an edit of them it is checked again
  facts text not null,
  flaws jsonb not null,
  primary key (tenant_id, message_id)
);
create index text_checks_of_person on queue.text_checks (tenant_id, person_id);
create index text_checks_similar on queue.text_checks (tenant_id, similar_to) where similar_to is not null;
-- flaws quote people, whom the planner's samples must not keep
alter table queue.text_checks alter column flaws set statistics 0;
alter table queue.text_checks enable row level security;
create policy of_tenant on queue.text_checks for select using (tenant_id = current_setting('app.tenant', true));
grant select on queue.text_checks to partner_pilot_api, partner_pilot_worker;

-- The bands of the texts that are compared with each other (events/messages/check/similar.ts): two nearly equal ones have one in common.
create table queue.text_bands (
  tenant_id text not null,
  campaign_id text not null,
  band text not null,
  message_id text not null,
  person_id text not null,
  primary key (tenant_id, campaign_id, band, message_id)
);
create index text_bands_of_person on queue.text_bands (tenant_id, person_id);
create index text_bands_of_message on queue.text_bands (tenant_id, message_id);
alter table queue.text_bands enable row level security;
create policy of_tenant on queue.text_bands for select using (tenant_id = current_setting('app.tenant', true));
grant select on queue.text_bands to partner_pilot_api, partner_pilot_worker;

-- Counts the results that were kept: the version of a tenant's lists, beside that of its log.
create table queue.kept_checks (tenant_id text primary key, n bigint not null);
alter table queue.kept_checks enable row level security;
create policy of_tenant on queue.kept_checks for select using (tenant_id = current_setting('app.tenant', true));
grant select on queue.kept_checks to partner_pilot_api, partner_pilot_worker;

-- Up to where each mailbox was read. It is no event: what was read twice is known by its id. A backup keeps it, so that a restored
-- installation reads again what came since.
create table queue.mail_cursors (
  tenant_id text not null,
  -- the account (SendingAccount.id)
  mailbox text not null,
  cursor text not null,
  read_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, mailbox)
);
grant select on queue.mail_cursors to partner_pilot_api;
grant select, insert, update, delete on queue.mail_cursors to partner_pilot_worker;
alter table queue.mail_cursors enable row level security;
create policy of_tenant on queue.mail_cursors
  using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));

-- The worker that listens to each mailbox (IMAP IDLE), so that no two do. A lease that is not renewed is over.
create table queue.mail_listeners (
  tenant_id text not null,
  -- the account (SendingAccount.id)
  mailbox text not null,
  -- a name that the worker process drew
  listener text not null,
  until timestamptz not null,
  primary key (tenant_id, mailbox)
);
create index mail_listeners_of on queue.mail_listeners (listener);
grant select, insert, update, delete on queue.mail_listeners to partner_pilot_worker;
alter table queue.mail_listeners enable row level security;
-- a worker claims mailboxes of every tenant in one statement; a row says no more than who listens
create policy of_worker on queue.mail_listeners to partner_pilot_worker using (true) with check (true);

-- Notices that wait for their channel, and those that left lately: each event leaves once. The text is read when it leaves. They are no events,
-- and in no backup.
create table queue.notices (
  tenant_id text not null,
  user_id text not null,
  -- email, slack, push-… (events/accounts/notifications.ts)
  channel text not null,
  -- stream@version
  event text not null,
  kind text not null,
  due_at timestamptz not null,
  -- of an email: from before it left
  sent_at timestamptz,
  primary key (tenant_id, user_id, channel, event)
);
grant select, insert, update, delete on queue.notices to partner_pilot_worker;
alter table queue.notices enable row level security;
create policy of_tenant on queue.notices
  using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));

-- Deliveries of webhooks, those of the last 30 days. The body is made when it leaves: here are ids alone. They are no events, and in no backup.
create table queue.webhook_deliveries (
  tenant_id text not null,
  webhook_id text not null,
  -- the webhook-id that its receiver sees: the same at each try
  delivery_id text not null,
  -- stream@version
  event text not null,
  -- of the public catalog (events/history/publicEvents.ts)
  type text not null,
  -- the order in which they were queued
  n bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  -- waiting, delivered, failed, skipped
  status text not null default 'waiting',
  -- tries so far; another delivery by hand begins again
  tries int not null default 0,
  last_at timestamptz,
  -- what the last try brought: an HTTP status, or why there is none
  http_status int,
  trouble text,
  -- of a waiting one: when it is tried
  next_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, webhook_id, delivery_id)
) with (fillfactor = 80);
create index webhook_deliveries_newest on queue.webhook_deliveries (tenant_id, webhook_id, n);
create index webhook_deliveries_due on queue.webhook_deliveries (tenant_id, webhook_id, next_at, n) where status = 'waiting';
create index webhook_deliveries_age on queue.webhook_deliveries using brin (created_at) with (autosummarize = on);
grant select on queue.webhook_deliveries to partner_pilot_api;
grant select, insert, update, delete on queue.webhook_deliveries to partner_pilot_worker;
alter table queue.webhook_deliveries enable row level security;
create policy of_tenant on queue.webhook_deliveries
  using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));

-- The operator's commands that only read see every tenant, and no secret in the clear: those are sealed under SECRET_KEY.
grant usage on schema log, vault, queue to partner_pilot_audit;
grant select on all tables in schema log, vault, queue to partner_pilot_audit;
create policy of_audit on log.events for select to partner_pilot_audit using (true);
create policy of_audit on vault.person_keys for select to partner_pilot_audit using (true);
-- the rows of lists are compared with it
create policy of_audit on queue.text_checks for select to partner_pilot_audit using (true);
create policy of_audit on vault.secrets for select to partner_pilot_audit using (true);
create policy of_audit on vault.received_files for select to partner_pilot_audit using (true);
create policy of_audit on vault.media_kits for select to partner_pilot_audit using (true);
