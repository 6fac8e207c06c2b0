import type { Sql } from '../../db/connection/connect.ts';
import type { MasterKey } from '../../db/vault/masterKey.ts';
import { verifyGuards } from '../../db/verify/guards.ts';

/** A change of one guard by the tables' owner. `at`: where verify must name it. */
export type GuardAlteration = { statement: string; at: string };

/** Every object that rules rest on, altered in each way that PostgreSQL takes without further changes. */
export async function guardAlterations(sql: Sql): Promise<GuardAlteration[]> {
  const rows = await sql<GuardAlteration[]>`
    with t as (
      select c.oid, n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as q, n.nspname || '.' || c.relname as full_name, c.relrowsecurity
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('log', 'read', 'lists', 'vault', 'auth', 'queue', 'migration') and c.relkind = 'r'
    )
    select format('alter table %s %s row level security', q, case when relrowsecurity then 'disable' else 'enable' end) as statement, 'table ' || full_name as at from t
    union all select format('grant truncate on %s to partner_pilot_api', q), 'table ' || full_name from t
    union all select format('revoke all on %s from partner_pilot_api, partner_pilot_worker, partner_pilot_audit', q), 'table ' || full_name from t
      -- MAINTAIN changes no row, and is no guard
      where exists (select from pg_class c, aclexplode(c.relacl) a where c.oid = t.oid and a.grantee <> c.relowner and a.privilege_type <> 'MAINTAIN')
    union all select format('create trigger more before insert on %s for each row execute function suppress_redundant_updates_trigger()', q), 'trigger ' || full_name || '.more' from t
    union all select format('create policy more on %s using (true)', q), 'policy ' || full_name || '.more' from t
    union all select format('alter table %s add column more int', q), 'column ' || full_name || '.more' from t
    union all select format('drop policy %I on %s', p.polname, t.q), 'policy ' || full_name || '.' || p.polname from t join pg_policy p on p.polrelid = t.oid
    union all select format('alter policy %I on %s using (false)', p.polname, t.q), 'policy ' || full_name || '.' || p.polname from t join pg_policy p on p.polrelid = t.oid
    union all select format('alter table %s disable trigger %I', t.q, g.tgname), 'trigger ' || full_name || '.' || g.tgname from t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
    union all select format('drop trigger %I on %s', g.tgname, t.q), 'trigger ' || full_name || '.' || g.tgname from t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
    union all select format('alter table %s alter column %I drop expression', t.q, a.attname), 'column ' || full_name || '.' || a.attname from t join pg_attribute a on a.attrelid = t.oid and a.attgenerated = 's'
    union all select format('alter table %s alter column %I set statistics 7', t.q, a.attname), 'column ' || full_name || '.' || a.attname from t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    union all select format('drop index %I.%I', t.schema, c.relname), 'index ' || t.schema || '.' || c.relname from t join pg_index i on i.indrelid = t.oid join pg_class c on c.oid = i.indexrelid
      where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all select format('alter table %s drop constraint %I', t.q, k.conname), 'constraint ' || full_name || '.' || k.conname from t join pg_constraint k on k.conrelid = t.oid and k.contype <> 'n'
    union all select format('alter function %s security %s', p.oid::regprocedure, case when p.prosecdef then 'invoker' else 'definer' end),
      'function ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')'
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('log', 'read', 'lists', 'vault', 'auth', 'queue')
    union all select format('grant execute on function %s to public', p.oid::regprocedure),
      'function ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')'
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('log', 'read', 'lists', 'vault', 'auth', 'queue')
    union all select format('grant create on schema %I to partner_pilot_api', s), 'schema ' || s from unnest(array['log', 'read', 'lists', 'vault', 'auth', 'queue', 'migration']) s
    order by 2, 1`;
  return [...rows];
}

/** Those that verify does not name by their object. Each is rolled back. */
export async function missedGuards(sql: Sql, master: MasterKey, alterations: readonly GuardAlteration[]) {
  const missed: string[] = [];
  const undone = new Error('undone');
  for (const { statement, at } of alterations)
    await sql
      .begin(async (tx) => {
        await tx.unsafe(statement);
        const { wrong } = await verifyGuards(tx, master);
        if (!wrong.some((one) => one.at === at)) missed.push(`${statement}: ${JSON.stringify(wrong)}`);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
  return missed;
}
