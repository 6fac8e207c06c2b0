-- Which worker listens to which mailbox (IMAP IDLE), so that no two do. What is not renewed is over.
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
