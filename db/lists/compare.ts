/** Whether the rows of lists and the counters are what the read models say. They are made again in a transaction, and looked at before and after. */
import type { Sql, Tx } from '../connection/connect.ts';
import { followLog, projectSome, renewOutdated } from './follow.ts';
import { comparePast } from './keepPast.ts';
import { AT_ONCE, makeRows } from './project.ts';

/** `of`: a person (`partner-…`), a counter (`counter …`, by its key), or the counters of the past (`past`). */
export type WrongList = { tenant: string; of: string };

const BY_PERSON = ['people', 'messages', 'conversations', 'needs'] as const;

/** Rolls a look back, and carries what it saw. */
class Seen extends Error {
  constructor(readonly wrong: readonly string[]) {
    super('Only looked.');
  }
}

/** The rows of some people as text, by person. */
async function snapshot(tx: Tx, tenant: string, people: readonly string[]): Promise<Map<string, string>> {
  const rows = await Promise.all([
    ...BY_PERSON.map(
      (table) => tx<{ id: string; row: string }[]>`
        select r.partner_id as id, r::text as row from ${tx(`lists.${table}`)} r
        where r.tenant_id = ${tenant} and r.partner_id = any (${people as string[]})`,
    ),
    tx<{ id: string; row: string }[]>`
      select c.partner_id as id, t::text as row from lists.conversations c
      join lists.conversation_texts t on t.tenant_id = c.tenant_id and t.conversation_id = c.conversation_id
      where c.tenant_id = ${tenant} and c.partner_id = any (${people as string[]})`,
  ]);
  const found = new Map<string, string[]>(people.map((id) => [id, []]));
  for (const { id, row } of rows.flat()) found.get(id)?.push(row);
  return new Map([...found].map(([id, own]) => [id, own.sort().join('\n')]));
}

/** Rows of which the read models know nothing. */
async function dropStrangers(tx: Tx, tenant: string, people: readonly string[]): Promise<void> {
  const ids = people as string[];
  await tx`
    delete from lists.messages l where l.tenant_id = ${tenant} and l.partner_id = any (${ids}) and not exists (
      select from read.messages m where m.tenant_id = l.tenant_id and m.stream_id = 'message-' || l.message_id)`;
  await tx`
    delete from lists.conversations l where l.tenant_id = ${tenant} and l.partner_id = any (${ids}) and not exists (
      select from read.conversations v where v.tenant_id = l.tenant_id and v.stream_id = 'conversation-' || l.conversation_id)`;
}

async function wrongPeople(
  sql: Sql,
  tenant: string,
  people: readonly string[],
  repair: boolean,
): Promise<readonly string[]> {
  const look = sql.begin(async (tx) => {
    // held first, so that no one makes them again between the two looks
    await tx`select 1 from lists.people where tenant_id = ${tenant} and partner_id = any (${people as string[]}) order by partner_id for update`;
    const before = await snapshot(tx, tenant, people);
    // otherwise a row keeps it
    for (const table of ['people', 'messages'])
      await tx`update ${tx(`lists.${table}`)} set began = null where tenant_id = ${tenant} and partner_id = any (${people as string[]})`;
    await makeRows(tx, tenant, people);
    await dropStrangers(tx, tenant, people);
    const after = await snapshot(tx, tenant, people);
    const wrong = people.filter((id) => before.get(id) !== after.get(id));
    if (!repair) throw new Seen(wrong);
    return wrong;
  });
  return look.catch((error: unknown) => {
    if (error instanceof Seen) return error.wrong;
    throw error;
  });
}

/** Counters that are not the sum of what people add to them. */
const wrongCounters = (sql: Sql | Tx): Promise<{ tenant: string; key: string; sum: number }[]> =>
  sql<{ tenant: string; key: string; sum: number }[]>`
    with added as (
      select p.tenant_id, k.key, sum(k.value::int)::int as n from lists.people p, jsonb_each_text(p.counted) k group by 1, 2
    )
    select tenant_id as tenant, key, coalesce(a.n, 0) as sum
    from (select tenant_id, campaign_id || '|' || name || '|' || day as key, n from lists.counters) c
    full join added a using (tenant_id, key)
    where coalesce(c.n, 0) <> coalesce(a.n, 0) order by 1, 2`;

/** All that is wrong. Rows that only wait for the projector are not: it is let through first. `repair`: makes them right. */
export async function compareLists(sql: Sql, { repair }: { repair: boolean }): Promise<WrongList[]> {
  await renewOutdated(sql);
  while ((await followLog(sql)) ?? 0);
  while ((await projectSome(sql)) > 0);
  const wrong: WrongList[] = [];
  const all = await sql<{ tenant: string; people: string[] }[]>`
    select tenant_id as tenant, array_agg(id order by id) as people from (
      select tenant_id, substr(stream_id, length('partner-') + 1) as id from read.partners
      union select tenant_id, partner_id from lists.people) p
    group by 1 order by 1`;
  for (const { tenant, people } of all)
    for (let from = 0; from < people.length; from += AT_ONCE) {
      const found = await wrongPeople(sql, tenant, people.slice(from, from + AT_ONCE), repair);
      // who moved in this time waits for the projector again
      const late = found.length > 0 ? await latePeople(sql, tenant) : new Set();
      wrong.push(...found.filter((id) => !late.has(id)).map((id) => ({ tenant, of: `partner-${id}` })));
    }
  const past = await comparePast(sql, { repair });
  return [...wrong, ...(await countersOf(sql, repair)), ...past.map((tenant) => ({ tenant, of: 'past' }))];
}

async function latePeople(sql: Sql, tenant: string): Promise<ReadonlySet<unknown>> {
  const [row] = await sql<{ people: string[] }[]>`select people from lists.news(${tenant}, 10000)`;
  return new Set(row?.people);
}

async function countersOf(sql: Sql, repair: boolean): Promise<WrongList[]> {
  const found = repair ? await sql.begin(repairCounters) : await wrongCounters(sql);
  return found.map(({ tenant, key }) => ({ tenant, of: `counter ${key}` }));
}

async function repairCounters(tx: Tx) {
  // each who makes rows writes counters first
  await tx`lock table lists.counters in share row exclusive mode`;
  const found = await wrongCounters(tx);
  await tx`
    insert into lists.counters (tenant_id, campaign_id, name, day, n)
    select w.tenant, split_part(w.key, '|', 1), split_part(w.key, '|', 2), split_part(w.key, '|', 3), w.sum
    from jsonb_to_recordset(${JSON.stringify(found)}::text::jsonb) as w (tenant text, key text, sum int)
    on conflict (tenant_id, campaign_id, name, day) do update set n = excluded.n`;
  return found;
}
