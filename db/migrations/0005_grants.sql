-- The API reads and executes the commit function, no more; the worker also owns the job queue. The owner is neither.
grant usage on schema log, read, vault to partner_pilot_api, partner_pilot_worker;
grant usage on schema auth to partner_pilot_api;

revoke all on all functions in schema log, read, vault from public;
grant execute on function log.commit, log.event_hash, log.horizon_age, log.load, vault.keys to partner_pilot_api, partner_pilot_worker;
grant execute on function log.tail_heads, log.tail_now to partner_pilot_api, partner_pilot_worker;
grant execute on function log.tail to partner_pilot_worker;

grant select on log.events, log.epochs to partner_pilot_api, partner_pilot_worker;
grant select on all tables in schema read to partner_pilot_api, partner_pilot_worker;
grant select, insert, update on log.checkpoints to partner_pilot_worker;

grant select on vault.person_keys to partner_pilot_api, partner_pilot_worker;
grant select on vault.key_check to partner_pilot_api, partner_pilot_worker;
grant select, insert, delete on vault.secrets to partner_pilot_api, partner_pilot_worker;
grant select, insert, update, delete on auth.credentials, auth.sessions to partner_pilot_api;
