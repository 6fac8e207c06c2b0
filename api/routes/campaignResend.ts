import { type Context, Hono } from 'hono';
import { textHash } from '../../db/log/textHash.ts';
import { readKits } from '../../db/read/mediaKits.ts';
import { type MessageRow, readMessages } from '../../db/read/messages.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { nextResend } from '../../db/read/nextResend.ts';
import { entriesOf } from '../../db/read/suppressions.ts';
import { readTextCheck } from '../../db/read/textCheck.ts';
import { ref } from '../../db/store.ts';
import { openFlaws } from '../../events/messages/check/flaw.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import { resendRequest } from '../../events/messages/messageInput.ts';
import { type MessageState, sameText } from '../../events/messages/messageState.ts';
import { readdressText, requestReaddress } from '../../events/messages/readdress.ts';
import { requestResend, resendableText } from '../../events/messages/resend.ts';
import { flagged } from '../../events/messages/saveText.ts';
import { mustBeShownAddress, mustHaveLeft } from '../../events/messages/sendRequest.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answersLater, needs } from '../http/contract.ts';
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

  /** A text that names the old address names the new one instead. Then its rules are checked again. */
  async function textFor(tenant: string, id: string, row: MessageRow, email: string) {
    const text = resendableText(row.state);
    const readdressed = readdressText(text, row.state.dispatch?.to ?? null, email);
    if (sameText(text, readdressed)) return text;
    const { campaignId, partnerId } = row.state;
    const [checkMessage, rows] = await Promise.all([
      readTextCheck(store, tenant, campaignId),
      readMessages(store, tenant, { campaignId, partnerId }),
    ]);
    const draft: MessageState = { ...row.state, status: 'drafted' };
    const flawsOf = (of: MessageText) => checkMessage({ ...row, id, state: draft }, rows, of);
    if (openFlaws(flawsOf(readdressed), flawsOf(text)).length > 0) throw flagged();
    return readdressed;
  }

  /** Commits the new address and the new message at once. */
  async function readdress(
    c: Context<Env>,
    row: MessageRow,
    { id, step }: { id: string; step: string },
    email: string,
  ) {
    const { tenant } = c.get('user');
    const { partnerId } = row.state;
    const text = await textFor(tenant, id, row, email);
    const kit = (await readKits(store, tenant, row.state.campaignId))(row.state);
    const others = (await messagesOfPartner(store, tenant, partnerId)).filter((one) => one.id !== id);
    await store.run({
      tenant,
      cause: causeOf(c),
      streams: {
        message: ref('message', id),
        earlier: ref('message', row.id),
        partner: ref('partner', partnerId),
        ...entriesOf(store, tenant, email),
      },
      decide: (now) =>
        requestReaddress(
          now,
          others.map(({ state }) => state),
          { step, email, text, textHash: textHash(email, text, kit) ?? '' },
        ),
    });
  }

  async function sendAgain(
    c: Context<Env>,
    { id: before, state, partner }: MessageRow,
    { id, step }: { id: string; step: string },
  ) {
    const { tenant } = c.get('user');
    const kit = (await readKits(store, tenant, state.campaignId))(state);
    const hash = textHash(partner?.contact?.email ?? null, resendableText(state), kit);
    await store.run({
      tenant,
      cause: causeOf(c),
      streams: { message: ref('message', id), earlier: ref('message', before) },
      decide: (now) => ({ message: requestResend(now, { id: before, state }, step, hash) }),
    });
  }

  return new Hono<Env>().post(
    '/campaign-sends/:id/resend',
    answersLater(sendSchema, 201),
    needs('send'),
    check('json', resendRequest),
    async (c) => {
      const { tenant } = c.get('user');
      const row = await messageRow(deps, tenant, c.req.param('id'));
      const { to, newAddress } = c.req.valid('json');
      resendableText(row.state);
      if (newAddress === undefined) mustBeShownAddress(to, row.partner?.contact?.email ?? null);
      await mustHaveCampaign(deps, tenant, row.state.campaignId);
      const next = await nextResend(store, tenant, row.state);
      await mustSendNow(deps, tenant, next.id);
      await (newAddress === undefined ? sendAgain(c, row, next) : readdress(c, row, next, newAddress));
      const started = { status: 'approved', attempt: 0 } as const;
      const ended = await followMessage(deps, c, tenant, next.id, started);
      if (!ended) return accepted(c, next.id);
      mustHaveLeft(ended);
      return c.json(sendView(await messageRow(deps, tenant, next.id)), 201);
    },
  );
}
