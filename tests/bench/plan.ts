import { rebuild } from '../../db/read/rebuild.ts';
import type { Store } from '../../db/store.ts';
import { planCampaign } from '../../worker/tasks/planCampaign.ts';
import { testDeps } from '../support/testDeps.ts';
import { onFreshServer, rounded } from './database.ts';
import { fill, type History, sender } from './histories.ts';

/** The messages of the two campaigns that are compared. */
const SIZES = { full: [2_000, 20_000], quick: [500, 5_000] } as const;
/** A plan that reads all for every batch takes ten times as long a message with ten times as many. */
const MOST_RATIO = 2.5;

/** Approved messages of one running campaign. */
function* approved(tenant: string, count: number): Generator<History> {
  const campaignId = `c${tenant}`;
  for (let index = 0; index < count; index += 1) {
    const partnerId = index.toString(16).padStart(8, '0');
    const drafted = { campaignId, partnerId, step: '1', resendOf: null };
    yield {
      tenant,
      streamId: `message-${campaignId}.${partnerId}.1`,
      events: [
        { type: 'MessageDrafted', data: drafted },
        { type: 'MessageApproved', data: { textHash: 'f'.repeat(64), by: 'start' } },
      ],
    };
  }
}

/** The time to plan each message (ms), in a small campaign and in one ten times as large, by the usual hours and limits. */
export async function benchPlan(quick: boolean) {
  const [small, large] = quick ? SIZES.quick : SIZES.full;
  return onFreshServer(async (database) => {
    const owner = await database.open('owner', 4);
    const store = await database.open('worker', 8);
    // the first one only warms up
    const sizes = [100, small, large];
    for (const [index, count] of sizes.entries()) {
      await fill(owner, await sender(owner, `p${index}`));
      await fill(owner, approved(`p${index}`, count));
    }
    await rebuild({ sql: owner.sql, master: owner.master });
    await owner.sql`vacuum analyze read.messages`;
    const msEach: number[] = [];
    for (const [index, count] of sizes.entries()) msEach.push((await plan(store, `p${index}`, count)) / count);
    const [, smallMs = Number.NaN, largeMs = Number.NaN] = msEach;
    const ratio = largeMs / smallMs;
    return {
      plannedSmall: small,
      plannedLarge: large,
      planMsEachSmall: rounded(smallMs, 2),
      planMsEachLarge: rounded(largeMs, 2),
      planRatio: rounded(ratio, 2),
      ...(ratio > MOST_RATIO ? { missed: [`planRatio is above ${MOST_RATIO}`] } : {}),
    };
  });
}

async function plan(store: Store, tenant: string, count: number): Promise<number> {
  const run = { lastTry: true, giveUp: true, addJob: undefined as never, signal: undefined };
  const job = { tenant, id: `c${tenant}`, correlationId: 'bench', causationId: 'bench' };
  const began = performance.now();
  await planCampaign.handler(testDeps({ store }), job, run);
  const took = performance.now() - began;
  const [row] = await store.sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    return tx<{ scheduled: number }[]>`
      select count(*)::int as scheduled from log.events where tenant_id = ${tenant} and type = 'EmailScheduled'`;
  });
  if (row?.scheduled !== count) throw new Error(`${row?.scheduled} of ${count} messages got a time.`);
  return took;
}
