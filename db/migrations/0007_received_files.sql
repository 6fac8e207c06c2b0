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
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, conversation_id, received_id, number)
);
create index received_files_of_person on vault.received_files (tenant_id, person_id);
alter table vault.received_files alter column sealed set statistics 0;
-- what is encrypted cannot be compressed
alter table vault.received_files alter column sealed set storage external;
alter table vault.received_files enable row level security;
create policy of_tenant on vault.received_files for select using (tenant_id = current_setting('app.tenant', true));
grant select on vault.received_files to partner_pilot_api, partner_pilot_worker;
