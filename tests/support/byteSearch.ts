import type { Sql } from '../../db/connection/connect.ts';

/** All strings of some values, at any depth, that are long enough to be found by accident nowhere. */
export function stringsIn(...values: unknown[]): string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === 'string' && value.length >= 6) found.add(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
  };
  values.forEach(walk);
  return [...found];
}

/** A text as it stands, as JSON writes it, and all that it holds in hex or base64, decoded. Lower case. */
function formsOf(text: string): string[] {
  const hex = (text.match(/[0-9a-f]{16,}/gi) ?? []).map((part) => Buffer.from(part, 'hex'));
  const base64 = (text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? []).map((part) => Buffer.from(part, 'base64'));
  const decoded = [...hex, ...base64].flatMap((bytes) => [bytes.toString('utf8'), bytes.toString('latin1')]);
  return [text, ...decoded].map((form) => form.toLowerCase());
}

/** The needles that are anywhere in a text. */
export function heldIn(text: string, needles: readonly string[]): string[] {
  const forms = formsOf(text);
  return needles.filter((needle) => {
    const looked = [needle, JSON.stringify(needle).slice(1, -1), encodeURIComponent(needle)].map((one) =>
      one.toLowerCase(),
    );
    return forms.some((form) => looked.some((one) => form.includes(one)));
  });
}

/** A dump of the whole database: every row of every table, and the planner's samples of their values. */
async function dump(sql: Sql): Promise<{ place: string; text: string }[]> {
  const tables = await sql<{ place: string; name: string; columns: string }[]>`
    select n.nspname || '.' || c.relname as place, format('%I.%I', n.nspname, c.relname) as name,
      string_agg(format('%I::text', a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%'
    group by n.nspname, c.relname`;
  const places: { place: string; text: string }[] = [];
  for (const { place, name, columns } of tables) {
    const rows = await sql.unsafe<{ text: string }[]>(`select concat_ws(e'\n', ${columns}) as text from ${name}`);
    for (const { text } of rows) places.push({ place, text });
  }
  const samples = await sql<{ place: string; text: string }[]>`
    select 'statistics of ' || schemaname || '.' || tablename as place, concat_ws(' ', most_common_vals, histogram_bounds, most_common_elems) as text
    from pg_stats where schemaname not in ('pg_catalog', 'information_schema')`;
  return [...places, ...samples];
}

/** Where in the database each needle stands in any form: tables by needle. `sql`: the owner's. */
export async function searchDatabase(sql: Sql, needles: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { place, text } of await dump(sql)) {
    for (const needle of heldIn(text, needles)) found[needle] = [...new Set([...(found[needle] ?? []), place])];
  }
  return found;
}
