import { readMessages } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { finishMessages } from '../../events/campaigns/campaign.ts';
import { scopeOf } from '../context.ts';
import type { Handler } from './task.ts';

/** Ends a run of message writing once each of its messages was written or has failed. */
export const finishMessageRun: Handler = async (deps, job) => {
  const campaign = ref('campaign', job.id);
  const { state } = await deps.store.load(job.tenant, campaign);
  if (!state.generation) return;
  const { runId, messageIds } = state.generation;
  const inRun = new Set(messageIds);
  const messages = (await readMessages(deps.store, job.tenant, { campaignId: job.id })).filter(({ id }) =>
    inRun.has(id),
  );
  const done = messages.filter(({ state: message }) => message.lastRun?.runId === runId);
  if (done.length < messageIds.length) return;
  const generated = done.filter(({ state: message }) => message.lastRun?.outcome === 'generated').length;
  await deps.store.decide(scopeOf('finish-messages', job), campaign, (campaign) =>
    finishMessages(campaign, runId, generated, done.length - generated),
  );
};
