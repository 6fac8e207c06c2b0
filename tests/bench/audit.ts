import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../db/connection/open.ts';
import { pagesOfDatabase } from '../../db/export/logPages.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { rebuild } from '../../db/read/rebuild.ts';
import { readStats } from '../../db/read/stats.ts';
import { openCheckpoint, type SignedCheckpoint } from '../../db/seal/checkpoint.ts';
import { newestSeal } from '../../db/seal/readSeals.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import { ref, type Store } from '../../db/store.ts';
import { compareLogs } from '../../db/verify/compareLogs.ts';
import { verifyRecord } from '../../db/verify/verifyLog.ts';
import { seeded } from '../faults/seeded.ts';
import { changeSetting } from '../support/log.ts';
import { notFound } from '../support/tampering.ts';
import { fillChained, momentOf, type Size, tenantNamed } from './audit-log.ts';
import { asOfMs, daysMs, numberMs, timelinePageMs } from './audit-timeline.ts';
import { followShare } from './auditFollow.ts';
import { type BenchDatabase, onFreshServer, quantile, rounded } from './database.ts';
import { followAll } from './largeInstallation.ts';
import { bareRead } from './rebuild.ts';

const FULL: Size = { tenants: 100, people: 250 };
const QUICK: Size = { tenants: 20, people: 50 };

async function sealOutside({ sql }: Store): Promise<SignedCheckpoint> {
  const outside = openCheckpoint((await newestSeal(sql))?.note ?? '');
  if (!outside) throw new Error('Nothing is sealed.');
  return outside;
}

/** Events verified a second: chains and seals of the whole log, against a seal kept outside. */
async function verifyRate(store: Store, events: number, rounds: number): Promise<number> {
  const against = await sealOutside(store);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const checks = await verifyRecord(store.sql, store.master, { against });
    rates.push((events * 1000) / (performance.now() - started));
    const verified = checks.find(({ check }) => check === 'chains')?.counts.events;
    if (verified !== events) throw new Error(`${verified} of ${events} events were verified.`);
    const wrong = checks.find((check) => !check.ok);
    if (wrong) throw new Error(`An untouched log is called wrong: ${JSON.stringify(wrong)}`);
  }
  return Math.round(quantile(rates, 0.5));
}

/** Events a second of a comparison of the log with itself. */
async function compareRate({ sql }: Store, events: number): Promise<number> {
  const started = performance.now();
  const snapshot = 'isolation level repeatable read read only';
  const compared = await sql.begin(snapshot, (a) =>
    sql.begin(snapshot, (b) => compareLogs(pagesOfDatabase(a, null), pagesOfDatabase(b, null))),
  );
  const { result, a } = compared as Awaited<ReturnType<typeof compareLogs>>;
  if (result !== 'equal' || a.events !== events)
    throw new Error(`${result}: ${a.events} of ${events} events compared.`);
  return Math.round((events * 1000) / (performance.now() - started));
}

/** A client asks for figures that no one changes, and for a value that a writer raises. Each answer is checked. */
async function underTraffic<T>(
  api: Store,
  work: () => Promise<T>,
): Promise<{ made: T; polls: number; writes: number; wrongAnswers: number }> {
  const quiet = tenantNamed(1);
  const expected = JSON.stringify(await readStats(api, quiet));
  const counter = ref('setting', 'counter');
  const seen = { polls: 0, writes: 0, wrongAnswers: 0 };
  let [begun, done] = [0, 0];
  let over = false;
  const writing = (async () => {
    while (!over) {
      begun += 1;
      await api.run(changeSetting('bench', 'counter', String(begun)));
      done = begun;
      seen.writes += 1;
      await wait(5);
    }
  })();
  const polling = (async () => {
    while (!over) {
      const least = done;
      const { state } = await api.load('bench', counter);
      if (Number(state.value ?? 0) < least || Number(state.value ?? 0) > begun) seen.wrongAnswers += 1;
      if (JSON.stringify(await readStats(api, quiet)) !== expected) seen.wrongAnswers += 1;
      seen.polls += 2;
      await wait(20);
    }
  })();
  try {
    const made = await work();
    return { made, ...seen };
  } finally {
    over = true;
    await Promise.all([writing, polling]);
  }
}

/** Alters a small log in many ways, each verified against a seal kept outside. */
async function tamperings({ another, secretKey }: BenchDatabase, count: number) {
  const url = await another('tampered');
  await migrate({ ownerUrl: url, secretKey });
  const store = await openStore({ url, secretKey, role: 'owner', name: 'bench', max: 4 });
  try {
    await fillChained(store, { tenants: 3, people: 2 });
    // several seals, as if minutes had passed: the log grows between them
    await sealUpToNow(store.sql, store.master);
    for (let more = 0; more < 5; more += 1) {
      for (let nth = 0; nth < 12; nth += 1)
        await store.run(changeSetting(tenantNamed(nth % 3), `a${nth % 4}`, `${more}.${nth}`));
      await sealUpToNow(store.sql, store.master);
    }
    const missed = await notFound(store.sql, store.master, await sealOutside(store), count, seeded(20_260_301));
    if (missed.length > 0) console.error(missed.join('\n'));
    return { tamperings: count, found: count - missed.length };
  } finally {
    await store.sql.end({ timeout: 2 });
  }
}

/**
 * One line: the cost of auditing a log of a million events, and how many of a thousand alterations of a small one are found. `missed`: what should
 * have held, and did not; a quick run holds no bounds of time.
 */
export async function benchAudit(quick: boolean): Promise<object> {
  const size = quick ? QUICK : FULL;
  return onFreshServer(async (database) => {
    const owner = await database.open('owner', 10);
    const api = await database.open('api', 6);
    const { sql, master } = owner;
    const { events, streams } = await fillChained(owner, size);
    const sealing = performance.now();
    const { seals } = await sealUpToNow(sql, master);
    const sealSeconds = (performance.now() - sealing) / 1000;
    await rebuild({ sql, master });
    await followAll(sql);
    const verifyEventsPerSecond = await verifyRate(owner, events, quick ? 2 : 3);
    const compareEventsPerSecond = await compareRate(owner, events);
    const bareReadEventsPerSecond = Math.round(await bareRead(sql, events));
    const tenant = tenantNamed(7);
    const middle = momentOf(Math.floor(events / 2));
    const pages = await timelinePageMs(api, {
      tenant,
      stream: `partner-${(7).toString(16).padStart(32, '0')}`,
      middle,
    });
    // after the last event: all of the tenant's are folded
    const asOf = await asOfMs(api, tenant, momentOf(events));
    const number = await numberMs(api, tenant, size.people);
    const [own] = await sql<{ events: number }[]>`
      select count(*)::int as events from log.events where tenant_id = ${tenant}`;
    const days = await daysMs(api, tenant, own?.events ?? 0);
    const follow = await followShare(database, size, quick ? 20 : 60);
    const { made, ...traffic } = await underTraffic(api, () => rebuild({ sql, master }));
    const rebuildEventsPerSecond = Math.round(made.events / made.seconds);
    const altered = await tamperings(database, quick ? 100 : 1000);
    const right = {
      'every tampering is found': altered.found === altered.tamperings,
      'no wrong answer during a rebuild': traffic.wrongAnswers === 0,
      'no row differs from its fold': made.differences.length === 0,
      'a rebuild folds all events': made.events >= events,
      'clients ask and write during a rebuild': traffic.polls > 0 && traffic.writes > 0,
    };
    // of a million events
    const bounds = {
      'a page of the timeline in 100 ms': Math.max(...Object.values(pages)) <= 100,
      'a screen as of a moment in 1 s': Math.max(...Object.values(asOf)) <= 1000,
      '100,000 events verified a second': verifyEventsPerSecond >= 100_000,
      'follow takes 5 % of a core at 100 events a second':
        follow.percentOfACore.command + follow.percentOfACore.postgres <= 5,
      '60,000 events rebuilt a second': rebuildEventsPerSecond >= 60_000,
    };
    const kept = Object.entries(quick ? right : { ...right, ...bounds });
    return {
      bench: 'audit',
      events,
      streams,
      tenants: size.tenants,
      seals,
      sealSeconds: rounded(sealSeconds, 1),
      ...{ bareReadEventsPerSecond, verifyEventsPerSecond, compareEventsPerSecond },
      verifyToBareRead: rounded(verifyEventsPerSecond / bareReadEventsPerSecond),
      rebuildToBareRead: rounded(rebuildEventsPerSecond / bareReadEventsPerSecond),
      rebuildEventsPerSecond,
      lockedMs: rounded(made.lockedMs, 1),
      differences: made.differences.length,
      ...traffic,
      follow,
      timelinePageMs: pages,
      asOfMs: asOf,
      numberMs: number,
      daysMs: days,
      ...altered,
      missed: kept.flatMap(([what, holds]) => (holds ? [] : [what])),
    };
  });
}
