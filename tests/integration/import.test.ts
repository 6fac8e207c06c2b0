import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorView, ImportProblemView, ImportView, PartnerView } from '../../api/views.ts';
import { ConcurrencyConflict } from '../../db/log/conflicts.ts';
import { importPartners } from '../../worker/tasks/importPartners.ts';
import { longestStall } from '../support/mainThread.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

type Part = { importId: string; part: number; parts: number; allOrNothing?: boolean };
const send = (person: Person, rows: object[], part: Partial<Part> = {}) =>
  person.call<ImportView & ErrorView & { details: ImportProblemView[] }>('POST', '/api/partners/import', {
    rows,
    ...part,
  });
const numbered = (rows: object[], from = 2) => rows.map((row, index) => ({ ...row, line: from + index }));
const people = (count: number) => Array.from({ length: count }, (_, index) => importedRow(index));
const listed = (person: Person) => person.ok<PartnerView[]>('GET', '/api/partners');
const newest = (person: Person) => person.ok<ImportView>('GET', '/api/partners/import');
const ended = (person: Person) =>
  until(
    () => newest(person),
    ({ status }) => status !== 'running' && status !== 'receiving',
  );
const nothingKept = (tenant: string) =>
  until(
    () => rowsKept(tenant),
    (count) => count === 0,
  );
const rowsKept = async (tenant: string) => {
  const [row] = await testApp.owner.sql<{ n: number }[]>`
    select count(*)::int as n from vault.secrets where tenant_id = ${tenant} and kind = 'import-rows'`;
  return row?.n;
};

describe('a wrong row', () => {
  const BAD = { name: '', profileUrl: 'https://linkedin.com/in/nameless' };

  test('is named by its line and reason, and the others go in', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const [first, second] = people(2);
    const answer = await send(person, numbered([{ ...first }, BAD, { ...second }, { ...first, bio: 'again' }]));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...{ status: 'completed', rowCount: 4, doneCount: 4, addedCount: 2, knownCount: 0, repeatedCount: 1 },
        ...{ leftOutCount: 1, leftOut: [{ line: 3, problem: 'name is missing' }], error: null },
      },
    });
    expect((await listed(person)).map(({ emailStatus }) => emailStatus)).toEqual(['email_found', 'email_found']);
    const file = await person.call<string>('GET', '/api/partners/import/left-out');
    expect(file.body.replace(/^\uFEFF/, '')).toBe('line,problem\n3,name is missing\n');
    await nothingKept(tenant);
    const spelled = {
      ...first,
      profileUrl: first?.profileUrl.replace('https://www.', 'http://').replace('ada', 'ADA'),
    };
    const again = await send(person, [spelled, { ...second, profileUrl: `${second?.profileUrl}/` }]);
    expect(again.body).toMatchObject({ addedCount: 0, knownCount: 2 });
    const elsewhere = {
      ...{ name: 'Ada', profileUrl: 'https://www.instagram.com/ada.elsewhere' },
      otherProfiles: `${first?.profileUrl}/details/skills/ https://www.tiktok.com/@ada.elsewhere/video/1`,
    };
    expect((await send(person, [elsewhere])).body).toMatchObject({ addedCount: 0, knownCount: 1 });
  });

  test('refuses all rows when the switch is on, before anything is written', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const rows = numbered([...people(60), BAD]);
    const answer = await send(person, rows, { allOrNothing: true });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: 'Nothing was added: 1 row has a problem.',
        details: [{ line: 62, problem: 'name is missing' }],
      },
    });
    expect(await listed(person)).toEqual([]);
    expect(await newest(person)).toMatchObject({ status: 'refused', addedCount: 0, leftOutCount: 1 });
    await nothingKept(tenant);
    // the same list without it
    expect((await send(person, rows.slice(0, -1), { allOrNothing: true })).body).toMatchObject({ addedCount: 60 });
  });
});

describe('a list in parts', () => {
  test('2,000 rows, some wrong, in any order and twice: each is counted once, and the worker never stalls', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const wrong = (line: number) => line % 100 === 0;
    const rows = numbered(people(2_000)).map((row) => (wrong(row.line) ? { ...row, name: ' ' } : row));
    const importId = randomUUID();
    const part = (number: number) =>
      send(person, rows.slice((number - 1) * 500, number * 500), { importId, part: number, parts: 4 });
    for (const number of [3, 1, 4, 3])
      expect(await part(number)).toMatchObject({ status: 202, body: { status: 'receiving' } });
    expect(await newest(person)).toMatchObject({ status: 'receiving', rowCount: 1_500 });
    const last = part(2);
    const seen = new Set<number>();
    const stall = await longestStall(() =>
      until(
        async () => {
          const now = await newest(person);
          seen.add(now.doneCount);
          return now;
        },
        ({ status }) => status === 'completed',
        60_000,
      ),
    );
    expect(await last).toMatchObject({
      body: { addedCount: 1_980, leftOutCount: 20, knownCount: 0, repeatedCount: 0 },
    });
    // progress was seen on its way
    expect([...seen].filter((count) => count > 0 && count < 2_000).length).toBeGreaterThan(2);
    const view = await newest(person);
    expect(view.leftOut[0]).toEqual({ line: 100, problem: 'name is missing' });
    // API, worker and this test share one thread here
    expect(stall).toBeLessThan(200);
    await nothingKept(tenant);
    const before = await testApp.events(tenant);
    expect(await part(2)).toMatchObject({ status: 200, body: { status: 'completed', addedCount: 1_980 } });
    expect(await testApp.events(tenant)).toBe(before);
  });

  test('one import at a time: another waits for one that runs, and replaces one that was never sent to the end', async () => {
    const { person } = await readyPerson(testApp, 0);
    const [first, second] = [randomUUID(), randomUUID()];
    expect((await send(person, people(1), { importId: first, part: 1, parts: 2 })).status).toBe(202);
    expect(await send(person, people(3), { importId: second })).toMatchObject({ status: 200, body: { id: second } });
    expect(await send(person, people(1), { importId: first, part: 2, parts: 2 })).toMatchObject({
      status: 409,
      body: { error: 'Another import started before this list was complete. Start this import again.' },
    });
    const [one, other] = await Promise.all([send(person, people(400)), send(person, people(2))]);
    const statuses = [one.status, other.status];
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect((await listed(person)).length).toBeLessThanOrEqual(405);
  });

  test('has one limit of rows, whatever the parts', async () => {
    const { person } = await readyPerson(testApp, 0);
    const importId = randomUUID();
    const row = { name: 'Ada', platform: 'tiktok', username: 'ada' };
    const rows = Array.from({ length: 2_600 }, () => row);
    expect((await send(person, rows, { importId, part: 1, parts: 2 })).status).toBe(202);
    expect(await send(person, rows, { importId, part: 2, parts: 2 })).toMatchObject({
      status: 400,
      body: { error: 'A list may have at most 5000 rows' },
    });
    const missing = await send(person, [row], { part: 1, parts: 2 });
    expect(missing).toMatchObject({ status: 400, body: { error: 'A list in parts needs an importId' } });
  });
});

describe('an import that is interrupted', () => {
  test('goes on where it was, and adds and counts nobody twice', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const { store } = testApp.worker;
    let commits = 0;
    // the process dies after a commit, before it knows
    testApp.worker.store = {
      ...store,
      run: async (command) => {
        const outcome = await store.run(command);
        if (command.tenant === tenant && command.cause.actor === 'worker:import-partners' && ++commits === 4)
          throw new Error('killed');
        return outcome;
      },
    };
    try {
      const answer = await send(person, people(300));
      expect(answer).toMatchObject({ status: 200, body: { addedCount: 300, knownCount: 0 } });
    } finally {
      testApp.worker.store = store;
    }
    expect(commits).toBeGreaterThan(4);
    // the list may be behind while a transaction is open anywhere on the server
    await until(
      () => person.ok<{ total: number; exact: boolean }>('GET', '/api/partners/total'),
      ({ total, exact }) => total === 300 && exact,
    );
    const [row] = await testApp.owner.sql<{ n: number }[]>`
      select count(*)::int as n from log.events where tenant_id = ${tenant} and type = 'PartnerAdded'`;
    expect(row?.n).toBe(300);
  });

  test('by two workers at once is done once', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const importId = randomUUID();
    const sent = send(person, people(300), { importId });
    await until(
      () => newest(person),
      (view) => view?.status === 'running',
    );
    const job = { tenant, id: tenant, correlationId: 'test', causationId: null, also: { importId } };
    const run = { lastTry: true, giveUp: false, signal: undefined, addJob: (() => undefined) as never };
    await importPartners.handler(testApp.worker, job, run).catch((error) => {
      if (!(error instanceof ConcurrencyConflict)) throw error;
    });
    expect(await sent).toMatchObject({ status: 200, body: { addedCount: 300, knownCount: 0 } });
  });

  test('by a restore ends with what it had added: no backup holds its rows', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const importId = randomUUID();
    await send(person, people(2), { importId, part: 1, parts: 2 });
    await testApp.owner.sql`delete from vault.secrets where tenant_id = ${tenant} and kind = 'import-rows'`;
    expect(await send(person, people(2), { importId, part: 2, parts: 2 })).toMatchObject({
      status: 409,
      body: { error: 'The import stopped, because its rows are not part of a backup. Import the list again.' },
    });
    expect(await newest(person)).toMatchObject({ status: 'stopped', addedCount: 0 });
    await nothingKept(tenant);
  });

  test('by an erasure in the workspace stops: a row may name who is erased', async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 1);
    const importId = randomUUID();
    await send(person, people(5), { importId, part: 1, parts: 2 });
    expect(await rowsKept(tenant)).toBe(1);
    await person.ok('POST', `/api/partners/${partners[0]?.id}/erase`);
    await ended(person);
    await nothingKept(tenant);
    expect(await send(person, people(5), { importId, part: 2, parts: 2 })).toMatchObject({
      status: 409,
      body: { error: 'The import stopped, because a person was erased. Import the list again.' },
    });
    expect((await send(person, people(2))).body).toMatchObject({ addedCount: 2 });
  });
});

test('names of people are in no event, job or log of an import in the clear', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  await send(person, [{ ...importedRow(1), name: 'Zephyrine Quill' }, { name: 'Zephyrine Quill' }]);
  const [row] = await testApp.owner.sql<{ n: number }[]>`
    select count(*)::int as n from log.events where tenant_id = ${tenant} and payload::text like '%Zephyrine%'`;
  expect(row?.n).toBe(0);
});
