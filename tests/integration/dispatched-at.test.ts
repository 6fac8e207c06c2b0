/** An index finds recent sends: the work does not grow with all that a tenant ever sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAs, type Tx } from '../../db/connection/connect.ts';
import { personEmails } from '../../db/read/campaignDistance.ts';
import { occupied } from '../../db/read/mailboxSchedule.ts';
import type { Fragment } from '../../db/rows.ts';
import type { Store } from '../../db/store.ts';
import { initialMessage } from '../../events/messages/messageState.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

const TENANT = 't1';
const SENT = 4_000;
const SINCE = '2026-03-01T00:00:00.000Z';

let db: TestDatabase;
let api: Store;
beforeAll(async () => {
  db = await freshDatabase();
  api = await db.open('api', 2);
  const { sql } = await db.open('owner');
  const sent = { ...initialMessage, status: 'sent', step: '1' };
  // one an hour, and ten of them since
  await sql`
    insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select ${TENANT}, 'message-c' || n % 20 || '.p' || n || '.1', 1, 1, now(),
      ${sql.json(sent as never)} || jsonb_build_object('campaignId', 'c' || n % 20, 'partnerId', 'p' || n, 'dispatch', jsonb_build_object(
        'at', to_char(timestamp '2026-03-01 09:00' - n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'to', 'p' || n || '@a.example'))
    from generate_series(0, ${SENT - 1}) n`;
  await sql`analyze read.messages`;
});
afterAll(() => db.drop());

type Node = { 'Relation Name'?: string; Plans?: Node[] } & Record<string, unknown>;
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];

/** Counts the message rows that a statement reads, including those it discards. */
async function messagesRead(statement: (tx: Tx) => Fragment): Promise<number> {
  const [row] = await readAs(
    api.sql,
    TENANT,
    (tx) => tx<{ 'QUERY PLAN': [{ Plan: Node }] }[]>`explain (analyze, format json) ${statement(tx)}`,
  );
  const scans = nodes(row?.['QUERY PLAN'][0].Plan ?? {}).filter((node) => node['Relation Name'] === 'messages');
  expect(scans.length).toBeGreaterThan(0);
  return scans
    .flatMap((scan) => [scan['Actual Rows'], scan['Rows Removed by Filter'], scan['Rows Removed by Index Recheck']])
    .reduce<number>((sum, rows) => sum + Number(rows ?? 0), 0);
}

test('the emails to keep a distance from are read by their date', async () => {
  expect(await messagesRead((tx) => personEmails(api, tx, TENANT, SINCE))).toBe(10);
  const rows = await readAs(api.sql, TENANT, (tx) => tx`${personEmails(api, tx, TENANT, SINCE)}`);
  expect(rows).toHaveLength(10);
});

test('so are the instants that the next emails keep their gap from', async () => {
  expect(await messagesRead((tx) => occupied(api, tx, TENANT, Date.parse(SINCE)))).toBe(10);
});

test('where only what will leave is asked for, nothing that left is read', async () => {
  expect(await messagesRead((tx) => personEmails(api, tx, TENANT, null))).toBe(0);
});
