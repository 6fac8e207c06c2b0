import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PositionsView, PublicFeedView, SendView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { discoverPartner } from '../../events/partners/partner.ts';
import { PUBLIC_EVENTS } from '../../events/public/catalog.ts';
import { program } from '../support/accessToken.ts';
import { cause } from '../support/log.ts';
import { member } from '../support/member.ts';
import { readyCampaign } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { aPerson } from '../support/samples.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const page = (person: Person, query = '') => person.ok<PublicFeedView>('GET', `/api/feed/events${query}`);

/** Reads on until there is no more now. */
async function readOn(person: Person, query: string, after = '0-0-0') {
  const events: PublicFeedView['events'] = [];
  for (let from = after; ; ) {
    const { events: some, next, more } = await page(person, `?${query}&after=${from}`);
    events.push(...some);
    from = next;
    if (!more) return { events, next };
  }
}

/** A search finds a person. */
const found = (tenant: string, id: string) =>
  testApp.api.run({
    tenant,
    cause,
    streams: { partner: ref('partner', id) },
    decide: ({ partner }) => ({ partner: discoverPartner(partner, aPerson({ person: { name: id } }), 's') }),
  });

describe('the public events of a workspace', () => {
  test('tell what happened by ids, filtered by type, campaign and partner', async () => {
    const { person, campaign, sends, partners } = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
      (list) => list.every(({ status }) => status === 'sent'),
    );
    // transactions of other databases hold the end of the feed back
    const { events } = await until(
      () => readOn(person, 'limit=3'),
      ({ events: all }) => all.filter(({ type }) => type === 'message.sent').length === sends.length,
    );
    const of = (type: string) => events.filter((event) => event.type === type);
    expect(of('partner.found').map(({ data }) => data)).toEqual(
      expect.arrayContaining(partners.map(({ id }) => ({ partner: id, by: 'import' }))),
    );
    expect(
      of('message.sent')
        .map(({ data }) => (data as { message: string }).message)
        .toSorted(),
    ).toEqual(sends.map(({ id }) => id).toSorted());
    for (const { type, data } of events) expect(PUBLIC_EVENTS[type].strict().parse(data)).toEqual(data);
    expect(JSON.stringify(events)).not.toContain('lindqvist');
    const ids = events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const [first] = partners;
    const ofFirst = await readOn(person, `types=message.sent,partner.approved&partner=${first?.id}`);
    expect(ofFirst.events.map(({ type }) => type)).toEqual(['partner.approved', 'message.sent']);
    expect((await readOn(person, `campaign=${campaign.id}`)).events.length).toBeGreaterThanOrEqual(2);
    expect((await readOn(person, 'campaign=another')).events).toEqual([]);
    // and by name only if it is asked for, which leaves a trace
    const named = await page(person, '?personal=true&types=message.sent');
    expect(named.events[0]?.personal?.email).toContain('lindqvist');
    expect(await person.ok('GET', '/api/history?type=DataRead')).toMatchObject({ events: [{ type: 'DataRead' }] });
  });

  test('are another workspace’s own', async () => {
    const [mine, theirs] = [await member(testApp), await member(testApp)];
    await found(theirs.tenant, 'a'.repeat(32));
    expect((await readOn(mine.person, 'limit=5')).events).toEqual([]);
    // transactions of other databases hold the end of the feed back
    await expect.poll(async () => (await readOn(theirs.person, 'limit=5')).events).toHaveLength(1);
  });

  test('lose none and repeat none while many commit at once', async () => {
    const { person, tenant } = await member(testApp);
    const ids = Array.from({ length: 120 }, (_, index) => index.toString(16).padStart(32, '0'));
    const writing = Promise.all(ids.map((id) => found(tenant, id)));
    const seen: string[] = [];
    for (let after = '0-0-0', looks = 0; seen.length < ids.length && looks < 400; looks += 1) {
      const { events, next } = await page(person, `?types=partner.found&limit=7&wait=1&after=${after}`);
      seen.push(...events.map(({ data }) => (data as { partner: string }).partner));
      after = next;
    }
    await writing;
    expect(seen.toSorted()).toEqual(ids);
    // the order stays
    const again = await readOn(person, 'types=partner.found&limit=50');
    expect(again.events.map(({ data }) => (data as { partner: string }).partner)).toEqual(seen);
  });

  test('come to a call that waits', async () => {
    const { person, tenant } = await member(testApp);
    const { end } = await person.ok<PositionsView>('GET', '/api/feed/positions');
    const waits = page(person, `?wait=20&after=${end}`);
    const from = performance.now();
    await found(tenant, 'b'.repeat(32));
    expect((await waits).events.map(({ type }) => type)).toEqual(['partner.found']);
    expect(performance.now() - from).toBeLessThan(10_000);
  });
});

describe('a position', () => {
  test('is kept by its name, is read from, survives, and may go back', async () => {
    const { person, tenant } = await member(testApp);
    for (const letter of ['c', 'd', 'e']) await found(tenant, letter.repeat(32));
    await person.ok('PUT', '/api/feed/positions/crm.daily', { cursor: '0-0-0' });
    const first = await page(person, '?position=crm.daily&limit=2');
    expect(first.events).toHaveLength(2);
    // it moves when the reader says so
    expect((await page(person, '?position=crm.daily&limit=2')).events).toEqual(first.events);
    const reader = await program(person, ['read']);
    await reader.ok('PUT', '/api/feed/positions/crm.daily', { cursor: first.next });
    expect((await page(reader, '?position=crm.daily')).events.map(({ data }) => data)).toEqual([
      { partner: 'e'.repeat(32), by: 'search' },
    ]);
    const { positions } = await person.ok<PositionsView>('GET', '/api/feed/positions');
    expect(positions).toMatchObject([{ name: 'crm.daily', cursor: first.next }]);
    const { person: other } = await member(testApp);
    expect((await other.call('GET', '/api/feed/events?position=crm.daily')).status).toBe(404);
    await person.ok('DELETE', '/api/feed/positions/crm.daily');
    expect((await person.call('DELETE', '/api/feed/positions/crm.daily')).status).toBe(404);
  });

  test('is none that the log does not hold, and there are twenty at most', async () => {
    const { person } = await member(testApp);
    const { end } = await person.ok<PositionsView>('GET', '/api/feed/positions');
    const foreign = end.replace(/-[0-9a-f]{8}$/, '-00000000');
    expect((await person.call('PUT', '/api/feed/positions/a', { cursor: foreign })).status).toBe(410);
    expect((await person.call('GET', `/api/feed/events?after=${foreign}`)).status).toBe(410);
    expect((await person.call('PUT', '/api/feed/positions/a%20b', { cursor: end })).status).toBe(400);
    for (let index = 0; index < 20; index += 1)
      await person.ok('PUT', `/api/feed/positions/p${index}`, { cursor: end });
    expect((await person.call('PUT', '/api/feed/positions/more', { cursor: end })).status).toBe(422);
    await person.ok('PUT', '/api/feed/positions/p1', { cursor: '0-0-0' });
  });
});
