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
grant select, insert, update, delete on queue.mail_cursors to partner_pilot_worker;
alter table queue.mail_cursors enable row level security;
create policy of_tenant on queue.mail_cursors
  using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
