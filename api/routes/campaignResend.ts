import { Hono } from 'hono';
import { textHash } from '../../db/log/textHash.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { ref } from '../../db/store.ts';
import { sendRequest } from '../../events/messages/messageInput.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { isResend, requestResend, resendableText, resendStep } from '../../events/messages/resend.ts';
import { mustBeShownAddress, mustHaveLeft } from '../../events/messages/sendRequest.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answersLater } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { accepted } from '../http/waitFor.ts';
import { sendView } from '../present/campaign.ts';
import { followMessage, messageRow } from '../sending/followMessage.ts';
import { mustSendNow } from '../sending/sendingReady.ts';
import { sendSchema } from '../views.ts';
import { mustHaveCampaign } from './campaigns.ts';

/** Sending a message once more, on the user's word alone: a new intent (rulings). */
export function campaignResendRoutes(deps: Deps) {
  const { store } = deps;

  /** The message by which one is sent again: a new intent with a step of its own. While such a re-send is pending, a second click joins it. */
  async function resendOf(tenant: string, { campaignId, partnerId }: MessageState) {
    const earlier = (await messagesOfPartner(store, tenant, partnerId)).filter(
      ({ state }) => state.campaignId === campaignId && isResend(state.step),
    );
    const open = earlier.find(({ state }) => state.immediate);
    const step = open?.state.step ?? resendStep(earlier.length + 1);
    return { id: `${campaignId}.${partnerId}.${step}`, step };
  }

  return new Hono<Env>().post(
    '/campaign-sends/:id/resend',
    answersLater(sendSchema, 201),
    check('json', sendRequest),
    async (c) => {
      const { tenant } = c.get('user');
      const before = c.req.param('id');
      const { state, partner } = await messageRow(deps, tenant, before);
      const text = resendableText(state);
      mustBeShownAddress(c.req.valid('json').to, partner?.contact?.email ?? null);
      await mustHaveCampaign(deps, tenant, state.campaignId);
      const { id, step } = await resendOf(tenant, state);
      await mustSendNow(deps, tenant, id);
      const hash = textHash(partner?.contact?.email ?? null, text);
      await store.run({
        tenant,
        cause: causeOf(c),
        streams: { message: ref('message', id), earlier: ref('message', before) },
        decide: (now) => ({ message: requestResend(now, { id: before, state }, step, hash) }),
      });
      const started = { status: 'approved', attempt: 0 } as const;
      const ended = await followMessage(deps, c, tenant, id, started);
      if (!ended) return accepted(c, id);
      mustHaveLeft(ended);
      return c.json(sendView(await messageRow(deps, tenant, id)), 201);
    },
  );
}
