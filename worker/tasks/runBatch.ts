import { steerPage } from '../../db/batches/messagePages.ts';
import { batchOf, PAGE } from '../../db/batches/page.ts';
import { decidePage, joinPage, notesPage, undoPage } from '../../db/batches/partnerPages.ts';
import { type BatchRequest, readBatchRequest } from '../../db/batches/request.ts';
import { readAs } from '../../db/connection/connect.ts';
import { readMessagePage } from '../../db/lists/messages.ts';
import { bringUpToDate } from '../../db/lists/upToDate.ts';
import { availableAmong } from '../../db/read/availablePartners.ts';
import type { Installation } from '../../db/read/mailboxSchedule.ts';
import { partnerPage } from '../../db/read/partnerPage.ts';
import { type CommandScope, ref, type Store, streamIdOf } from '../../db/store.ts';
import { forgetJobInput } from '../../db/vault/jobInput.ts';
import {
  type BatchAct,
  type BatchPage,
  isRunning,
  stopBatch,
  type WhyBatchStopped,
} from '../../events/messages/batch.ts';
import { userOf } from '../../events/shared/actor.ts';
import { type JobPayload, scopeOf } from '../context.ts';
import { defineTask } from '../defineTask.ts';

/**
 * Does the same to many partners or messages, page by page. Each page commits with the batch's progress. So a killed worker resumes there, and no one is done or
 * counted twice.
 */
export const runBatch = defineTask({
  name: 'run-batch',
  lane: 'ask',
  on: {
    BatchStarted: ({ tenant, id, data: { batchId } }) => ({ id, also: { batchId }, queueName: `batch:${tenant}` }),
  },
  needs: ['store', 'sandbox', 'publicUrl'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const batchId = job.also?.batchId ?? '';
    const stop = (reason: WhyBatchStopped) =>
      store.decide(scopeOf('run-batch', job), batchOf(job.tenant), (batch) => stopBatch(batch, batchId, reason));
    try {
      const why = await runPages(deps, job, batchId);
      if (why !== null) await stop(why);
    } catch (error) {
      if (!run.giveUp) throw error;
      await stop('failed');
    }
    await forgetJobInput(store, job.tenant, { kind: 'batch-request', id: batchId });
  },
});

/** Answers why the batch must stop; null: it has ended. */
async function runPages(installation: Installation, job: JobPayload, batchId: string): Promise<WhyBatchStopped | null> {
  const { store } = installation;
  const { tenant } = job;
  const request = await readBatchRequest(store, tenant, batchId);
  // what is not listed yet would be passed over
  while ((await bringUpToDate(store, tenant)).stale);
  for (;;) {
    const { state } = await store.load(tenant, batchOf(tenant));
    const { act, actor, pages, next: after } = state;
    if (act === null || !isRunning(state, batchId)) return null;
    const { state: user } = await store.load('system', ref('user', userOf(actor)?.userId ?? ''));
    if (user.status !== 'active') return 'account';
    const { cause } = scopeOf('run-batch', job);
    // each change is of the person who asked for it
    const scope: CommandScope = { tenant, cause: { ...cause, actor } };
    if (act.kind === 'undo') {
      const { decided, next } = await changesBefore(store, tenant, act.batchId, after);
      await undoPage(store, scope, decided, { batchId, pages, next });
      continue;
    }
    if (act.kind === 'steer' && act.undoes !== null) {
      const { steered, next } = await changesBefore(store, tenant, act.undoes, after);
      await steerPage(installation, scope, steered, act, { batchId, pages, next });
      continue;
    }
    if (request === null) return 'request_gone';
    const { ids, next } = await pageOf(store, tenant, { act, request, after });
    const page = { batchId, pages, next };
    if (act.kind === 'steer') await steerPage(installation, scope, ids, act, page);
    else if (act.kind === 'join') await joinPage(store, scope, ids, act.campaignId, page);
    else if (act.kind === 'notes') await notesPage(store, scope, ids, request.notes ?? {}, page);
    else await decidePage(store, scope, ids, act, page);
  }
}

type PageWanted = { act: BatchAct; request: BatchRequest; after: string | null };

/** An act takes its partners or messages out of the list, and the places of the others stay in the order of adding. */
async function pageOf(store: Store, tenant: string, { act, request, after }: PageWanted) {
  if ('ids' in request) {
    const from = Number(after ?? 0);
    const to = from + PAGE;
    return { ids: request.ids.slice(from, to), next: to < request.ids.length ? String(to) : null };
  }
  if ('messages' in request) {
    const { campaignId, ...filter } = request.messages;
    const order = { sort: 'joined' as const, limit: PAGE };
    return readMessagePage(store, tenant, campaignId, { ...filter, ...order, after: after ?? undefined }, 0);
  }
  const { filter } = request;
  const order = { sort: 'added' as const, turned: false };
  const page = await readAs(store.sql, tenant, (tx) =>
    partnerPage(tx, tenant, { filter, order, after: after ?? undefined, limit: PAGE, now: store.now() }),
  );
  if (act.kind !== 'join' || filter.contacted !== 'never') return page;
  // an address that two records share was written to, too
  const available = await availableAmong(store, tenant, act.campaignId, page.ids);
  return { ...page, ids: available.flatMap(({ id, contactedAt }) => (contactedAt === null ? [id] : [])) };
}

/** The newest page of changes of a batch before a version of its stream, and the version to go on from. */
async function changesBefore(store: Store, tenant: string, batchId: string, version: string | null) {
  const [page, before] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ version: number; decided: BatchPage['decided']; steered: string[] }[]>`
      select version, payload->'d'->'decided' as decided, payload->'d'->'steered' as steered from log.events
      where tenant_id = ${tenant} and stream_id = ${streamIdOf(batchOf(tenant))} and type = 'BatchAdvanced'
        and payload->'d'->>'batchId' = ${batchId} and version < ${Number(version ?? 2 ** 31 - 1)}
      order by version desc limit 2`,
  );
  const { decided = [], steered = [] } = page ?? {};
  return { decided, steered, next: page && before ? String(page.version) : null };
}
