import { type Context, Hono } from 'hono';
import { steerPage } from '../../db/batches/messagePages.ts';
import { newId } from '../../db/log/newId.ts';
import { textHash } from '../../db/log/textHash.ts';
import { keepingCheckOf } from '../../db/read/keptChecks.ts';
import { readKits } from '../../db/read/mediaKits.ts';
import { type MessageRow, readMessages, undecidedWithoutCampaign } from '../../db/read/messages.ts';
import { readTextCheck } from '../../db/read/textCheck.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import { mustBeDeleted, mustExist, reopenForPartners } from '../../events/campaigns/campaign.ts';
import type { Flaw } from '../../events/messages/check/flaw.ts';
import { fillText, variableSource } from '../../events/messages/fillText.ts';
import { kitOf } from '../../events/messages/mediaKit.ts';
import { recordReply } from '../../events/messages/messageEnd.ts';
import {
  copyRequest,
  improveRequest,
  messageSave,
  messageStatusChange,
  sendRequest,
  steerRequest,
} from '../../events/messages/messageInput.ts';
import { overrideUnfit } from '../../events/messages/messageText.ts';
import { requestRevision } from '../../events/messages/revision.ts';
import { saveText } from '../../events/messages/saveText.ts';
import { mustBeShownAddress, mustHaveLeft } from '../../events/messages/sendRequest.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { requestCopy } from '../../events/messages/textCopy.ts';
import { dismiss, markSent } from '../../events/messages/unknown.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { DONE_AT_ONCE } from '../../events/partners/partnersInput.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { Refused } from '../../events/shared/refused.ts';
import { startBatch, startUndo } from '../batches/startBatch.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater, needs } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { accepted, waitFor } from '../http/waitFor.ts';
import { batchView, steeredView } from '../present/batch.ts';
import { sendView } from '../present/campaign.ts';
import { aiRefusal } from '../sending/aiRefusal.ts';
import { followMessage, messageRow, mustHaveMessage } from '../sending/followMessage.ts';
import { mustBeReadyToSend, mustSendNow } from '../sending/sendingReady.ts';
import { AI, mustBeSetUp } from '../signIn/mustBeSetUp.ts';
import {
  batchSchema,
  copySchema,
  improvedTextSchema,
  sendSchema,
  steeredSchema,
  type UndecidedView,
  undecidedSchema,
} from '../views.ts';
import { mustHaveCampaign } from './campaigns.ts';

/** A removal cancels no message that ended as unfit, and a person may want it later. */
function mustBeApproved(partner: Pick<PartnerState, 'status'> | null): void {
  if (partner?.status !== 'approved') throw new Refused({ code: 'join_not_approved' });
}

/** Single messages: edit, Send Now, a person's decision on an unknown outcome, Mark as Replied. */
export function campaignSendRoutes(deps: Deps) {
  const { store } = deps;

  async function flawsOf(tenant: string, row: MessageRow): Promise<Flaw[]> {
    const { campaignId, partnerId } = row.state;
    const [checkMessage, rows] = await Promise.all([
      readTextCheck(store, tenant, campaignId),
      readMessages(store, tenant, { campaignId, partnerId }),
    ]);
    return checkMessage(row, rows);
  }

  async function sendNow(c: Context<Env>, tenant: string, id: string, shown: string | undefined) {
    const row = await messageRow(deps, tenant, id);
    const { state, partner } = row;
    await mustHaveCampaign(deps, tenant, state.campaignId);
    const flaws = await flawsOf(tenant, row);
    const kitFor = await readKits(store, tenant, state.campaignId);
    const hashOf = (message: MessageRow['state']) =>
      textHash(partner?.contact?.email ?? null, message.text, kitFor(message));
    // names the message's own errors before it asks for set-up
    requestSendNow(state, hashOf(state), flaws);
    mustBeShownAddress(shown, partner?.contact?.email ?? null);
    await mustSendNow(deps, tenant, id);
    await store.decide({ tenant, cause: causeOf(c) }, ref('message', id), (message) =>
      requestSendNow(message, hashOf(message), flaws),
    );
    return followMessage(deps, c, tenant, id, state);
  }

  return new Hono<Env>()
    .get('/campaign-sends/undecided', answers(undecidedSchema.array()), async (c) => {
      const rows = await undecidedWithoutCampaign(store, c.get('user').tenant);
      const views = rows.map(({ campaignName, ...row }): UndecidedView => ({ ...sendView(row), campaignName }));
      return c.json(views, 200);
    })
    .patch('/campaign-sends/:id', answers(sendSchema), needs('decide'), check('json', messageSave), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const [campaignId = '', partnerId = ''] = id.split('.');
      const rows = await readMessages(store, tenant, { campaignId, partnerId });
      const { partner } = mustHaveMessage(rows.find((one) => one.id === id));
      const { seen, passed = [], ...typed } = c.req.valid('json');
      const { states, result: check } = await store.run({
        tenant,
        cause: causeOf(c),
        streams: {
          message: ref('message', id),
          campaign: ref('campaign', campaignId),
          profile: ref('profile', tenant),
        },
        decide: ({ message, campaign, profile }) => {
          if (message.status === 'unfit') mustBeApproved(partner);
          const text = fillText(typed, variableSource(partner, profile));
          const hash = textHash(partner?.contact?.email ?? null, text, kitOf(campaign, profile, message)) ?? '';
          const check = keepingCheckOf(campaign, profile);
          const flaws = check.checkMessage({ id, state: message, partner }, rows, text);
          const saved = saveText(message, text, hash, seen, { flaws, passed });
          return [{ message: saved, campaign: message.status === 'unfit' ? reopenForPartners(campaign) : [] }, check];
        },
      });
      const after = { id, state: states.message, partner };
      const flaws = check.checkMessage(after, rows);
      await check.keep(store, tenant, after, rows);
      return c.json(sendView(after, { flaws }), 200);
    })
    .post(
      '/campaign-sends/steer',
      answers(steeredSchema.or(batchSchema), 200, 202),
      needs('send'),
      check('json', steerRequest),
      async (c) => {
        const scope = { tenant: c.get('user').tenant, cause: causeOf(c) };
        const { act, at, later, to, ids, filter, batchId, seen } = c.req.valid('json');
        const how = { act, ...(later && { later }), ...(to && { to }) };
        if (batchId !== undefined) return c.json(batchView(await startUndo(deps, scope, batchId, act)), 202);
        if (ids && ids.length <= DONE_AT_ONCE)
          return c.json(steeredView(await steerPage(deps, scope, ids, { ...how, at, seen }), act), 200);
        const request = filter ? { messages: filter } : { ids: ids ?? [] };
        const batch = await startBatch(deps, scope, { kind: 'steer', undoes: null, ...how }, request);
        return c.json(batchView(batch), 202);
      },
    )
    .post(
      '/campaign-sends/:id/send-now',
      answersLater(sendSchema),
      needs('send'),
      check('json', sendRequest),
      async (c) => {
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        const ended = await sendNow(c, tenant, id, c.req.valid('json').to);
        if (!ended) return accepted(c, id);
        mustHaveLeft(ended);
        return c.json(sendView(await messageRow(deps, tenant, id)), 200);
      },
    )
    .post(
      '/campaign-sends/:id/improve',
      answersLater(improvedTextSchema),
      needs('propose'),
      check('json', improveRequest),
      async (c) => {
        mustBeSetUp(deps.configured.ai, AI);
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        const { state: before } = await messageRow(deps, tenant, id);
        await mustHaveCampaign(deps, tenant, before.campaignId);
        const { instruction, ...text } = c.req.valid('json');
        const message = ref('message', id);
        const { state } = await store.decide({ tenant, cause: causeOf(c) }, message, (now, moment) =>
          requestRevision(now, { requestId: newId(), instruction, text }, moment),
        );
        const requestId = state.revision?.id ?? '';
        const ended = await waitFor(
          deps,
          tenant,
          [streamIdOf(message)],
          async () => {
            const { revision } = (await store.load(tenant, message)).state;
            return revision?.id === requestId && revision.status === 'open' ? null : { revision };
          },
          c.req.raw.signal,
        );
        if (!ended) return accepted(c, id);
        const { revision } = ended;
        if (revision?.id !== requestId || !revision.revised) {
          const text = revision?.reason
            ? reasonSentence(revision.reason)
            : 'The text changed while the AI was writing. Ask again.';
          throw aiRefusal(revision?.reason, text, store.now());
        }
        const { subject, body } = revision.revised;
        return c.json({ subject, body }, 200);
      },
    )
    .post(
      '/campaign-sends/:id/copy',
      answersLater(copySchema),
      needs('send'),
      check('json', copyRequest),
      async (c) => {
        const { tenant, userId, account } = c.get('user');
        const id = c.req.param('id');
        const { state: before, partner } = await messageRow(deps, tenant, id);
        const [{ state: campaign }, { state: profile }] = await Promise.all([
          store.load(tenant, ref('campaign', before.campaignId)),
          store.load(tenant, ref('profile', tenant)),
        ]);
        mustExist(campaign);
        await mustBeReadyToSend(deps, tenant, campaign.mailbox);
        const { requestId, ...typed } = c.req.valid('json');
        const text = fillText(typed, variableSource(partner, profile));
        const message = ref('message', id);
        const { state } = await store.decide({ tenant, cause: causeOf(c) }, message, (now, moment) =>
          requestCopy(now, { requestId, userId, text }, moment),
        );
        const copyId = state.copy?.id;
        const ended = await waitFor(
          deps,
          tenant,
          [streamIdOf(message)],
          async () => {
            const { copy } = (await store.load(tenant, message)).state;
            return copy?.id === copyId && copy?.status === 'open' ? null : { copy };
          },
          c.req.raw.signal,
        );
        if (!ended) return accepted(c, id);
        if (ended.copy?.reason) throw new Refused({ code: 'copy_failed', reason: ended.copy.reason });
        return c.json({ to: account.account?.email ?? null }, 200);
      },
    )
    .post('/campaign-sends/:id/write-anyway', answersLater(sendSchema), needs('propose'), async (c) => {
      mustBeSetUp(deps.configured.ai, AI);
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { state: before } = await messageRow(deps, tenant, id);
      const message = ref('message', id);
      const { states } = await store.run({
        tenant,
        cause: causeOf(c),
        streams: {
          message,
          campaign: ref('campaign', before.campaignId),
          partner: ref('partner', before.partnerId),
        },
        decide: ({ message, campaign, partner }) => {
          mustBeApproved(partner);
          const wanted = overrideUnfit(message, newId());
          return { message: wanted, campaign: wanted.length > 0 ? reopenForPartners(campaign) : [] };
        },
      });
      const runId = states.message.anyway;
      const ended = await waitFor(
        deps,
        tenant,
        [streamIdOf(message)],
        async () => {
          const { lastRun, hasText } = (await store.load(tenant, message)).state;
          return lastRun?.runId === runId || hasText ? lastRun : null;
        },
        c.req.raw.signal,
      );
      if (!ended) return accepted(c, id);
      if (ended.outcome === 'failed')
        throw aiRefusal(
          ended.reason,
          ended.reason ? reasonSentence(ended.reason) : 'No text was written. Try again.',
          store.now(),
        );
      const row = await messageRow(deps, tenant, id);
      return c.json(sendView(row, { flaws: await flawsOf(tenant, row) }), 200);
    })
    .post('/campaign-sends/:id/mark-sent', answers(sendSchema), needs('decide'), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { partner } = await messageRow(deps, tenant, id);
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('message', id), markSent);
      return c.json(sendView({ id, state, partner }), 200);
    })
    .post('/campaign-sends/:id/set-aside', answers(sendSchema), needs('decide'), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { state, partner } = await messageRow(deps, tenant, id);
      const { states } = await store.run({
        tenant,
        cause: causeOf(c),
        streams: { message: ref('message', id), campaign: ref('campaign', state.campaignId) },
        decide: ({ message, campaign }) => {
          mustBeDeleted(campaign);
          return { message: dismiss(message) };
        },
      });
      return c.json(sendView({ id, state: states.message, partner }), 200);
    })
    .patch(
      '/campaign-sends/:id/status',
      answers(sendSchema),
      needs('decide'),
      check('json', messageStatusChange),
      async (c) => {
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        const { state, partner } = await messageRow(deps, tenant, id);
        const address = partner?.contact?.email ?? null;
        const hmacOf = (email: string | null) => (email === null ? 'none' : store.pseudonyms.address(tenant, email));
        await store.run({
          tenant,
          cause: causeOf(c),
          streams: {
            message: ref('message', id),
            partner: ref('partner', state.partnerId),
            // these lock the old and the new address, so that the answer is final
            writtenTo: ref('suppression', hmacOf(state.dispatch?.to ?? null)),
            next: ref('suppression', hmacOf(address)),
          },
          decide: ({ message, partner: now }) => {
            if ((now.contact?.email ?? null) !== address) throw new Refused({ code: 'contact_changed' });
            return { message: recordReply(message) };
          },
        });
        return c.json(sendView(await messageRow(deps, tenant, id)), 200);
      },
    );
}
