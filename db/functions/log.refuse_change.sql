-- The log and its seals are append-only, for the owner too.
create or replace function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The log is append-only: % of % is refused.', tg_op, tg_table_name using errcode = 'PP002';
end $$;

create or replace trigger events_append_only before update or delete or truncate on log.events
  for each statement execute function log.refuse_change();
alter table log.events enable always trigger events_append_only;

create or replace trigger seals_append_only before update or delete or truncate on log.seals
  for each statement execute function log.refuse_change();
alter table log.seals enable always trigger seals_append_only;

create or replace trigger tile_hashes_append_only before update or delete or truncate on log.tile_hashes
  for each statement execute function log.refuse_change();
alter table log.tile_hashes enable always trigger tile_hashes_append_only;
