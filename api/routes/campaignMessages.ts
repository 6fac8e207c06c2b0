import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { readMessages } from '../../db/read/messages.ts';
import { ref, type Store, streamIdOf } from '../../db/store.ts';
import { mustExist, requestMessages } from '../../events/campaigns/campaign.ts';
import { regenerateRequest } from '../../events/campaigns/campaignInput.ts';
import { textsToWrite } from '../../events/messages/textsToWrite.ts';
import { type Reason, reasonSentence } from '../../events/shared/reasons.ts';
import { Refused } from '../../events/shared/refused.ts';
import { sameJson } from '../../events/shared/sameJson.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answersLater, needs } from '../http/contract.ts';
import { unchangedSince } from '../http/unchangedSince.ts';
import { check } from '../http/validate.ts';
import { accepted, waitFor } from '../http/waitFor.ts';
import { aiRefusal } from '../sending/aiRefusal.ts';
import { AI, mustBeSetUp } from '../signIn/mustBeSetUp.ts';
import { type GenerateMessagesView, generateMessagesSchema } from '../views.ts';

/** What a run did not write. `reason`: why its texts failed; null: for more than one reason. `unfit`: the people whom the AI advised against. */
async function unwritten(
  store: Store,
  tenant: string,
  campaignId: string,
  runId: string,
): Promise<{ reason: Reason | null; unfit: number }> {
  const messages = await readMessages(store, tenant, { campaignId });
  const ofRun = messages.flatMap(({ state }) => (state.lastRun?.runId === runId ? [state] : []));
  const failed = ofRun.flatMap(({ lastRun }) => (lastRun?.outcome === 'failed' ? [lastRun.reason] : []));
  const [reason = null, ...others] = failed;
  const isSame = others.every((other) => sameJson(other, reason));
  return { reason: isSame ? reason : null, unfit: ofRun.filter(({ status }) => status === 'unfit').length };
}

/** Generate and Regenerate Messages: one personal text a partner, written by the worker. */
export function campaignMessageRoutes(deps: Deps) {
  const { store } = deps;

  async function generate(
    c: Context<Env>,
    campaignId: string,
    wanted: { regenerate: boolean; includeEdited: boolean },
  ) {
    mustBeSetUp(deps.configured.ai, AI);
    const { tenant } = c.get('user');
    const campaign = ref('campaign', campaignId);
    const { state: before } = await store.load(tenant, campaign);
    mustExist(before);
    // read before the messages: a run that ends in between has given them texts and versions
    const isUnchanged = unchangedSince();
    isUnchanged(before.lastGeneration?.runId ?? null);
    const messages = await readMessages(store, tenant, { campaignId });
    const texts = textsToWrite(messages, wanted.regenerate);
    const { state: asked } = await store.decide({ tenant, cause: causeOf(c) }, campaign, (now) =>
      isUnchanged(now.lastGeneration?.runId ?? null)
        ? requestMessages(now, { runId: randomUUID(), ...wanted, ...texts })
        : [],
    );
    const runId = asked.generation?.runId ?? asked.lastGeneration?.runId ?? '';
    const answer = await waitFor(
      deps,
      tenant,
      [streamIdOf(campaign)],
      async () => {
        const { state } = await store.load(tenant, campaign);
        return state.generation?.runId === runId ? null : state;
      },
      c.req.raw.signal,
    );
    if (!answer) return accepted(c, runId);
    const done = answer.lastGeneration?.runId === runId ? answer.lastGeneration : null;
    if (!done) throw new Refused({ code: 'no_campaign' });
    const { reason: failedReason, unfit } = await unwritten(store, tenant, campaignId, runId);
    if (done.generated === 0 && done.failed > 0) {
      const text = 'The AI provider did not answer. No message was written; please try again in a moment.';
      throw aiRefusal(failedReason, text, store.now(), true);
    }
    const view: GenerateMessagesView = {
      generatedCount: Math.max(0, done.generated - unfit),
      unfitCount: unfit,
      failedCount: done.failed,
      ...(failedReason && { failedReason: reasonSentence(failedReason) }),
      keptEdited: done.keptEdited,
    };
    return c.json(view, 200);
  }

  return new Hono<Env>()
    .post('/campaigns/:id/generate-messages', answersLater(generateMessagesSchema), needs('propose'), (c) =>
      generate(c, c.req.param('id'), { regenerate: false, includeEdited: false }),
    )
    .post(
      '/campaigns/:id/regenerate-messages',
      answersLater(generateMessagesSchema),
      needs('propose'),
      check('json', regenerateRequest),
      (c) =>
        generate(c, c.req.param('id'), { regenerate: true, includeEdited: c.req.valid('json').includeEdited === true }),
    );
}
