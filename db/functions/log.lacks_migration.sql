-- Whether one of these migrations or files of SQL never ran here. A newer text of a file is no lack: an upgrade migrates before it replaces processes.
create or replace function log.lacks_migration(p_names text[]) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select exists (
    select unnest(p_names) except (select name from migration.applied union all select name from migration.repeatable))
$$;

grant execute on function log.lacks_migration to partner_pilot_api;
