import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { textHash } from '../../db/log/textHash.ts';
import { rebuild } from '../../db/read/rebuild.ts';
import { ref, type Store } from '../../db/store.ts';
import { approveMessage } from '../../events/messages/messageText.ts';
import { scheduleEmail } from '../../events/messages/sendTime.ts';
import { instantOf, localDay } from '../../events/shared/zoned.ts';
import { sendGrid } from '../../worker/providers/sendgrid/client.ts';
import { runWorker } from '../../worker/runWorker.ts';
import { startSandbox } from '../../worker/sandbox/serve.ts';
import { testCause } from '../support/asSent.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { aPerson } from '../support/samples.ts';
import { testDeps } from '../support/testDeps.ts';
import { onFreshServer, quantile, rounded } from './database.ts';
import { fill, type History, sender } from './histories.ts';
import { benchPlan } from './plan.ts';

const SCHEDULED = 100_000;
const MAILBOXES = 1000;
const SECONDS = { full: 60, quick: 15 };
/** A thousand mailboxes at 40 a day come to 1.4 emails a second over eight hours. The morning is denser. */
const DUE_A_SECOND = 10;

const TEXT = { subject: 'Packs', body: 'Would you like to try our packs on your next run?' };
const addressOf = (index: number) => `person${index}@run.example`;

const tenantOf = (index: number) => `t${String(index % MAILBOXES).padStart(4, '0')}`;
const partnerOf = (index: number) => index.toString(16).padStart(8, '0');
const messageOf = (index: number) => `c${tenantOf(index)}.${partnerOf(index)}.first`;

/** A message that waits for its time; `at` null: one without, but with all that it needs to leave. */
function message(index: number, at: string | null): History[] {
  const tenant = tenantOf(index);
  const id = partnerOf(index);
  const { facts, person } = aPerson({ person: { name: `Person ${id}` } });
  const hash = textHash(addressOf(index), TEXT) ?? '';
  const drafted = {
    type: 'MessageDrafted',
    data: { campaignId: `c${tenant}`, partnerId: id, step: 'first', resendOf: null },
  };
  const approved = { type: 'MessageApproved', data: { textHash: hash, by: 'start' } };
  if (at !== null) {
    const scheduled = { type: 'EmailScheduled', data: { at, seed: 7, day: at.slice(0, 10), ...drawnByDefault } };
    return [{ tenant, streamId: `message-${messageOf(index)}`, events: [drafted, approved, scheduled] }];
  }
  const generated = {
    type: 'MessageGenerated',
    data: { runId: 'r', model: 'm', promptVersion: '1' },
    personal: TEXT,
  };
  const contact = { email: addressOf(index), socialProfiles: [] };
  return [
    {
      tenant,
      streamId: `partner-${id}`,
      events: [
        { type: 'PartnerAdded', data: { ...facts, by: 'import' }, personal: person },
        { type: 'PartnerApproved', data: {} },
        { type: 'ContactEdited', data: { confidence: 1 }, personal: contact },
      ],
    },
    { tenant, streamId: `message-${messageOf(index)}`, events: [drafted, generated] },
  ];
}

function* messages(count: number, due: number): Generator<History> {
  for (let index = 0; index < due; index += 1) yield* message(index, null);
  // the rest of them fill the coming days of each mailbox, up to its daily limit
  for (let index = due; index < count; index += 1) {
    const day = localDay(
      Date.now() + (1 + Math.floor(index / MAILBOXES / drawnByDefault.dailyLimit)) * 86_400_000,
      'UTC',
    );
    yield* message(index, new Date(instantOf(day, 540, 'UTC') + (index % 28_000) * 1000).toISOString());
  }
}

/**
 * One line: how late a due message is claimed (ms), and how long a plan takes for each (plan.ts). Many more are scheduled over a thousand mailboxes,
 * the worker does all its other work, and each due email really goes to the sandbox.
 */
export async function benchDispatch(quick: boolean): Promise<object> {
  return { ...(await dispatchAll(quick)), ...(await benchPlan(quick)) };
}

async function dispatchAll(quick: boolean): Promise<object> {
  const scheduled = quick ? SCHEDULED / 10 : SCHEDULED;
  const seconds = quick ? SECONDS.quick : SECONDS.full;
  const due = seconds * DUE_A_SECOND;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-bench-outbox-'));
  const sandbox = await startSandbox({ dataDir, port: 0, host: '127.0.0.1' });
  try {
    return await onFreshServer(async (database) => {
      const owner = await database.open('owner', 4);
      const store = await database.open('worker', 24);
      const senders: History[] = [];
      for (let index = 0; index < MAILBOXES; index += 1) senders.push(...(await sender(owner, tenantOf(index))));
      await fill(owner, senders);
      await fill(owner, messages(scheduled, due));
      await rebuild({ sql: owner.sql, master: owner.master });
      await owner.sql`vacuum analyze read.messages`;
      const worker = await runWorker(
        testDeps({
          store,
          mailProviders: {
            sendgrid: sendGrid({ baseUrl: `${sandbox.url}/sendgrid` }),
            gmail: null,
            smtp: null,
            ses: null,
          },
          // the bench runs at any hour
          sendGap: { min: 0, max: 1 },
        }),
        database.url,
      );
      try {
        return await measure(owner, { scheduled, seconds, due });
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

async function measure(store: Store, wanted: { scheduled: number; seconds: number; due: number }): Promise<object> {
  const { scheduled, seconds, due } = wanted;
  await quiet(store, scheduled - due);
  const begin = Date.now() + 5000 + due * 10;
  const dueAt = new Map<string, number>();
  const wishes = Array.from({ length: due }, (_, index) => index);
  const commitNext = async (): Promise<void> => {
    for (let index = wishes.pop(); index !== undefined; index = wishes.pop()) {
      const at = begin + Math.floor(((index + Math.random()) * seconds * 1000) / due);
      const id = messageOf(index);
      dueAt.set(`message-${id}`, at);
      const entry = { at: new Date(at).toISOString(), seed: 7, day: localDay(at, 'UTC'), ...drawnByDefault };
      const hash = textHash(addressOf(index), TEXT) ?? '';
      await store.run({
        tenant: tenantOf(index),
        cause: testCause,
        streams: { message: ref('message', id) },
        decide: ({ message: state }) => ({
          message: [
            ...approveMessage(state, hash, 'start'),
            ...scheduleEmail({ ...state, status: 'approved', approvedHash: hash }, entry),
          ],
        }),
      });
    }
  };
  await Promise.all([commitNext(), commitNext(), commitNext(), commitNext()]);
  if (Date.now() > begin)
    throw new Error('The machine is too busy: the first mails were due before all had their time.');
  await wait(begin - Date.now() + seconds * 1000 + 5000);
  const claims = await store.sql<{ stream_id: string; at: Date }[]>`
    select stream_id, min(recorded_at) as at from log.events where type = 'SendClaimed' group by stream_id`;
  const [sent] = await store.sql<{ count: number }[]>`
    select count(*)::int as count from log.events where type = 'EmailSent'`;
  const lags = claims.map(({ stream_id, at }) => at.getTime() - (dueAt.get(stream_id) ?? Number.NaN));
  return {
    bench: 'dispatch',
    scheduled,
    mailboxes: MAILBOXES,
    due,
    claimed: lags.length,
    sent: sent?.count ?? 0,
    claimP50Ms: rounded(quantile(lags, 0.5), 0),
    claimP99Ms: rounded(quantile(lags, 0.99), 0),
    claimMaxMs: rounded(quantile(lags, 1), 0),
  };
}
