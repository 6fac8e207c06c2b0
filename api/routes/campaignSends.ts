import { type Context, Hono } from 'hono';
import { messagesOfPartner, readMessages } from '../../db/read/messages.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import { textHash } from '../../db/textHash.ts';
import { messageEdit, messageStatusChange } from '../../events/inputs/campaigns.ts';
import {
  editMessage,
  isFinal,
  isHeldBack,
  type MessageState,
  recordReply,
  requestSendNow,
  takeBackSendNow,
} from '../../events/message.ts';
import { Refused } from '../../events/refused.ts';
import { draftResend, isResend, resendStep } from '../../events/resend.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { sendView } from '../present/campaign.ts';
import { mustBeReadyToSend, mustFitToday } from '../sendingReady.ts';
import { check } from '../validate.ts';
import type { AcceptedView } from '../views.ts';
import { waitFor } from '../waitFor.ts';
import { campaignRow } from './campaigns.ts';

/** Single messages: edit, Send Now, send again, Mark as Replied. */
export function campaignSendRoutes(deps: Deps) {
  const { store } = deps;

  async function messageRow(tenant: string, id: string) {
    const [row] = /^[\w.-]+$/.test(id) ? await readMessages(store, tenant, { id }) : [];
    if (!row) throw new Refused('not_found', 'Campaign message not found');
    return row;
  }

  async function sendNow(c: Context<Env>, tenant: string, id: string) {
    const { state, partner } = await messageRow(tenant, id);
    const campaign = await campaignRow(deps, tenant, state.campaignId);
    // says what is wrong with the message itself before asking for set-up
    requestSendNow(state, textHash(partner?.contact?.email ?? null, state.text));
    await mustBeReadyToSend(deps, tenant);
    await mustFitToday(deps, tenant, state.campaignId, campaign.state.dailyLimit);
    await store.run({
      tenant,
      cause: causeOf(c),
      streams: { message: ref('message', id) },
      decide: (now) => ({
        message: requestSendNow(now.message, textHash(partner?.contact?.email ?? null, now.message.text)),
      }),
    });
    return follow(c, tenant, id, state, campaign.state.dailyLimit);
  }

  /** Waits for what becomes of a message that was asked to leave; `before`: how it stood until then. */
  async function follow(
    c: Context<Env>,
    tenant: string,
    id: string,
    before: Pick<MessageState, 'status' | 'attempt' | 'campaignId'>,
    dailyLimit: number,
  ) {
    const message = ref('message', id);
    const ended = await waitFor(
      deps,
      tenant,
      [streamIdOf(message)],
      async () => {
        const { state: now } = await store.load(tenant, message);
        const waiting = now.immediate || now.status === 'claimed' || now.status === 'dispatching';
        const settled = now.status === 'deferred' || !waiting;
        const moved = now.attempt > before.attempt || now.status !== before.status || now.reason !== null;
        return settled && moved ? now : null;
      },
      c.req.raw.signal,
    );
    const state = ended && isHeldBack(ended) ? await takeBack(c, tenant, id) : ended;
    // others took the last places of the day meanwhile
    if (state?.status === 'approved' || state?.status === 'cancelled')
      await mustFitToday(deps, tenant, before.campaignId, dailyLimit);
    return state;
  }

  /** The answer will say that it was not sent: then it must not leave later behind the user's back. */
  async function takeBack(c: Context<Env>, tenant: string, id: string): Promise<MessageState> {
    const { states } = await store.run({
      tenant,
      cause: causeOf(c),
      streams: { message: ref('message', id) },
      decide: ({ message }) => ({ message: takeBackSendNow(message) }),
    });
    return states.message;
  }

  /**
   * The message by which one is sent again: a new intent with a step of its own. While such a one is on its way, a second click joins it.
   */
  async function resendOf(tenant: string, { campaignId, partnerId }: MessageState) {
    const earlier = (await messagesOfPartner(store, tenant, partnerId)).filter(
      ({ state }) => state.campaignId === campaignId && isResend(state.step),
    );
    const open = earlier.find(({ state }) => !isFinal(state.status) && state.status !== 'unknown');
    const step = open?.state.step ?? resendStep(earlier.length + 1);
    return { id: `${campaignId}.${partnerId}.${step}`, step };
  }

  function mustHaveLeft(state: MessageState): void {
    if (state.status === 'sent') return;
    if (state.status === 'unknown') {
      throw new Refused('conflict', 'We could not confirm whether this left. It is not sent again by itself.', {
        status: 'unknown',
      });
    }
    const reason = state.reason ?? 'The message was not sent';
    throw new Refused(
      'illegal',
      state.status === 'deferred' ? `Not sent yet: ${reason}. It is tried again by itself.` : reason,
      {
        status: state.status,
      },
    );
  }

  return new Hono<Env>()
    .patch('/campaign-sends/:id', check('json', messageEdit), async (c) => {
      const tenant = c.get('user').userId;
      const id = c.req.param('id');
      const { partner } = await messageRow(tenant, id);
      const text = c.req.valid('json');
      await store.run({
        tenant,
        cause: causeOf(c),
        streams: { message: ref('message', id) },
        decide: ({ message }) => ({
          message: editMessage(message, text, textHash(partner?.contact?.email ?? null, text) ?? ''),
        }),
      });
      return c.json(sendView(await messageRow(tenant, id)), 200);
    })
    .post('/campaign-sends/:id/send-now', async (c) => {
      const tenant = c.get('user').userId;
      const id = c.req.param('id');
      const ended = await sendNow(c, tenant, id);
      if (!ended) {
        const accepted: AcceptedView = { accepted: true, id };
        return c.json(accepted, 202);
      }
      mustHaveLeft(ended);
      return c.json(sendView(await messageRow(tenant, id)), 200);
    })
    .post('/campaign-sends/:id/resend', async (c) => {
      const tenant = c.get('user').userId;
      const { state, partner } = await messageRow(tenant, c.req.param('id'));
      if (state.status !== 'sent' && state.status !== 'failed') {
        throw new Refused('illegal', 'Only a message that was sent or has failed can be sent again.');
      }
      if (!state.text) throw new Refused('illegal', 'This person was erased; nothing can be sent.');
      await mustBeReadyToSend(deps, tenant);
      const campaign = await campaignRow(deps, tenant, state.campaignId);
      await mustFitToday(deps, tenant, state.campaignId, campaign.state.dailyLimit);
      const { campaignId, partnerId, text } = state;
      const { id, step } = await resendOf(tenant, state);
      const hash = textHash(partner?.contact?.email ?? null, text);
      if (hash === null) throw new Refused('illegal', 'This person has no e-mail address; nothing can be sent.');
      await store.run({
        tenant,
        cause: causeOf(c),
        streams: { message: ref('message', id) },
        decide: ({ message }) => ({
          message: message.status === 'none' ? draftResend(message, { campaignId, partnerId, step }, text, hash) : [],
        }),
      });
      const started = { status: 'approved', attempt: 0, campaignId } as const;
      const ended = await follow(c, tenant, id, started, campaign.state.dailyLimit);
      if (!ended) {
        const accepted: AcceptedView = { accepted: true, id };
        return c.json(accepted, 202);
      }
      mustHaveLeft(ended);
      return c.json(sendView(await messageRow(tenant, id)), 201);
    })
    .patch('/campaign-sends/:id/status', check('json', messageStatusChange), async (c) => {
      const tenant = c.get('user').userId;
      const id = c.req.param('id');
      const { state, partner } = await messageRow(tenant, id);
      const address = partner?.contact?.email ?? null;
      const hmacOf = (email: string | null) => (email === null ? 'none' : store.pseudonyms.address(tenant, email));
      await store.run({
        tenant,
        cause: causeOf(c),
        streams: {
          message: ref('message', id),
          partner: ref('partner', state.partnerId),
          // these bring the locks of the address that was written to and of the one that would be: what is answered here is final
          writtenTo: ref('suppression', hmacOf(state.dispatch?.to ?? null)),
          next: ref('suppression', hmacOf(address)),
        },
        decide: ({ message, partner: now }) => {
          if ((now.contact?.email ?? null) !== address)
            throw new Refused('conflict', 'The contact changed at the same moment. Try again.');
          return { message: recordReply(message, 'user') };
        },
      });
      return c.json(sendView(await messageRow(tenant, id)), 200);
    });
}
