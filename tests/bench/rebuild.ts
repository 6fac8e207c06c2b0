import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../../db/connection/connect.ts';
import { compareRows, rebuild } from '../../db/read/rebuild.ts';
import type { Store } from '../../db/store.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import type { PartnerEvent } from '../../events/partners/partner.ts';
import type { AnyEvent } from '../../events/shared/event.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { changeSettingAtLast } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';
import { onFreshServer, quantile, rounded } from './database.ts';
import { fill, type History } from './histories.ts';

const EVENTS = 200_000;
/** For the wait at the switch, which must not grow with the log. */
const MANY_EVENTS = 1_000_000;
const TENANTS = 5;
/** How long a writer may wait at the switch. */
const LONGEST_WAIT_MS = 200;

/** One partner from discovery to a sent message: 12 events on two streams, 5 of them with a sealed part. */
function history(id: string): { streamId: string; events: AnyEvent[] }[] {
  const { facts, person } = aPerson({ person: { name: `Person ${id}` } });
  const parts = (['topic', 'audience', 'region', 'reach', 'quality'] as const).map((part) => ({
    part,
    points: 9,
    max: 10,
  }));
  const partnerEvents: PartnerEvent[] = [
    { type: 'PartnerDiscovered', data: { ...facts, searchId: 's1', keys: [] }, personal: person },
    {
      type: 'PartnerScored',
      data: { score: 87, by: 'rules', parts },
      personal: {
        reasons: parts.map(({ part }) => `Talks about ${part}`),
        supports: [{ part: 'topic', evidence: 'e1' }],
      },
    },
    { type: 'PartnerApproved', data: {} },
    { type: 'ContactSearchRequested', data: { contactSearchId: `c${id}`, period: '2026-03' } },
    {
      type: 'ContactFound',
      data: { contactSearchId: `c${id}`, source: 'people_data_labs', confidence: 0.9, verification: null, steps: [] },
      personal: { email: `person${id}@run.example`, socialProfiles: person.socialProfiles, sourceUrl: null },
    },
  ];
  const body = `Dear Person ${id},\n\n${person.bio}\n\nWould you like to try our packs on your next run?`;
  const day = '2026-03-02';
  const messageEvents: MessageEvent[] = [
    { type: 'MessageDrafted', data: { campaignId: 'c1', partnerId: id, step: 'first', resendOf: null } },
    {
      type: 'MessageGenerated',
      data: { runId: 'r1', model: 'gpt-6.1-terra', promptVersion: '1' },
      personal: { subject: 'Packs', body, parts: [] },
    },
    { type: 'MessageApproved', data: { textHash: 'f'.repeat(64), by: 'start' } },
    {
      type: 'EmailScheduled',
      data: { at: '2026-03-02T10:00:00.000Z', seed: 7, day, ...drawnByDefault },
    },
    { type: 'SendClaimed', data: { attempt: 1, worker: 'w1', leaseUntil: '2026-03-02T10:05:00.000Z' } },
    {
      type: 'EmailDispatched',
      data: { attempt: 1, sendId: `s${id}`, mailbox: 'm1', day, addressHmac: 'a'.repeat(64), textHash: 'f'.repeat(64) },
      personal: { to: `person${id}@run.example`, from: 'me@shop.example', subject: 'Packs', text: body },
    },
    { type: 'EmailSent', data: { attempt: 1, providerMessageId: `x${id}` } },
  ];
  return [
    { streamId: `partner-${id}`, events: partnerEvents },
    { streamId: `message-c1.${id}.first`, events: messageEvents },
  ];
}

/** `prefix`: of the names of the people. */
function* histories(count: number, prefix: string): Generator<History> {
  for (let person = 0, made = 0; made < count; person += 1) {
    for (const stream of history(`${prefix}${person.toString(16).padStart(8, '0')}`)) {
      yield { tenant: `tenant${person % TENANTS}`, ...stream };
      made += stream.events.length;
    }
  }
}

/** Events a second of a bare read of the log by its primary key, through the same driver. */
export async function bareRead(sql: Sql, logged: number): Promise<number> {
  const started = performance.now();
  let [tenant, stream, version, events] = ['', '', 0, 0];
  for (;;) {
    const rows = await sql<{ tenant_id: string; stream_id: string; version: number }[]>`
      select tenant_id, stream_id, version, type, schema_version, payload, actor, recorded_at from log.events
      where (tenant_id, stream_id, version) > (${tenant}, ${stream}, ${version})
      order by tenant_id, stream_id, version limit 10000`;
    const last = rows.at(-1);
    if (!last) {
      if (events !== logged) throw new Error(`The bare read read ${events} of ${logged} events.`);
      return (events * 1000) / (performance.now() - started);
    }
    events += rows.length;
    [tenant, stream, version] = [last.tenant_id, last.stream_id, last.version];
  }
}

/** A rebuild beside a writer, and the longest commit in that time. */
async function underWrites(api: Store, owner: Store): Promise<{ lockedMs: number; longestCommitMs: number }> {
  let busy = true;
  let longestCommitMs = 0;
  let commits = 0;
  const writing = (async () => {
    for (; busy; commits += 1) {
      const from = performance.now();
      await changeSettingAtLast(api, 'tenant0', `bench${commits % 20}`, String(commits));
      longestCommitMs = Math.max(longestCommitMs, performance.now() - from);
      await wait(2);
    }
  })();
  const { lockedMs } = await rebuild(owner).finally(() => {
    busy = false;
  });
  await writing;
  if (commits < 100) throw new Error(`Only ${commits} commits were made beside the rebuild`);
  const { differences } = await compareRows(owner);
  if (differences.length > 0) throw new Error(`${differences.length} rows differ from their folds`);
  return { lockedMs: rounded(lockedMs, 1), longestCommitMs: rounded(longestCommitMs, 1) };
}

/** One line: rebuilt events a second (opened, indexed, switched over), the ratio to a bare keyset read, and how long writers wait at the switch. */
export async function benchRebuild(quick: boolean): Promise<object> {
  const rounds = quick ? 3 : 7;
  return onFreshServer(async (database) => {
    const owner = await database.open('owner', 8);
    const api = await database.open('api', 2);
    const { sql } = owner;
    const filled = await fill(owner, histories(EVENTS, ''));
    // the first one makes the rows and warms everything up
    const first = await rebuild(owner);
    const rates: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await bareRead(sql, filled);
      const { events, seconds, differences } = await rebuild(owner);
      if (events !== filled) throw new Error(`The rebuild folded ${events} of ${filled} events.`);
      if (differences.length > 0) throw new Error(`${differences.length} rows differ from their folds`);
      rates.push(events / seconds);
      ratios.push(events / seconds / bare);
    }
    const waits: Record<number, Awaited<ReturnType<typeof underWrites>>> = { [EVENTS]: await underWrites(api, owner) };
    if (!quick) {
      // rows of all these events are missing, as after a change of every projection
      await fill(owner, histories(MANY_EVENTS - EVENTS, 'm'));
      waits[MANY_EVENTS] = await underWrites(api, owner);
    }
    const missed = Object.entries(waits).flatMap(([events, { lockedMs }]) =>
      lockedMs > LONGEST_WAIT_MS ? [`writers waited ${lockedMs} ms at ${events} events`] : [],
    );
    return {
      bench: 'rebuild',
      rounds,
      events: first.events,
      streams: first.streams,
      eventsPerSecond: Math.round(quantile(rates, 0.5)),
      ratioToRead: rounded(quantile(ratios, 0.5)),
      waits,
      missed,
    };
  });
}
