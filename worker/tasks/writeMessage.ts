import { keepingCheckOf } from '../../db/read/keptChecks.ts';
import { readMessages } from '../../db/read/messages.ts';
import { ref, type Store } from '../../db/store.ts';
import { writtenVersion } from '../../events/campaigns/variants.ts';
import { needsText } from '../../events/messages/followUp.ts';
import { FOLLOW_UP_RUN } from '../../events/messages/messageState.ts';
import { recordGenerated, recordGenerationFailed, recordUnfit } from '../../events/messages/messageText.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { campaignOf, defineTask, keyed, onEach, queued, type Run, reasonOf, tryAgain } from '../defineTask.ts';
import { judgeMessage } from './judgeText.ts';
import { type WrittenText, type WrittenUnfit, writeText } from './writeText.ts';

/** The step of a follow-up is its number and one more. */
const isFollowUp = (messageId: string): boolean => Number(messageId.split('.')[2]) > 1;

/** Has the AI write one message to one partner, in a requested run (`also.runId`). A follow-up is written once it begins, in a run of its own. */
export const writeMessage = defineTask({
  name: 'write-message',
  lane: 'ask',
  on: {
    MessagesRequested: ({ tenant, data: { runId, messageIds } }) =>
      messageIds.map((id) => ({ ...queued('text', { tenant, id }), also: { runId } })),
    // a follow-up gets its text once it is drafted, a first message on request
    ...onEach(
      ['MessageDrafted', 'MessageReopened', 'MessageRestored'],
      (event) => isFollowUp(event.id) && queued('text', event),
    ),
    UnfitOverridden: (event) => ({ ...queued('text', event), also: { runId: event.data.runId } }),
  },
  needs: ['store', 'askAi'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const message = ref('message', job.id);
    const { state } = await store.load(job.tenant, message);
    const { state: campaign } = await store.load(job.tenant, ref('campaign', state.campaignId));
    const runId = job.also?.runId ?? FOLLOW_UP_RUN;
    const wanted = campaign.generation?.runId === runId ? campaign.generation : null;
    // an earlier run of this job wrote it, and may have ended before it was judged
    if (wanted && state.lastRun?.runId === runId) return judgeAndFinish(deps, job, run);
    // a run may have written it since
    const isAnyway = state.anyway === runId && !state.hasText;
    const isAsked = wanted !== null || isAnyway || (runId === FOLLOW_UP_RUN && needsText(state));
    if (state.lastRun?.runId === runId || !isAsked) return;
    const scope = scopeOf('write-message', job);
    // in spite of the AI's reasons it is written in the version that it was to get
    const variant = wanted ? (wanted.variants?.[wanted.messageIds.indexOf(job.id)] ?? null) : state.variant;
    const version = writtenVersion(campaign, variant);
    let written: WrittenText | WrittenUnfit | { failed: Reason };
    try {
      written = await writeText(deps, { job, campaign, state, variant });
    } catch (error) {
      if (tryAgain(error, run)) throw error;
      written = { failed: reasonOf(error, run) };
    }
    await store.decide(scope, message, (now) => {
      if ('failed' in written) return recordGenerationFailed(now, runId, written.failed, version);
      // it is another text by now: a job of its own writes that
      const isOther = now.followUp?.textId !== state.followUp?.textId;
      const result = {
        runId,
        overApproved: campaign.status === 'draft',
        // the user's word, and only for an edit that was there when it was given
        includeEdited: Boolean(wanted?.includeEdited && (now.editedAt ?? '') <= wanted.requestedAt),
      };
      const record = () =>
        'unfit' in written
          ? recordUnfit(now, { ...result, ...written, version })
          : recordGenerated(now, { ...result, ...written, version, toJudge: deps.askAi !== null });
      const events = isOther ? [] : record();
      // a canceled or edited message keeps its text; the run must still end
      return events.length > 0 || !wanted ? events : recordGenerationFailed(now, runId, { code: 'message_changed' });
    });
    if ('text' in written) await keepCheck(store, job.tenant, job.id);
    await judgeAndFinish(deps, job, run);
  },
});

/** The run of texts ends when its texts are judged, so that the screen does not show them unjudged before. Without an answer, judge-text asks again. */
async function judgeAndFinish(deps: Needs<'store' | 'askAi'>, job: JobPayload, run: Run): Promise<void> {
  try {
    await judgeMessage(deps, job);
  } catch (error) {
    // throws an error of our own, until its tries are used up
    reasonOf(error, run);
  }
  const { tenant } = job;
  const { id, jobKey } = keyed('finish', campaignOf(job));
  const { correlationId, causationId } = job;
  await run.addJob('finish-messages', { tenant, id, correlationId, causationId }, jobKey ? { jobKey } : {});
}

/** The lists show the stored check of a text, and never check. */
async function keepCheck(store: Store, tenant: string, id: string): Promise<void> {
  const { campaignId, partnerId } = (await store.load(tenant, ref('message', id))).state;
  const [campaign, profile, rows] = await Promise.all([
    store.load(tenant, ref('campaign', campaignId)),
    store.load(tenant, ref('profile', tenant)),
    readMessages(store, tenant, { campaignId, partnerId }),
  ]);
  const row = rows.find((one) => one.id === id);
  if (row) await keepingCheckOf(campaign.state, profile.state).keep(store, tenant, row, rows);
}
