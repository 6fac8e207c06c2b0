/** Pictures of partners: fetched by the worker, shown from here, erased with the person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GenerateView, PartnerView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { channels } from '../../worker/sandbox/youtube/channels.ts';
import { clearEvents, watchLeaks } from '../support/leaks.ts';
import { readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const criteria = { industry: 'Fitness', targetAudience: 'runners', platforms: ['youtube' as const] };
const get = (who: Pick<Person, 'cookie'>, path: string | null, headers: Record<string, string> = {}) =>
  fetch(`${testApp.url}${path}`, { headers: { Cookie: who.cookie, ...headers } });

test('a channel brings its picture, which is served from here, and only to its workspace', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const leaks = watchLeaks(testApp);
  const { partners } = await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count: 10 });
  leaks.remember(partners);
  /** The sandbox has lost some. */
  const hasPicture = async ({ name }: PartnerView) => {
    const id = channels.find((channel) => channel.person.fullName === name)?.resource.id;
    return (await fetch(`${testApp.sandboxUrl}/pictures/${id}=s88`)).ok;
  };
  const pictured = await Promise.all(partners.map(async (one) => ((await hasPicture(one)) ? [one.id] : [])));
  const expected = new Set(pictured.flat());
  expect(expected.size).toBeGreaterThan(0);
  expect(expected.size).toBeLessThan(partners.length);
  const listed = await until(
    () => person.ok<PartnerView[]>('GET', '/api/partners'),
    (all) => all.filter(({ avatar }) => avatar !== null).length === expected.size,
  );
  // a partner without one keeps the initials
  expect(new Set(listed.flatMap(({ id, avatar }) => (avatar === null ? [] : [id])))).toEqual(expected);
  const { id, avatar } = listed.find((one) => one.avatar !== null) as PartnerView;
  expect(avatar).toMatch(new RegExp(`^/api/partners/${id}/picture\\?v=[0-9a-f]{20}$`));

  const answer = await get(person, avatar);
  const header = (name: string) => answer.headers.get(name);
  expect([answer.status, header('content-type')]).toEqual([200, 'image/png']);
  expect([header('cache-control'), header('x-content-type-options')]).toEqual(['private, max-age=3600', 'nosniff']);
  expect(header('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect((await get(person, avatar, { 'If-None-Match': header('etag') ?? '' })).status).toBe(304);

  const stranger = await new Person(testApp.url).signUp('noor@haddad.example');
  expect((await get(stranger, avatar)).status).toBe(404);
  expect((await get({ cookie: '' }, avatar)).status).toBe(401);
  expect((await leaks.end()).leaked).toEqual([]);

  // it goes with the person
  await person.ok('POST', `/api/partners/${id}/erase`);
  await until(
    () => clearEvents(testApp, tenant, 'ErasureCompleted'),
    ({ length }) => length === 1,
  );
  expect((await get(person, avatar)).status).toBe(404);
  const { state } = await testApp.api.load(tenant, ref('partner', id));
  expect(state).toMatchObject({ erased: true, picture: null });
});
