import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAsOf } from '../../db/audit/asOf.ts';
import { eventDays } from '../../db/audit/eventDays.ts';
import { eventsBehindMetric } from '../../db/audit/eventsBehindMetric.ts';
import { ClientClosedRequest } from '../../db/audit/queuePerTenant.ts';
import { timelinePage } from '../../db/audit/timeline.ts';
import { readAs, type Tx } from '../../db/connection/connect.ts';
import { compareLists } from '../../db/lists/compare.ts';
import { followLog, projectSome } from '../../db/lists/follow.ts';
import { keepPast } from '../../db/lists/keepPast.ts';
import { messagesBegun, partnersBegun } from '../../db/lists/pastPages.ts';
import { newId } from '../../db/log/newId.ts';
import { readCampaigns } from '../../db/read/campaigns.ts';
import { readMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { readMessages } from '../../db/read/messages.ts';
import { listPartners } from '../../db/read/partners.ts';
import { readStats } from '../../db/read/stats.ts';
import { suppressedAddresses } from '../../db/read/suppressions.ts';
import { ref, type Store } from '../../db/store.ts';
import { creditsSpent, creditsUsed } from '../../events/accounts/credits.ts';
import { type CampaignEvent, createCampaign } from '../../events/campaigns/campaign.ts';
import type { HistoryEvent } from '../../events/history/historyEvent.ts';
import { CAMPAIGN_METRICS, DASHBOARD_METRICS } from '../../events/history/metrics.ts';
import { isInPast } from '../../events/lists/counters.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { changePartnerStatus, discoverPartner } from '../../events/partners/partner.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { randomHistories, randomSends } from '../support/histories.ts';
import { cause } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';

const TENANTS = ['t1', 't2'];
const BATCHES = 4;

let db: TestDatabase;
let store: Store;
let clock = Date.UTC(2026, 2, 2, 9);
/** The screens' answers while time stood at a moment. */
const seen: { at: Date; screens: unknown }[] = [];

const WATCHED = [
  ref('partner', 'a'),
  ref('message', 'c1.b.first'),
  ref('credits', '1'),
  ref('mailbox', '1'),
  ref('profile', '2'),
];

/** All that the screens read, in one value. */
async function screens(of: Store, tenant: string) {
  const [basis] = await readMailboxSchedules({ store: of, sandbox: true, publicUrl: 'http://localhost' }, tenant);
  const suppressed = await suppressedAddresses(of, tenant);
  return {
    stats: await readStats(of, tenant),
    partners: await listPartners(of, tenant),
    campaigns: (await readCampaigns(of, tenant)).map(({ counts, ...campaign }) => ({
      ...campaign,
      counts: Object.fromEntries(Object.entries(counts).filter(([name]) => isInPast(`c1|${name}|`))),
    })),
    messages: await readMessages(of, tenant, 'all'),
    // in no order
    basis: {
      ...basis,
      leaving: basis?.leaving.map((one) => JSON.stringify(one)).toSorted(),
      occupied: basis?.occupied.toSorted(),
    },
    suppressed: ['a@b.example', 'c'].map(suppressed),
    loaded: await Promise.all(WATCHED.map((stream) => of.load(tenant, stream))),
  };
}

/** A run of texts in progress: some of its few messages are written, and one failed. */
async function writeTexts(writer: Store, tenant: string): Promise<void> {
  const failed = 'c1.a.first';
  const messageIds = [failed, ...(await readMessages(writer, tenant, 'all')).slice(-3).map(({ id }) => id)];
  const data = { runId: 'r1', regenerate: false, includeEdited: false, messageIds, keptEdited: 0 };
  const asked: CampaignEvent = { type: 'MessagesRequested', data };
  const notWritten: MessageEvent = {
    type: 'MessageGenerationFailed',
    data: { runId: 'r1', reason: { code: 'answer_not_seen' } },
  };
  await writer.run({
    tenant,
    cause,
    streams: { campaign: ref('campaign', 'c1'), message: ref('message', failed) },
    decide: () => ({ campaign: [asked], message: [notWritten] }),
  });
  const partnerId = (await listPartners(writer, tenant))[0]?.id ?? '';
  const ids = { campaignId: 'c1', partnerId, step: 'unfit', resendOf: null };
  const advisedAgainst: MessageEvent[] = [
    { type: 'MessageDrafted', data: ids },
    {
      type: 'MessageUnfit',
      data: { runId: 'r0', model: 'm', promptVersion: '1' },
      personal: { reason: 'No partners.' },
    },
  ];
  const message = ref('message', `c1.${partnerId}.unfit`);
  await writer.run({ tenant, cause, streams: { message }, decide: () => ({ message: advisedAgainst }) });
}

beforeAll(async () => {
  db = await freshDatabase();
  const writer = await db.open('owner', 4, () => new Date(clock));
  store = await db.open('api', 4, () => new Date(clock));
  for (const tenant of TENANTS) {
    await writer.run({
      tenant,
      cause,
      streams: { campaign: ref('campaign', 'c1') },
      decide: ({ campaign }) => ({
        campaign: createCampaign(
          campaign,
          {
            name: 'Spring',
            subjectType: 'static',
            staticSubject: 'Hi',
            messagePrompt: 'Offer a vest.',
            dailyLimit: 5,
          },
          newId,
        ),
      }),
    });
  }
  for (let batch = 1; batch <= BATCHES; batch += 1) {
    clock += 20 * 86_400_000;
    // a restore in between: transactions count again, and sending is frozen from then on
    if (batch === 3) {
      await writer.sql`select log.begin_new_epoch('restored', null)`;
      await writer.sql.begin(async (tx) => {
        await tx`alter table log.events disable trigger events_append_only`;
        await tx`update log.events set recorded_at = ${new Date(clock)} where type = 'EpochBegan'`;
        await tx`alter table log.events enable always trigger events_append_only`;
      });
    }
    await randomHistories(writer, TENANTS, 150, batch);
    for (const tenant of TENANTS) await randomSends(writer, tenant, 'c1', 6, batch);
    seen.push({ at: new Date(clock), screens: await screens(store, 't1') });
  }
  clock += 1_000;
  for (const tenant of TENANTS) await writeTexts(writer, tenant);
});
afterAll(() => db.drop());

const past = (at: Date) => lookAsOf(store, 't1', at, {}, (then) => screens(then, 't1'));

test('every screen of a past moment is what its readers answered then', async () => {
  for (const { at, screens: then } of seen) expect(await past(at)).toEqual(then);
  expect(new Set(seen.map(({ screens: then }) => JSON.stringify(then))).size).toBe(BATCHES);
  expect(await past(new Date(Date.UTC(2026, 0, 1)))).toMatchObject({
    stats: { totalPartners: 0, totalEmailsSent: 0 },
    partners: [],
    campaigns: [],
    messages: [],
  });
});

test('a store of the past has folded what was wanted of it alone, and stops when nobody waits for it', async () => {
  const at = new Date(clock);
  const ids = (await readMessages(store, 't1', 'all')).slice(0, 2).map(({ id }) => id);
  const streams = ids.map((id) => `message-${id}`);
  await lookAsOf(store, 't1', at, { tables: ['messages', 'partners'], streams }, async (then) => {
    expect((await readMessages(then, 't1', 'all')).map(({ id }) => id).sort()).toEqual(ids.sort());
    await expect(readCampaigns(then, 't1')).rejects.toThrow('The rows of campaigns were not asked for.');
  });
  const gone = new AbortController();
  const folding = lookAsOf(store, 't1', at, { signal: gone.signal }, (then) => screens(then, 't1'));
  gone.abort();
  await expect(folding).rejects.toBeInstanceOf(ClientClosedRequest);
});

test('the counters of the past are the same where the projector has followed the log', async () => {
  const { sql } = await db.open('worker', 2);
  while ((await followLog(sql)) !== 0);
  while ((await projectSome(sql)) !== 0);
  for (const { at, screens: then } of seen) expect(await past(at)).toEqual(then);
  expect(await readAs(sql, 't1', (tx) => tx`select from lists.past_counters where tenant_id = 't1'`)).toHaveLength(0);
});

test('they are the same from what is kept, which is made again where it is wrong', async () => {
  const { sql } = await db.open('owner', 6);
  clock += 3_600_000;
  await keepPast(sql, new Date(clock));
  for (const { at, screens: then } of seen) expect(await past(at)).toEqual(then);
  const wrong = () => compareLists(sql, { repair: true });
  expect(await wrong()).toEqual([]);
  const changed = await sql`
    update lists.past_counters set n = n + 1 where tenant_id = 't1' and name = 'totalPartners' and since = (select min(since) from lists.past_counters)`;
  expect(changed.count).toBeGreaterThan(0);
  expect(await wrong()).toEqual([{ tenant: 't1', of: 'past' }]);
  expect(await wrong()).toEqual([]);
});

test('the pages of a moment have all that there was then, once, also what began again later', async () => {
  const idsOf = async (
    page: (tx: Tx, after?: string) => Promise<{ rows: { id: string }[]; next: string | null }>,
  ): Promise<string[]> => {
    const ids: string[] = [];
    for (let after: string | undefined; ; ) {
      const { rows, next } = await readAs(store.sql, 't1', (tx) => page(tx, after));
      ids.push(...rows.map(({ id }) => id));
      if (next === null) return ids;
      after = next;
    }
  };
  const limit = 7;
  for (const { at } of seen) {
    const then = await past(at);
    const people = await idsOf((tx, after) => partnersBegun(tx, 't1', { at, after, limit }));
    expect(new Set(people).size).toBe(people.length);
    expect(people).toEqual(expect.arrayContaining(then.partners.map(({ id }) => id)));
    const messages = await idsOf((tx, after) => messagesBegun(tx, 't1', undefined, { at, after, limit }));
    expect(messages.toSorted()).toEqual(then.messages.map(({ id }) => id).sort());
  }
});

test('a look sees one moment, also of streams that move while it lasts', async () => {
  const scope = { tenant: 't1', cause };
  const moving = ref('partner', 'moving');
  await store.decide(scope, moving, (state) => discoverPartner(state, aPerson(), 's1'));
  const at = new Date(clock);
  const before = await screens(store, 't1');
  clock += 1_000;
  await lookAsOf(store, 't1', at, {}, async (then) => {
    await store.decide(scope, moving, (state) => changePartnerStatus(state, 'approved'));
    expect(await screens(then, 't1')).toEqual(before);
  });
  expect(await past(at)).toEqual(before);
  expect(await screens(store, 't1')).not.toEqual(before);
});

test('a store of the past refuses to write', async () => {
  await lookAsOf(store, 't1', new Date(clock), {}, async (then) => {
    expect(() => then.run({ tenant: 't1', cause, streams: {}, decide: () => ({}) })).toThrow('only read');
  });
});

/** All pages of the events behind a number. */
async function allEvents(tenant: string, name: string, campaign?: string, span?: 'recent' | 'before') {
  const events = [];
  let after: string | undefined;
  for (;;) {
    const page = await eventsBehindMetric(store, tenant, { name, campaign, span }, { after, limit: 2 });
    if (!page) throw new Error(`no number ${name}`);
    events.push(...page.events);
    if (page.next === null) return { count: page.count, events };
    after = page.next;
  }
}

const { creditsUsed: _, ...OF_PROJECTIONS } = DASHBOARD_METRICS;
const STATS_METRICS = Object.keys(OF_PROJECTIONS) as (keyof typeof OF_PROJECTIONS)[];

/** Event types after which a thing can begin to count, for the numbers where few can. */
const MADE_BY: Record<string, string[]> = {
  totalPartners: ['PartnerDiscovered', 'PartnerAdded'],
  approvedPartners: ['PartnerApproved'],
  totalEmailsSent: ['EmailSent', 'EmailMarkedSent'],
  sentCount: ['EmailSent', 'EmailMarkedSent'],
  failedCount: ['EmailFailed'],
  unknownCount: ['EmailOutcomeUnknown'],
};

test('every number has as many events as it says, one for each thing, and each is what made it count', async () => {
  const counted = new Set<string>();
  for (const tenant of TENANTS) {
    const stats = await readStats(store, tenant);
    const [campaign] = await readCampaigns(store, tenant, 'c1');
    const asked = new Set(campaign?.state.generation?.messageIds).size;
    const expected = [
      ...STATS_METRICS.map((name) => [name, undefined, stats[name]] as const),
      ...Object.entries({ ...campaign?.counts, runAskedCount: asked })
        .filter(([name]) => name in CAMPAIGN_METRICS)
        .map(([name, count]) => [name, 'c1', count] as const),
    ];
    for (const [name, of, count] of expected) {
      const { events, ...answer } = await allEvents(tenant, name, of);
      expect([name, answer.count, events.length], `${tenant} ${name}`).toEqual([name, count, count]);
      expect(new Set(events.map(({ stream }) => stream)).size).toBe(count);
      for (const { type } of events) if (MADE_BY[name]) expect(MADE_BY[name]).toContain(type);
      if (events.length > 0) counted.add(name);
    }
  }
  // none of them is right only because it is zero
  expect([...counted].sort()).toEqual([...new Set([...STATS_METRICS, ...Object.keys(CAMPAIGN_METRICS)])].sort());
});

test('the newest event behind a number comes first, also over its pages', async () => {
  for (const name of ['totalPartners', 'approvedPartners']) {
    const times = (await allEvents('t1', name)).events.map(({ at }) => at);
    expect(times.length).toBeGreaterThan(2);
    expect(times, name).toEqual(times.toSorted().reverse());
  }
});

test('what a trend compares has its events, too', async () => {
  const stats = await readStats(store, 't1');
  const spans = { recent: 0, before: 0 };
  for (const name of STATS_METRICS) {
    for (const span of ['recent', 'before'] as const) {
      const { count, events } = await allEvents('t1', name, undefined, span);
      expect([name, span, count, events.length]).toEqual([name, span, stats[span][name], count]);
      spans[span] += count;
    }
  }
  expect(Math.min(spans.recent, spans.before)).toBeGreaterThan(0);
  expect(
    await eventsBehindMetric(store, 't1', { name: 'sentCount', campaign: 'c1', span: 'recent' }, { limit: 2 }),
  ).toBeNull();
});

test('the days of a tenant count each event of the log once, before and after the projector has seen it', async () => {
  const zone = 'Asia/Kathmandu';
  const [expected, approved] = await readAs(store.sql, 't2', (tx) =>
    Promise.all([
      tx<{ day: string; events: number }[]>`
        select to_char(recorded_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as events
        from log.events where tenant_id = 't2' group by 1 order by 1`.execute(),
      tx<{ n: number }[]>`
        select count(*)::int as n from log.events where tenant_id = 't2' and type = 'PartnerApproved'`.execute(),
    ]),
  );
  for (const follow of [false, true]) {
    if (follow) while ((await followLog(store.sql)) ?? 0);
    const { days, bins } = await eventDays(store, 't2', zone);
    expect(days).toEqual([...expected]);
    expect(bins.reduce((sum, bin) => sum + bin.events, 0)).toBe(days.reduce((sum, day) => sum + day.events, 0));
    expect(bins.reduce((sum, bin) => sum + bin.approved, 0)).toBe(approved[0]?.n);
  }
});

test('the credits used are the reservations that were kept or are open', async () => {
  for (const tenant of TENANTS) {
    for (const id of ['1', '2']) {
      const events = await store.history(tenant, ref('credits', id));
      const spent = creditsSpent(events as unknown as Pick<HistoryEvent, 'type' | 'data'>[]);
      expect(spent).toHaveLength(creditsUsed((await store.load(tenant, ref('credits', id))).state));
    }
  }
});

/** The ids of all events of a filter, page by page. */
async function ids(
  filter: Parameters<typeof timelinePage>[1],
  page: { limit: number; look?: number },
): Promise<string[]> {
  const found: string[] = [];
  for (let before: string | undefined; ; ) {
    const answer = await timelinePage(store, filter, { before, ...page });
    found.push(...answer.events.map(({ tenant, id }) => `${tenant} ${id}`));
    if (answer.next === null) return found;
    before = answer.next;
  }
}

test('a timeline has every event once, newest first, however it is read', async () => {
  const all = await store.sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', 't1', true)`;
    return tx<{ id: string; kind: string; type: string; at: Date }[]>`
      select tenant_id || ' ' || stream_id || '@' || version as id, split_part(stream_id, '-', 1) as kind, type, recorded_at as at
      from log.events where tenant_id = 't1' order by epoch desc, tx desc, position desc`;
  });
  const expected = (keep: (event: (typeof all)[number]) => boolean) => all.filter(keep).map(({ id }) => id);
  const middle = seen[1]?.at ?? new Date(0);
  const filters = [
    { filter: {}, keep: () => true },
    { filter: { kind: 'message' as const }, keep: ({ kind }: { kind: string }) => kind === 'message' },
    { filter: { type: 'PartnerApproved' }, keep: ({ type }: { type: string }) => type === 'PartnerApproved' },
    { filter: { actor: 'user:nobody' }, keep: () => false },
    { filter: { to: middle.toISOString() }, keep: ({ at }: { at: Date }) => at <= middle },
    { filter: { from: new Date(middle.getTime() + 1).toISOString() }, keep: ({ at }: { at: Date }) => at > middle },
  ];
  for (const { filter, keep } of filters) {
    // at once by the tenant's events, and by looking back through so few events that most looks find nothing
    for (const look of [undefined, 40]) {
      const found = await ids({ ...filter, tenant: 't1' }, { limit: 60, ...(look ? { look } : {}) });
      expect(found, JSON.stringify({ filter, look })).toEqual(expected(keep));
    }
  }
  const everybody = await ids({}, { limit: 100 });
  expect(everybody.filter((id) => id.startsWith('t1 '))).toEqual(expected(() => true));
  expect(everybody.some((id) => id.startsWith('t2 '))).toBe(true);
  expect(await ids({ tenant: 't1', stream: 'partner-a' }, { limit: 3 })).toEqual(
    expected(({ id }) => id.startsWith('t1 partner-a@')),
  );
});
