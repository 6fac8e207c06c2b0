/** Limits of calls, among processes and by what they cost. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../api/app.ts';
import { Limiter } from '../../api/http/limiter.ts';
import type { ErrorView, InvitedUserView, NearLimitsView, PartnerView, UserView } from '../../api/views.ts';
import { takeOfDay } from '../../db/read/limits.ts';
import { ref } from '../../db/store.ts';
import { LIMITS } from '../../events/accounts/limits.ts';
import { setValue } from '../../events/accounts/setting.ts';
import { appRegistry, callApp } from '../support/appRegistry.ts';
import { testCause } from '../support/asSent.ts';
import { pdf, uploadKit } from '../support/mediaKit.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false });
  // the first account is an admin
  await new Person(testApp.url).signUp('admin@limits.example');
});
afterAll(() => testApp.stop());

let processes = 0;

/** Another API process on the same database, which limits calls. */
function startProcess(): string {
  const here = appRegistry.get(testApp.url);
  if (!here) throw new Error('The app is not registered.');
  const deps = { ...here.deps, limiter: new Limiter(testApp.api.sql) };
  processes += 1;
  const url = `http://process${processes}.localhost`;
  appRegistry.set(url, { app: createApp(deps), deps });
  onTestFinished(() => void appRegistry.delete(url));
  return url;
}

let people = 0;

async function newPerson(): Promise<Person> {
  people += 1;
  return new Person(testApp.url).signUp(`person${people}@limits.example`);
}

function at(url: string, person: Person): Person {
  const there = new Person(url);
  there.cookie = person.cookie;
  return there;
}

async function allow(value: number): Promise<void> {
  const set = (text: string) =>
    testApp.api.run({
      tenant: 'system',
      cause: testCause,
      streams: { setting: ref('setting', LIMITS.calls.setting) },
      decide: ({ setting }) => ({ setting: setValue(setting, text) }),
    });
  await set(String(value));
  onTestFinished(async () => void (await set(String(LIMITS.calls.usual))));
}

/** How many statements take allowances while `work` runs. */
async function leasesOf(work: () => Promise<unknown>): Promise<number> {
  let leases = 0;
  const { options } = testApp.api.sql as unknown as { options: { debug: unknown } };
  options.debug = (_connection: number, statement: string) => {
    if (statement.includes('auth.lease_allowance')) leases += 1;
  };
  await work().finally(() => {
    options.debug = false;
  });
  return leases;
}

async function callMany(person: Person, path: string, calls: number): Promise<number> {
  let allowed = 0;
  for (let call = 0; call < calls; call += 1) if ((await person.call('GET', path)).status === 200) allowed += 1;
  return allowed;
}

describe('a user', () => {
  test('has one limit among two processes, and a call rarely costs a statement', async () => {
    await allow(300);
    const person = await newPerson();
    const [first, second] = [at(startProcess(), person), at(startProcess(), person)];
    let allowed = 0;
    const started = performance.now();
    const leases = await leasesOf(async () => {
      const both = await Promise.all([first, second].map((one) => callMany(one, '/api/auth/user', 250)));
      allowed = both.reduce((sum, one) => sum + one, 0);
    });
    const refilled = Math.ceil((performance.now() - started) / 1000);
    expect(allowed).toBeGreaterThanOrEqual(270);
    // what a process has leased may be in the other one's count of what refills
    expect(allowed).toBeLessThanOrEqual(300 + refilled + 2);
    // ten of the user, one of each network, and those that a refill makes
    expect(leases).toBeLessThan(20 + 2 * refilled);
  });

  test('reads in headers what is left, and what a refused call waits for', async () => {
    await allow(300);
    const person = at(startProcess(), await newPerson());
    const { headers } = await person.call('GET', '/api/auth/user');
    expect(headers.get('RateLimit-Policy')).toBe('"user";q=300;w=300');
    expect(headers.get('RateLimit')).toBe('"user";r=299;t=1');
    await callMany(person, '/api/auth/user', 299);
    let refused = await person.call<ErrorView>('GET', '/api/auth/user');
    while (refused.status === 200) refused = await person.call<ErrorView>('GET', '/api/auth/user');
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(0);
    expect(refused.headers.get('RateLimit')).toBe(`"user";r=0;t=${seconds}`);
    expect(refused.body.error).toBe(`Too many requests from your account. Try again in ${seconds} s.`);
    const details = refused.body.details as { code: string; until: string };
    expect(details.code).toBe('too_many_calls');
    expect(Date.parse(details.until)).toBeGreaterThan(testApp.api.now().getTime());
  });

  test('may export lists now and then, not 300 times', async () => {
    const person = at(startProcess(), await newPerson());
    const started = performance.now();
    const allowed = await callMany(person, '/api/partners/export', 300);
    const refilled = Math.ceil((performance.now() - started) / 1000) * 10;
    expect(allowed).toBeGreaterThanOrEqual(140);
    expect(allowed).toBeLessThanOrEqual((3_000 + refilled) / 20 + 1);
    const notes = await testApp.owner.sql<{ times: number }[]>`
      select times from auth.security_log where kind = 'slowed' and user_id <> ''`;
    expect(notes.length).toBeGreaterThan(0);
    // a refused call costs no statement: a process notes one a minute
    expect(notes.every(({ times }) => times <= 2)).toBe(true);
    // a light call costs less than what is left
    expect(await callMany(person, '/api/auth/user', 1)).toBe(1);
  });

  test('is not limited by the calls of others on the same network', async () => {
    await allow(300);
    const url = startProcess();
    await callMany(at(url, await newPerson()), '/api/auth/user', 320);
    expect(await callMany(at(url, await newPerson()), '/api/auth/user', 1)).toBe(1);
  });
});

test('a busy agency reads all pages of 10,000 partners and imports 5,000', async () => {
  const person = at(startProcess(), await newPerson());
  const importId = '5e1d0c3b5e79b74c989a';
  for (let part = 1; part <= 10; part += 1) {
    const rows = [{ name: `Ada ${part}`, profileUrl: `https://www.linkedin.com/in/ada-${part}` }];
    const { status } = await person.call('POST', '/api/partners/import', { importId, part, parts: 10, rows });
    expect(status).toBeLessThan(300);
  }
  expect(await callMany(person, '/api/partners?limit=100', 100)).toBe(100);
  expect((await person.ok<PartnerView[]>('GET', '/api/partners')).length).toBeGreaterThan(0);
});

test('a network that signs up again and again is asked to wait, with a page', async () => {
  const url = startProcess();
  const answers = [];
  for (let call = 0; call < 700; call += 1) answers.push(await callApp(url, '/api/login', {}));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(700);
  const last = answers.at(-1);
  expect(last?.status).toBe(429);
  expect(last?.headers.get('RateLimit-Policy')).toBe('"entry";q=600;w=300');
  expect(Number(last?.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await last?.text()).toContain('Too many requests');
  // what watches the process is answered, and other calls of the network
  expect((await callApp(url, '/api/health', {})).status).toBe(200);
  expect((await callApp(url, '/api/auth/user', {})).status).toBe(401);
});

test('signed reports have many more calls', async () => {
  const url = startProcess();
  const { headers } = await callApp(url, '/api/webhooks/sendgrid', { method: 'POST', body: '[]' });
  expect(headers.get('RateLimit-Policy')).toBe('"hooks";q=60000;w=300');
});

test('a user has ten live feeds among all processes, and an ended one makes room', async () => {
  const person = await newPerson();
  const urls = [startProcess(), startProcess()];
  const open = (index: number, stop: AbortController) =>
    callApp(urls[index % 2] ?? '', '/api/events/stream', { headers: { Cookie: person.cookie }, signal: stop.signal });
  const stops = Array.from({ length: 11 }, () => new AbortController());
  onTestFinished(() => {
    for (const stop of stops) stop.abort();
  });
  const feeds: Response[] = [];
  for (const [index, stop] of stops.entries()) feeds.push(await open(index, stop));
  expect(feeds.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
  expect(await feeds[10]?.json()).toMatchObject({ details: { code: 'feeds_full', most: 10 } });
  await feeds[3]?.body?.cancel();
  await expect.poll(async () => (await open(1, new AbortController())).status).toBe(200);
});

describe('amounts', () => {
  const rowsOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `Ada ${from + index}`,
      profileUrl: `https://www.linkedin.com/in/full-${people}-${from + index}`,
    }));

  async function newLimited(limits: object) {
    const admin = await new Person(testApp.url).signIn('admin@limits.example');
    const person = await newPerson();
    const { id } = await person.ok<UserView>('GET', '/api/auth/user');
    const { body } = await admin.call<InvitedUserView>('PUT', `/api/admin/users/${id}`, { limits });
    expect(body.limits).toMatchObject(limits);
    return { admin, person, id };
  }

  test('an import fills the list and says which rows were left out; the next one is refused', async () => {
    const { admin, person, id } = await newLimited({ partners: 5 });
    await person.import(rowsOf(0, 3));
    const view = await person.import(rowsOf(1, 6));
    // two are listed already, and two find room
    expect(view).toMatchObject({ addedCount: 2, knownCount: 2, leftOutCount: 2 });
    const { body: leftOut } = await person.call<string>('GET', '/api/partners/import/left-out');
    expect(leftOut).toContain('your list has as many partners as it may have');
    const refused = await person.call<ErrorView>('POST', '/api/partners/import', { rows: rowsOf(20, 1) });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ details: { code: 'partners_full', most: 5 } });
    expect((await person.call('POST', '/api/searches', { count: 5 })).status).toBe(429);
    const { near } = await admin.ok<NearLimitsView>('GET', '/api/admin/limits');
    expect(near).toContainEqual({ userId: id, email: expect.any(String), limit: 'partners', used: 5, most: 5 });
    // the limit of everyone again
    await admin.ok('PUT', `/api/admin/users/${id}`, { limits: { partners: null } });
    expect((await person.call('POST', '/api/partners/import', { rows: rowsOf(20, 1) })).status).toBeLessThan(300);
  });

  test('a limit of calls of their own counts from the next lease on, and the list of who is near has pages', async () => {
    const { admin, person, id } = await newLimited({ calls: 400 });
    await callMany(at(startProcess(), person), '/api/auth/user', 390);
    const page = await admin.ok<NearLimitsView>('GET', '/api/admin/limits');
    expect(page.near.find((one) => one.userId === id && one.limit === 'calls')).toMatchObject({ most: 400 });
    const { near } = await admin.ok<NearLimitsView>('GET', `/api/admin/limits?after=${id}|calls`);
    expect(near.some((one) => one.userId === id && one.limit === 'calls')).toBe(false);
  });

  test('imports and searches of a day are counted, and say when the next one can start', async () => {
    const { admin, person, id } = await newLimited({ imports: 2, searches: 1 });
    await person.import(rowsOf(0, 1));
    await person.import(rowsOf(1, 1));
    const { status, body, headers } = await person.call<ErrorView>('POST', '/api/partners/import', {
      rows: rowsOf(2, 1),
    });
    expect(status).toBe(429);
    expect(body).toMatchObject({ details: { code: 'day_used_up', what: 'imports', most: 2 } });
    // one comes back in half a day
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(43_000);
    expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(43_200);
    await takeOfDay(testApp.api, await person.tenant(), 'searches');
    expect((await person.call<ErrorView>('POST', '/api/searches', { count: 5 })).body).toMatchObject({
      error: expect.stringMatching(/^You may start 1 search a day\. The next one can start at /),
      details: { code: 'day_used_up', what: 'searches' },
    });
    const { near } = await admin.ok<NearLimitsView>('GET', `/api/admin/limits?after=${id}`);
    expect(near.slice(0, 2)).toMatchObject([
      { userId: id, limit: 'imports', used: 2, most: 2 },
      { userId: id, limit: 'searches', used: 1, most: 1 },
    ]);
  });

  test('what is stored is counted as it comes and goes, and a full storage takes no media kit', async () => {
    const { admin, person, id } = await newLimited({ storage: 1 });
    const tenant = await person.tenant();
    await person.ok('PUT', '/api/business-profile', { businessName: 'Northwind', industry: 'Fitness' });
    const put = (bytes: number) => uploadKit(person, pdf(bytes));
    const stored = async () =>
      (
        await testApp.owner.sql<{ bytes: number }[]>`
        select bytes::int as bytes from vault.stored_bytes where tenant_id = ${tenant}`
      )[0]?.bytes;
    expect((await put(900_000)).status).toBe(200);
    expect(await stored()).toBeGreaterThan(900_000);
    const { near } = await admin.ok<NearLimitsView>('GET', `/api/admin/limits?after=${id}`);
    expect(near[0]).toMatchObject({ userId: id, limit: 'storage', used: expect.closeTo(0.9, 2), most: 1 });
    // in place of the other
    expect((await put(950_000)).status).toBe(200);
    const refused = await put(1_000_001);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ details: { code: 'storage_full', most: 1 } });
    await person.ok('DELETE', '/api/media-kit');
    expect(await stored()).toBe(0);
  });

  test('only admins see and set limits', async () => {
    const person = await newPerson();
    expect((await person.call('GET', '/api/admin/limits')).status).toBe(403);
    const admin = await new Person(testApp.url).signIn('admin@limits.example');
    const { id } = await person.ok<UserView>('GET', '/api/auth/user');
    const refused = await admin.call<ErrorView>('PUT', `/api/admin/users/${id}`, { limits: { calls: 5 } });
    expect(refused.status).toBe(400);
  });
});
