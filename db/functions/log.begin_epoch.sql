-- The epoch of new events is the default of their column, so that a commit need not look it up.
create or replace function log.begin_epoch() returns trigger language plpgsql as $$
begin
  execute format('alter table log.events alter column epoch set default %s', new.epoch);
  return new;
end $$;

create or replace trigger epoch_begins after insert on log.epochs for each row execute function log.begin_epoch();
