import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AsOfView, ErrorView, EventDaysView, TimelineView } from '../../api/views.ts';
import { readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let admin: Person;

beforeAll(async () => {
  testApp = await startTestApp({ working: false, clock: () => Date.now() + 1_000 });
  admin = await new Person(testApp.url).signUp('ada@northwind.example');
});
afterAll(() => testApp.stop());

test('the days on which something happened, in the zone asked for, and from when to when', async () => {
  const { person, tenant } = await readyPerson(testApp, 2);
  const timeline = await person.ok<TimelineView>('GET', '/api/history?limit=200');
  // what happened to the account changes no screen
  const events = timeline.events.filter((event) => event.tenant === tenant);
  const view = await person.ok<EventDaysView>('GET', '/api/history/days');
  expect(view.days.reduce((sum, { events: count }) => sum + count, 0)).toBe(events.length);
  // the same events, in equal parts of the time
  const total = (what: 'events' | 'approved' | 'sent') => view.bins.reduce((sum, bin) => sum + bin[what], 0);
  expect([view.bins.length, total('events'), total('approved'), total('sent')]).toEqual([60, events.length, 2, 0]);
  expect([view.bins[0]?.events, view.bins[59]?.events]).not.toContain(0);
  expect(view.first).toBe(events.at(-1)?.at);
  const [newest] = events;
  expect(view.days.at(-1)?.day).toBe(newest?.at.slice(0, 10));
  const { days } = await person.ok<EventDaysView>('GET', '/api/history/days?zone=Pacific/Kiritimati');
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(new Date(newest?.at ?? 0));
  expect(days.at(-1)?.day).toBe(there);
  expect(await admin.ok('GET', `/api/admin/history/days?tenant=${tenant}`)).toEqual(view);
});

test('as of its last moment nothing has changed since, and approvals are counted until a moment', async () => {
  const { person } = await readyPerson(testApp, 1);
  const { first, last } = await person.ok<EventDaysView>('GET', '/api/history/days');
  const then = await person.ok<AsOfView>('GET', `/api/history/as-of?what=partners&at=${last}`);
  expect(then).toMatchObject({
    soFar: { approved: 1, sent: 0 },
    items: [{ status: 'approved' }],
    changes: { changed: [], gone: [] },
  });
  const before = await person.ok<AsOfView>('GET', `/api/history/as-of?what=campaigns&at=${first}`);
  expect(before.soFar).toEqual({ approved: 0, sent: 0 });
});

test('the past of a user is folded for one request at a time', async () => {
  const { person } = await readyPerson(testApp, 1);
  const { sql } = testApp.owner;
  // brings the lists up to date, so that each request has only the past left to read
  const { last } = await person.ok<EventDaysView>('GET', '/api/history/days');
  const asking = await sql.begin(async (tx) => {
    // the first that is read of a past, and of nothing else
    await tx`lock table lists.event_quarters in access exclusive mode`;
    const asked = ['dashboard', 'partners', 'messages'].map((what) =>
      person.ok<AsOfView>('GET', `/api/history/as-of?what=${what}&at=${last}`),
    );
    const folding = async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and query ~ 'lists.quarters'`;
      return row?.count ?? 0;
    };
    await until(folding, (count) => count > 0);
    await wait(100);
    expect(await folding()).toBe(1);
    return { asked };
  });
  expect((await Promise.all(asking.asked)).map(({ what }) => what)).toEqual(['dashboard', 'partners', 'messages']);
});

test('nobody sees the days of another, an unknown zone is refused, and who has done nothing has no days', async () => {
  const person = await new Person(testApp.url).signUp(`kim.${Date.now()}@northwind.example`);
  expect(await person.ok('GET', '/api/history/days')).toEqual({ first: null, last: null, days: [], bins: [] });
  expect((await person.call('GET', '/api/admin/history/days?tenant=system')).status).toBe(403);
  const refused = await person.call<ErrorView>('GET', '/api/history/days?zone=Mars/Olympus');
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('zone')]);
  expect((await admin.call('GET', '/api/admin/history/days')).status).toBe(400);
});
