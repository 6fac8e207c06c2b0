import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { settleInstallation } from '../../db/installation/settle.ts';
import { rebuild } from '../../db/read/rebuild.ts';
import type { Store } from '../../db/store.ts';
import { sendGrid } from '../../worker/providers/sendgrid/client.ts';
import { runWorker } from '../../worker/runWorker.ts';
import { startSandbox } from '../../worker/sandbox/serve.ts';
import { testDeps } from '../support/testDeps.ts';
import { onFreshServer, quantile, rounded } from './database.ts';
import { fill, type History } from './histories.ts';
import { assertSent, type BenchCampaign, historiesOf, scheduleDue, senderOf, skipFilled } from './outreach.ts';
import { benchPlan } from './plan.ts';

const SCHEDULED = 100_000;
const MAILBOXES = 1000;
const SECONDS = { full: 60, quick: 15 };
/** A thousand mailboxes at 40 a day come to 1.4 emails a second over eight hours. The morning is denser. */
const DUE_A_SECOND = 10;

/**
 * One line: how late a due message is claimed (ms), and how long a plan takes for each (plan.ts). Many more are scheduled over a thousand mailboxes,
 * the worker does all its other work, and each due email really goes to the sandbox. Throws unless each left once.
 */
export async function benchDispatch(quick: boolean): Promise<object> {
  return { ...(await dispatchAll(quick)), ...(await benchPlan(quick)) };
}

function campaignsOf(scheduled: number, due: number): BenchCampaign[] {
  return Array.from({ length: MAILBOXES }, (_, index) => {
    const tenant = `t${String(index).padStart(4, '0')}`;
    return { tenant, campaign: `${tenant}c`, size: scheduled / MAILBOXES, due: index < due ? 1 : 0 };
  });
}

/** The messages come last, so that the relay can begin with them. */
function* historiesOfAll(senders: readonly History[], campaigns: readonly BenchCampaign[]): Generator<History> {
  yield* senders;
  const isMessage = ({ streamId }: History) => streamId.startsWith('message-');
  for (const messages of [false, true])
    for (const campaign of campaigns)
      for (const history of historiesOf(campaign)) if (isMessage(history) === messages) yield history;
}

async function dispatchAll(quick: boolean): Promise<object> {
  const scheduled = quick ? SCHEDULED / 10 : SCHEDULED;
  const seconds = quick ? SECONDS.quick : SECONDS.full;
  const campaigns = campaignsOf(scheduled, seconds * DUE_A_SECOND);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-bench-outbox-'));
  const sandbox = await startSandbox({ dataDir, port: 0, host: '127.0.0.1' });
  try {
    return await onFreshServer(async (database) => {
      const { url: ownerUrl, secretKey } = database;
      await settleInstallation({ ownerUrl, secretKey, wanted: 'on', providerKeysPresent: [] });
      const owner = await database.open('owner', 4);
      const store = await database.open('worker', 24);
      const senders: History[] = [];
      for (const { tenant } of campaigns) senders.push(...(await senderOf(owner, tenant)));
      await fill(owner, historiesOfAll(senders, campaigns));
      await rebuild({ sql: owner.sql, master: owner.master });
      await owner.sql`vacuum analyze read.messages`;
      await skipFilled(owner, 'message-');
      const providers = {
        sendgrid: sendGrid({ baseUrl: `${sandbox.url}/sendgrid` }),
        gmail: null,
        smtp: null,
        ses: null,
      };
      const worker = await runWorker(testDeps({ store, mailProviders: providers }), database.url);
      try {
        return await measure(owner, campaigns, { scheduled, seconds, sandboxUrl: sandbox.url });
      } finally {
        await worker.stop();
      }
    });
  } finally {
    await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Waits until the worker has read the whole log and done all that is not put down for later. */
async function quiet({ sql }: Store, atLeast: number): Promise<void> {
  for (let calm = 0; calm < 3; ) {
    await wait(500);
    const [row] = await sql<{ all: number; ready: number }[]>`
      select count(*)::int as all, count(*) filter (where run_at <= now())::int as ready from graphile_worker.jobs`;
    calm = row && row.all >= atLeast && row.ready === 0 ? calm + 1 : 0;
  }
}

async function measure(
  store: Store,
  campaigns: readonly BenchCampaign[],
  { scheduled, seconds, sandboxUrl }: { scheduled: number; seconds: number; sandboxUrl: string },
): Promise<object> {
  const due = seconds * DUE_A_SECOND;
  await quiet(store, scheduled);
  const begin = Date.now() + 5000 + due * 10;
  const spread = (index: number) => begin + ((index + Math.random()) * seconds * 1000) / due;
  const dueAt = await scheduleDue(store, campaigns, spread);
  await wait(begin - Date.now() + seconds * 1000 + 5000);
  await assertSent(store, sandboxUrl, [...dueAt.keys()]);
  const claims = await store.sql<{ stream_id: string; at: Date }[]>`
    select stream_id, min(recorded_at) as at from log.events where type = 'SendClaimed' group by stream_id`;
  const lags = claims.map(({ stream_id, at }) => at.getTime() - (dueAt.get(stream_id) ?? Number.NaN));
  return {
    bench: 'dispatch',
    scheduled,
    mailboxes: MAILBOXES,
    due,
    sent: dueAt.size,
    claimP50Ms: rounded(quantile(lags, 0.5), 0),
    claimP99Ms: rounded(quantile(lags, 0.99), 0),
    claimMaxMs: rounded(quantile(lags, 1), 0),
  };
}
