import { Hono } from 'hono';
import { newId } from '../../db/log/newId.ts';
import { textHash } from '../../db/log/textHash.ts';
import { type CampaignRow, readCampaigns } from '../../db/read/campaigns.ts';
import { readMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { readMessages } from '../../db/read/messages.ts';
import { readTextCheck } from '../../db/read/textCheck.ts';
import { ref } from '../../db/store.ts';
import {
  campaign,
  changeCampaignStatus,
  createCampaign,
  deleteCampaign,
  editCampaign,
  mustExist,
} from '../../events/campaigns/campaign.ts';
import { campaignForm, campaignPatch, campaignStatusChange } from '../../events/campaigns/campaignInput.ts';
import { followUpChanges } from '../../events/messages/followUpEdit.ts';
import { approveMessage } from '../../events/messages/messageText.ts';
import { isUnplanned } from '../../events/messages/resend.ts';
import type { MailboxSchedule } from '../../events/sending/mailboxSchedule.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readable } from '../../events/shared/unreadable.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { campaignView } from '../present/campaign.ts';
import { commonHold, mailboxesOf, nextSendWhy } from '../present/sendWhy.ts';
import { mustBeReadyToSend } from '../sending/sendingReady.ts';
import {
  type CampaignDeletedView,
  type CampaignStatusView,
  type CampaignView,
  campaignDeletedSchema,
  campaignSchema,
  campaignStatusSchema,
  type FollowUpChangesView,
  followUpChangesSchema,
  type SendingNowView,
} from '../views.ts';

/** A campaign of the tenant with its counts; 404 when it is unknown, deleted or another tenant's. */
export async function campaignRow(deps: Deps, tenant: string, id: string): Promise<CampaignRow> {
  const [row] = await readCampaigns(deps.store, tenant, id);
  if (!row) throw new Refused({ code: 'no_campaign' });
  return row;
}

/** 404 unless the tenant has the campaign. */
export async function mustHaveCampaign({ store }: Deps, tenant: string, id: string): Promise<void> {
  mustExist((await store.load(tenant, ref('campaign', id))).state);
}

/**
 * Emails that were already on their way when the campaign was stopped. Asked after that commit, it names all that may still leave: every dispatch
 * holds the campaign in its own.
 */
async function sendingNow({ store }: Deps, tenant: string, campaignId: string): Promise<SendingNowView> {
  const messages = await readMessages(store, tenant, { campaignId });
  return messages
    .filter(({ state }) => state.status === 'dispatching')
    .map(({ id, partner }) => ({ id, partnerName: partner ? readable(partner, partner.person?.name) : null }));
}

/** Campaigns as the screens show them, with what keeps their mail and when the next one leaves. */
export async function campaignViews(
  deps: Pick<Deps, 'store' | 'sandbox' | 'publicUrl' | 'sendGap'>,
  tenant: string,
  rows: readonly CampaignRow[],
): Promise<CampaignView[]> {
  const schedules = await readMailboxSchedules(deps, tenant);
  return rows.map((row) => {
    const own = mailboxesOf(schedules, row.state) as [MailboxSchedule, ...MailboxSchedule[]];
    const hold = commonHold(own, schedules.length > 1);
    return campaignView(row, hold, nextSendWhy(row, own, hold, deps.sendGap));
  });
}

/** Campaigns themselves: list, create, edit, start, pause, delete. */
export function campaignRoutes(deps: Deps) {
  const { store } = deps;
  const view = async (tenant: string, id: string) => {
    const [one] = await campaignViews(deps, tenant, [await campaignRow(deps, tenant, id)]);
    return one as CampaignView;
  };

  /** Start approves every text of the plan that passes the check, each by its hash (rulings). */
  async function approveAll(c: Parameters<typeof causeOf>[0], tenant: string, campaignId: string): Promise<void> {
    const checkMessage = await readTextCheck(store, tenant, campaignId);
    const rows = await readMessages(store, tenant, { campaignId });
    for (const row of rows) {
      const { id, state, partner } = row;
      const hash = textHash(partner?.contact?.email ?? null, state.text);
      if (state.status !== 'drafted' || isUnplanned(state.step) || hash === null) continue;
      const flaws = checkMessage(row, rows);
      await store.decide(
        { tenant, cause: causeOf(c) },
        ref('message', id),
        // the text that was read is the text that is approved: another one waits for its own approval
        (message) =>
          textHash(partner?.contact?.email ?? null, message.text) === hash
            ? approveMessage(message, hash, 'start', flaws)
            : [],
      );
    }
  }

  return new Hono<Env>()
    .get('/campaigns', answers(campaignSchema.array()), unlessUnchanged(deps), async (c) => {
      const { tenant } = c.get('user');
      return c.json(await campaignViews(deps, tenant, await readCampaigns(store, tenant)), 200);
    })
    .post('/campaigns', answers(campaignSchema, 201), check('json', campaignForm), async (c) => {
      const { tenant } = c.get('user');
      const id = newId();
      await store.decide({ tenant, cause: causeOf(c) }, ref('campaign', id), (now) =>
        createCampaign(now, c.req.valid('json'), newId),
      );
      return c.json(await view(tenant, id), 201);
    })
    .get('/campaigns/:id', answers(campaignSchema), async (c) =>
      c.json(await view(c.get('user').tenant, c.req.param('id')), 200),
    )
    .patch('/campaigns/:id', answers(campaignSchema), check('json', campaignPatch), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      await store.decide({ tenant, cause: causeOf(c) }, ref('campaign', id), (now) =>
        editCampaign(now, c.req.valid('json'), newId),
      );
      return c.json(await view(tenant, id), 200);
    })
    .post('/campaigns/:id/edit-preview', answers(followUpChangesSchema), check('json', campaignPatch), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { state: before } = await store.load(tenant, ref('campaign', id));
      const now = { at: store.now().toISOString(), actor: '' };
      const after = editCampaign(before, c.req.valid('json'), newId).reduce(
        (state, event) => campaign.evolve(state, { ...event, ...now }),
        before,
      );
      const messages = await readMessages(store, tenant, { campaignId: id });
      const view: FollowUpChangesView = followUpChanges(
        { before, after },
        messages.map(({ state }) => state),
      );
      return c.json(view, 200);
    })
    .put('/campaigns/:id/status', answers(campaignStatusSchema), check('json', campaignStatusChange), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { status } = c.req.valid('json');
      const { counts, state } = await campaignRow(deps, tenant, id);
      const have = { messages: counts.wantedCount, missingTexts: counts.missingCount };
      // finds errors before it approves anything
      const changes = changeCampaignStatus(state, status, have).length > 0;
      if (changes && status === 'active') {
        await mustBeReadyToSend(deps, tenant, state.mailbox);
        await approveAll(c, tenant, id);
      }
      await store.decide({ tenant, cause: causeOf(c) }, ref('campaign', id), (now) =>
        changeCampaignStatus(now, status, have),
      );
      const changed: CampaignStatusView = {
        ...(await view(tenant, id)),
        sendingNow: status === 'paused' ? await sendingNow(deps, tenant, id) : [],
      };
      return c.json(changed, 200);
    })
    .delete('/campaigns/:id', answers(campaignDeletedSchema), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      await store.decide({ tenant, cause: causeOf(c) }, ref('campaign', id), deleteCampaign);
      const deleted: CampaignDeletedView = { success: true, sendingNow: await sendingNow(deps, tenant, id) };
      return c.json(deleted, 200);
    });
}
