-- Each start asks whether any row was made by another version of its fold (db/read/outdated.ts). These indexes answer from a few pages, and
-- cost a write nothing to speak of: they hold the smallest and the largest value of each stretch of a table.
do $$
declare
  v_table name;
begin
  for v_table in select relname from pg_class where relnamespace = 'read'::regnamespace and relkind = 'r' loop
    execute format('create index %I on read.%I using brin (fold_version) with (autosummarize = on)', v_table || '_fold', v_table);
  end loop;
end $$;
