import type { Sql } from '../connection/connect.ts';

/**
 * Vacuums all tables that may hold people, when keys were destroyed since the last time. Dead rows, and the pending lists of the searches, keep erased
 * texts until then. At most once a day, because it reads whole indexes. A role that may not do it changes nothing.
 */
export async function vacuumErased(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', t.schemaname, t.relname) as name
    from pg_stat_user_tables t join pg_stat_user_tables k on k.relid = 'vault.person_keys'::regclass
    where t.schemaname in ('read', 'lists', 'queue', 'vault') and t.n_dead_tup > 0
      and k.n_dead_tup > 0 and coalesce(k.last_vacuum, '-infinity') < now() - interval '1 day'
    -- the keys say that all is done, so they are last
    order by t.relid = k.relid`;
  for (const { name } of tables) await sql.unsafe(`vacuum (index_cleanup on, truncate off, skip_locked) ${name}`);
}
