import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, isAway, type Sql } from '../../db/connection/connect.ts';
import { type Embedded, startEmbedded } from '../../db/embedded/start-embedded.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-lost-'));
let server: Embedded;
const start = async () => {
  server = await startEmbedded({ dataDir, settings: ['fsync=off'] });
};
/** As a machine does that loses power. */
const kill = async () => {
  process.kill(server.pid, 'SIGKILL');
  await server.ended;
};
const pools: Sql[] = [];
const open = (name: string, max: number): Sql => {
  const sql = connect(server.url, { role: 'owner', name, max });
  pools.push(sql);
  return sql;
};

beforeAll(async () => {
  await start();
  await open('setup', 1)`create table written (tx int not null, part int not null)`;
});
afterAll(async () => {
  await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })));
  await server.stop(true);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a server that is killed in the middle of a transaction', () => {
  let sql: Sql;
  beforeEach(async () => {
    // one connection: what comes after the transaction gets the very same
    sql = open('victim', 1);
    await sql`truncate written`;
  });

  /** The first two queries of a pool after its server is back; one may hear of the old server's end. */
  async function goesOn(): Promise<void> {
    await sql`select 1`.catch((error) => expect(isAway(error), String(error)).toBe(true));
    expect(await sql`select count(*)::int as rows from written`).toEqual([{ rows: 0 }]);
  }

  test('fails the transaction whose query was under way, and the process goes on', async () => {
    let asked = false;
    const failed = sql
      .begin(async (tx) => {
        await tx`insert into written values (1, 1)`;
        asked = true;
        await tx`select pg_sleep(20)`;
      })
      .catch((error: unknown) => error);
    while (!asked) await wait(10);
    await wait(100);
    await kill();
    expect(isAway(await failed)).toBe(true);
    await start();
    await goesOn();
  });

  test('refuses what the work of the transaction still wants to write when it is back', async () => {
    let asked = false;
    let back: () => void = () => undefined;
    const isBack = new Promise<void>((resolve) => {
      back = resolve;
    });
    let refused: unknown = null;
    const failed = sql
      .begin(async (tx) => {
        await tx`insert into written values (2, 1)`;
        asked = true;
        await isBack;
        try {
          await tx`insert into written values (2, 2)`;
        } catch (error) {
          refused = error;
        }
      })
      .catch((error: unknown) => error);
    while (!asked) await wait(10);
    await kill();
    expect(isAway(await failed)).toBe(true);
    await start();
    await sql`select 1`.catch(() => undefined);
    // another transaction has the connection now
    const other = sql.begin(async (tx) => {
      await tx`select 1`;
      back();
      await wait(100);
      return tx`select pg_current_xact_id_if_assigned() as written`;
    });
    expect(await other).toEqual([{ written: null }]);
    expect(isAway(refused)).toBe(true);
    await goesOn();
  });
});

test('connections that are cut off again and again are all used again, and no transaction is written in part', async () => {
  const sql = open('often cut off', 4);
  const admin = open('cutter', 1);
  await admin`truncate written`;
  const said = new Set<number>();
  const errors: unknown[] = [];
  let slowest = 0;
  let cutting = true;
  async function work(client: number): Promise<void> {
    for (let turn = 1; cutting; turn += 1) {
      const id = client * 100_000 + turn;
      const began = Date.now();
      try {
        if (turn % 3 === 0) await sql`select 1`;
        else {
          await sql.begin(async (tx) => {
            await tx`insert into written values (${id}, 1)`;
            if (turn % 5 === 0) await wait(5);
            await tx`insert into written values (${id}, 2)`;
          });
          said.add(id);
        }
      } catch (error) {
        errors.push(error);
        await wait(2);
      }
      slowest = Math.max(slowest, Date.now() - began);
    }
  }
  const working = Promise.all([1, 2, 3, 4, 5, 6].map(work));
  for (let cut = 0; cut < 120; cut += 1) {
    await wait(20 + Math.random() * 20);
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'partner-pilot often cut off' and random() < 0.5`;
  }
  cutting = false;
  await working;
  expect(errors.length).toBeGreaterThan(20);
  expect(errors.filter((error) => !isAway(error))).toEqual([]);
  // one that a driver lost would take its ten seconds to connect, each time
  expect(slowest).toBeLessThan(8_000);
  const rows = await admin<{ tx: number; parts: number }[]>`
    select tx, count(*)::int as parts from written group by tx`;
  expect(rows.filter(({ parts }) => parts !== 2)).toEqual([]);
  const written = new Set(rows.map(({ tx }) => tx));
  expect([...said].filter((id) => !written.has(id))).toEqual([]);
});
