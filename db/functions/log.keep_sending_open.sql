-- Whether sending is not frozen. Until the transaction ends, no one can freeze it: a dispatch calls this. Volatile, so that the answer is newer
-- than the lock.
create or replace function log.keep_sending_open() returns boolean
language plpgsql volatile security definer set search_path = pg_catalog
as $$
begin
  perform pg_advisory_xact_lock_shared(7061726176);
  return not exists (select from log.sending_frozen());
end $$;

grant execute on function log.keep_sending_open to partner_pilot_worker;
