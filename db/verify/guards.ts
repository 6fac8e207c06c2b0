import type { Tx } from '../connection/connect.ts';
import { loginOf, PROCESSES } from '../connection/logins.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import released from './guards.json' with { type: 'json' };

/** Each object that rules rest on, such as `trigger log.events.events_append_only`, and a hash of its definition. */
export type Guards = Readonly<Record<string, string>>;
export type WrongGuard = { at: string; reason: string };

const SCHEMAS = ['log', 'read', 'lists', 'vault', 'auth', 'queue', 'migration'];

/** Settings by which a session steps past triggers or policies, or finds other functions. */
const DANGEROUS = '^(session_replication_role|row_security|search_path|role|(session|local|shared)_preload_libraries)=';

/**
 * Describes every guard of the database in a form that is the same on each PostgreSQL from 15 on, with each owner and SECRET_KEY. So NOT NULL is read
 * from the columns, an owner's own rights are left out, and logins are named by their process. It reads the catalogue alone.
 */
export async function guardsOf(tx: Tx, master: MasterKey): Promise<Guards> {
  // the definitions name what is not in the path by its schema
  await tx`set local search_path = pg_catalog`;
  const logins = Object.fromEntries(PROCESSES.map((process) => [loginOf(process, master), `login of ${process}`]));
  const rows = await tx<{ name: string; hash: string }[]>`
    with ours as (select n.oid, n.nspname, n.nspowner, n.nspacl from pg_namespace n where n.nspname::text = any (${SCHEMAS})),
    boss as (select nspowner as oid from ours where nspname = 'log'),
    known (login, name) as (select * from json_each_text(${JSON.stringify(logins)}::text::json)),
    relations as (select c.*, n.nspname || '.' || c.relname as name from pg_class c join ours n on n.oid = c.relnamespace),
    tables as (select * from relations where relkind in ('r', 'p', 'f', 'v', 'm')),
    rights (class, object, sub, text) as (
      select r.class, r.object, r.sub,
        string_agg(coalesce(k.name, nullif(a.grantee, 0)::regrole::text, 'public') || ':' || a.privilege_type || case when a.is_grantable then '*' else '' end, ','
          order by coalesce(k.name, nullif(a.grantee, 0)::regrole::text, 'public') collate "C", a.privilege_type collate "C")
      from (
        select 'pg_class' as class, oid as object, 0 as sub, relowner as owner, coalesce(relacl, acldefault('r', relowner)) as acl from relations
        union all select 'pg_class', a.attrelid, a.attnum, r.relowner, a.attacl from pg_attribute a join relations r on r.oid = a.attrelid
        union all select 'pg_proc', p.oid, 0, p.proowner, coalesce(p.proacl, acldefault('f', p.proowner)) from pg_proc p join ours n on n.oid = p.pronamespace
        union all select 'pg_namespace', oid, 0, nspowner, coalesce(nspacl, acldefault('n', nspowner)) from ours
        union all select 'pg_database', oid, 0, datdba, datacl from pg_database where datname = current_database()
      ) r
      cross join lateral aclexplode(r.acl) a
      left join known k on k.login = nullif(a.grantee, 0)::regrole::text
      -- only PostgreSQL 17 and later have it; it changes no row
      where a.privilege_type <> 'MAINTAIN' and a.grantee <> r.owner and (r.class <> 'pg_database' or a.grantee::regrole::text ~ '^partner_pilot_')
      group by 1, 2, 3
    ),
    described (name, said) as (
      select 'schema ' || n.nspname, json_build_array(n.nspowner = (select oid from boss), r.text)
      from ours n left join rights r on r.class = 'pg_namespace' and r.object = n.oid
      union all
      select 'table ' || t.name, json_build_array(t.relkind, t.relpersistence, t.relowner = (select oid from boss), t.relrowsecurity, t.relforcerowsecurity,
        (select array_agg(o order by o collate "C") from unnest(t.reloptions) o), r.text,
        (select array_agg(i.inhrelid::regclass || ' of ' || i.inhparent::regclass order by i.inhrelid::regclass::text collate "C") from pg_inherits i where t.oid in (i.inhrelid, i.inhparent)),
        case when t.relkind in ('v', 'm') then pg_get_viewdef(t.oid) end)
      from tables t left join rights r on r.class = 'pg_class' and r.object = t.oid and r.sub = 0
      union all
      select 'column ' || t.name || '.' || a.attname, json_build_array(format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity,
        a.attstorage, coalesce(a.attstattarget, -1), a.attcollation::regcollation::text, r.text,
        -- each epoch makes its number the default of new events
        case when t.name || '.' || a.attname = 'log.events.epoch' then (pg_get_expr(d.adbin, d.adrelid) = (select max(epoch)::text from log.epochs))::text
          else pg_get_expr(d.adbin, d.adrelid) end)
      from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      left join rights r on r.class = 'pg_class' and r.object = t.oid and r.sub = a.attnum
      union all
      select 'sequence ' || s.name, json_build_array(q.seqtypid::regtype::text, q.seqstart, q.seqincrement, q.seqmax, q.seqmin, q.seqcache, q.seqcycle, r.text)
      from relations s join pg_sequence q on q.seqrelid = s.oid left join rights r on r.class = 'pg_class' and r.object = s.oid
      union all
      select 'constraint ' || t.name || '.' || c.conname, json_build_array(pg_get_constraintdef(c.oid), c.convalidated)
      from tables t join pg_constraint c on c.conrelid = t.oid and c.contype <> 'n'
      union all
      select 'index ' || r.name, json_build_array(pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisready, i.indislive, i.indimmediate)
      from relations r join pg_index i on i.indexrelid = r.oid
      union all
      select 'trigger ' || t.name || '.' || g.tgname, json_build_array(pg_get_triggerdef(g.oid), g.tgenabled)
      from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
      union all
      select 'rule ' || t.name || '.' || w.rulename, json_build_array(pg_get_ruledef(w.oid), w.ev_enabled)
      from tables t join pg_rewrite w on w.ev_class = t.oid
      union all
      select 'policy ' || t.name || '.' || p.polname, json_build_array(p.polcmd, p.polpermissive,
        (select array_agg(coalesce(nullif(o, 0)::regrole::text, 'public') order by nullif(o, 0)::regrole::text collate "C") from unnest(p.polroles) o),
        pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
      from tables t join pg_policy p on p.polrelid = t.oid
      union all
      select 'statistics ' || x.stxnamespace::regnamespace || '.' || x.stxname, json_build_array(pg_get_statisticsobjdef(x.oid))
      from tables t join pg_statistic_ext x on x.stxrelid = t.oid
      union all
      select 'function ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
        json_build_array(p.prokind, p.proowner = (select oid from boss), case when p.prokind <> 'a' then pg_get_functiondef(p.oid) end, r.text)
      from pg_proc p join ours n on n.oid = p.pronamespace left join rights r on r.class = 'pg_proc' and r.object = p.oid
      union all
      select 'type ' || n.nspname || '.' || t.typname, json_build_array(t.typtype, format_type(t.typbasetype, t.typtypmod))
      from pg_type t join ours n on n.oid = t.typnamespace
      where t.typtype in ('d', 'e', 'r') or (t.typtype = 'c' and t.typrelid in (select oid from pg_class where relkind = 'c'))
      union all
      select 'default rights in ' || coalesce(d.defaclnamespace::regnamespace::text, 'all schemas'), json_build_array(d.defaclobjtype, d.defaclacl::text)
      from pg_default_acl d where d.defaclnamespace in (select oid from ours)
      union all
      select 'role ' || coalesce(k.name, r.rolname), json_build_array(r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolcanlogin,
        (select array_agg(m.roleid::regrole::text order by m.roleid::regrole::text collate "C") from pg_auth_members m where m.member = r.oid and m.roleid <> all (select oid from boss)), d.text,
        case when k.name is not null then (select array_agg(s order by s collate "C") from unnest(r.rolconfig) s) end)
      from pg_roles r left join known k on k.login = r.rolname left join rights d on d.class = 'pg_database' and coalesce(d.text, '') ~ ('(^|,)' || r.rolname || ':')
      where k.name is not null or r.rolname in ('partner_pilot_api', 'partner_pilot_worker', 'partner_pilot_audit')
      union all
      -- owners of databases are members as their installations' migrations made them
      select 'member ' || m.roleid::regrole || ' ' || r.rolname, json_build_array(r.rolname)
      from pg_auth_members m join pg_roles r on r.oid = m.member
      where m.roleid::regrole::text in ('partner_pilot_api', 'partner_pilot_worker', 'partner_pilot_audit') and not r.rolsuper
        and r.rolname !~ '^partner_pilot_(api|worker|audit)_[0-9a-f]{8}$' and not exists (select from pg_database d where d.datdba = r.oid)
      union all
      select 'setting ' || split_part(s, '=', 1), json_build_array(s)
      from pg_db_role_setting g cross join lateral unnest(g.setconfig) s
      where s ~ ${DANGEROUS} and g.setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and (g.setrole = 0 or g.setrole::regrole::text in ('partner_pilot_api', 'partner_pilot_worker', 'partner_pilot_audit')
          or (g.setdatabase <> 0 and g.setrole::regrole::text in (select login from known)))
      union all
      select 'setting session_replication_role', json_build_array(current_setting('session_replication_role'))
      where current_setting('session_replication_role') <> 'origin'
    )
    select name, left(encode(sha256(convert_to(string_agg(said::text, '|' order by said::text collate "C"), 'UTF8')), 'hex'), 32) as hash
    from described group by name`;
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]).sort());
}

/** Every guard that is not as this release made it, and how many there are. */
export async function verifyGuards(
  tx: Tx,
  master: MasterKey,
  expected: Guards = released,
): Promise<{ guards: number; wrong: WrongGuard[] }> {
  const found = await guardsOf(tx, master);
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  const wrong = names.flatMap((at) => {
    if (found[at] === expected[at]) return [];
    if (!(at in found)) return [{ at, reason: 'it is missing' }];
    return [{ at, reason: at in expected ? 'it is not as this release made it' : 'this release did not make it' }];
  });
  return { guards: Object.keys(found).length, wrong };
}
