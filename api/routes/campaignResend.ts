import { Hono } from 'hono';
import { messagesOfPartner } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { textHash } from '../../db/textHash.ts';
import { sendRequest } from '../../events/inputs/campaigns.ts';
import type { MessageState, MessageStatus } from '../../events/messages/messageState.ts';
import { draftResend, isResend, resendStep } from '../../events/messages/resend.ts';
import { Refused } from '../../events/shared/refused.ts';
import { UNREADABLE } from '../../events/shared/unreadable.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { followMessage, messageRow, mustBeShownAddress, mustHaveLeft } from '../followMessage.ts';
import { sendView } from '../present/campaign.ts';
import { mustBeReadyToSend, mustFitToday } from '../sendingReady.ts';
import { check } from '../validate.ts';
import type { AcceptedView } from '../views.ts';
import { campaignRow } from './campaigns.ts';

/** What can be sent again: what left, what surely did not, and what may have. */
const RESENDABLE: ReadonlySet<MessageStatus> = new Set(['sent', 'failed', 'unknown', 'abandoned']);

/** What a re-send stands in for: it ends when that leaves. */
const UNDECIDED: ReadonlySet<MessageStatus> = new Set(['unknown', 'abandoned']);

/** Sending a message once more, on the user's word alone: a new intent (rulings). */
export function campaignResendRoutes(deps: Deps) {
  const { store } = deps;

  /**
   * The message by which one is sent again: a new intent with a step of its own. While such a one is on its way (it was asked for, and has
   * met no fate), a second click joins it.
   */
  async function resendOf(tenant: string, { campaignId, partnerId }: MessageState) {
    const earlier = (await messagesOfPartner(store, tenant, partnerId)).filter(
      ({ state }) => state.campaignId === campaignId && isResend(state.step),
    );
    const open = earlier.find(({ state }) => state.immediate);
    const step = open?.state.step ?? resendStep(earlier.length + 1);
    return { id: `${campaignId}.${partnerId}.${step}`, step };
  }

  return new Hono<Env>().post('/campaign-sends/:id/resend', check('json', sendRequest), async (c) => {
    const { tenant } = c.get('user');
    const before = c.req.param('id');
    const { state, partner } = await messageRow(deps, tenant, before);
    if (!RESENDABLE.has(state.status)) {
      throw new Refused('illegal', 'Only a message that was sent, has failed or is not confirmed can be sent again.');
    }
    if (state.unreadable) throw new Refused('illegal', `${UNREADABLE}.`);
    if (!state.text) throw new Refused('illegal', 'This person was erased; nothing can be sent.');
    mustBeShownAddress(c.req.valid('json').to, partner);
    await mustBeReadyToSend(deps, tenant);
    const campaign = await campaignRow(deps, tenant, state.campaignId);
    await mustFitToday(deps, tenant, state.campaignId, campaign.state.dailyLimit);
    const { campaignId, partnerId, text } = state;
    const { id, step } = await resendOf(tenant, state);
    const hash = textHash(partner?.contact?.email ?? null, text);
    if (hash === null) throw new Refused('illegal', 'This person has no email address; nothing can be sent.');
    await store.run({
      tenant,
      cause: causeOf(c),
      streams: { message: ref('message', id), earlier: ref('message', before) },
      decide: ({ message, earlier }) => {
        // an answer that came meanwhile changed what the user decided on
        if (earlier.status !== state.status && earlier.status !== 'abandoned')
          throw new Refused(
            'conflict',
            'This message changed at the same moment. Look again before you send it again.',
          );
        if (message.status !== 'none') return {};
        const ids = { campaignId, partnerId, step, resendOf: UNDECIDED.has(earlier.status) ? before : null };
        return { message: draftResend(message, ids, text, hash) };
      },
    });
    const started = { status: 'approved', attempt: 0, campaignId } as const;
    const ended = await followMessage(deps, c, tenant, id, started, campaign.state.dailyLimit);
    if (!ended) {
      const accepted: AcceptedView = { accepted: true, id };
      return c.json(accepted, 202);
    }
    mustHaveLeft(ended);
    return c.json(sendView(await messageRow(deps, tenant, id)), 201);
  });
}
