import { Hono } from 'hono';
import { approveTexts } from '../../db/approve/approveTexts.ts';
import { newId } from '../../db/log/newId.ts';
import { type CampaignRow, readCampaigns } from '../../db/read/campaigns.ts';
import { showMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { readLeavingNow, readMessages } from '../../db/read/messages.ts';
import { readNextEmails } from '../../db/read/plannedSends.ts';
import { ref } from '../../db/store.ts';
import {
  archiveCampaign,
  campaign,
  changeCampaignStatus,
  copyCampaign,
  createCampaign,
  deleteCampaign,
  editCampaign,
  mustExist,
} from '../../events/campaigns/campaign.ts';
import {
  campaignArchiving,
  campaignForm,
  campaignPatch,
  campaignStatusChange,
} from '../../events/campaigns/campaignInput.ts';
import { followUpChanges } from '../../events/messages/followUpEdit.ts';
import type { MailboxSchedule } from '../../events/sending/mailboxSchedule.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readable } from '../../events/shared/unreadable.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
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
  const messages = await readLeavingNow(store, tenant, campaignId);
  return messages.map(({ id, partner }) => ({
    id,
    partnerName: partner ? readable(partner, partner.person?.name) : null,
  }));
}

/** Campaigns as the screens show them, with what keeps their mail and when the next one leaves. */
export async function campaignViews(
  deps: Pick<Deps, 'store' | 'sandbox' | 'publicUrl' | 'sendGap'>,
  tenant: string,
  rows: readonly CampaignRow[],
): Promise<CampaignView[]> {
  const [schedules, next] = await Promise.all([
    showMailboxSchedules(deps, tenant),
    readNextEmails(
      deps.store,
      tenant,
      rows.flatMap(({ id, counts }) => (counts.nextSendAt === null ? [] : id)),
    ),
  ]);
  return rows.map((row) => {
    const own = mailboxesOf(schedules, row.state) as [MailboxSchedule, ...MailboxSchedule[]];
    const hold = commonHold(own, schedules.length > 1);
    return campaignView(row, hold, nextSendWhy(row, next.get(row.id) ?? null, own, hold, deps.sendGap));
  });
}

/** Start approves the texts of so many people before it answers; a task approves those of the others. */
const APPROVED_AT_ONCE = 200;

/** Campaigns themselves: list, create, copy, edit, start, pause, archive, delete. */
export function campaignRoutes(deps: Deps) {
  const { store } = deps;
  const view = async (tenant: string, id: string) => {
    const [one] = await campaignViews(deps, tenant, [await campaignRow(deps, tenant, id)]);
    return one as CampaignView;
  };

  return new Hono<Env>()
    .get('/campaigns', answers(campaignSchema.array()), unlessUnchanged(deps), async (c) => {
      const { tenant } = c.get('user');
      return c.json(await campaignViews(deps, tenant, await readCampaigns(store, tenant)), 200);
    })
    .post('/campaigns', answers(campaignSchema, 201), needs('propose'), check('json', campaignForm), async (c) => {
      const { tenant } = c.get('user');
      const id = newId();
      await store.decide({ tenant, cause: causeOf(c) }, ref('campaign', id), (now) =>
        createCampaign(now, c.req.valid('json'), newId),
      );
      return c.json(await view(tenant, id), 201);
    })
    .get('/campaigns/:id', answers(campaignSchema), unlessUnchanged(deps), async (c) =>
      c.json(await view(c.get('user').tenant, c.req.param('id')), 200),
    )
    .patch('/campaigns/:id', answers(campaignSchema), needs('send'), check('json', campaignPatch), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      await store.decide({ tenant, cause: causeOf(c) }, ref('campaign', id), (now) =>
        editCampaign(now, c.req.valid('json'), newId),
      );
      return c.json(await view(tenant, id), 200);
    })
    .post('/campaigns/:id/copy', answers(campaignSchema, 201), needs('propose'), async (c) => {
      const { tenant } = c.get('user');
      const id = newId();
      await store.run({
        tenant,
        cause: causeOf(c),
        streams: { campaign: ref('campaign', id), source: ref('campaign', c.req.param('id')) },
        decide: ({ campaign, source }) => ({ campaign: copyCampaign(campaign, source, newId) }),
      });
      return c.json(await view(tenant, id), 201);
    })
    .put(
      '/campaigns/:id/archived',
      answers(campaignSchema),
      needs('decide'),
      check('json', campaignArchiving),
      async (c) => {
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        const { archived } = c.req.valid('json');
        await store.decide({ tenant, cause: causeOf(c) }, ref('campaign', id), (now) => archiveCampaign(now, archived));
        return c.json(await view(tenant, id), 200);
      },
    )
    .post(
      '/campaigns/:id/edit-preview',
      answers(followUpChangesSchema),
      needs('read'),
      check('json', campaignPatch),
      async (c) => {
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
      },
    )
    .put(
      '/campaigns/:id/status',
      answers(campaignStatusSchema),
      needs('send'),
      check('json', campaignStatusChange),
      async (c) => {
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        const { status } = c.req.valid('json');
        const { counts, state } = await campaignRow(deps, tenant, id);
        const have = { messages: counts.wantedCount, missingTexts: counts.missingCount };
        // finds errors before it approves anything
        const changes = changeCampaignStatus(state, status, have).length > 0;
        if (changes && status === 'active') {
          await mustBeReadyToSend(deps, tenant, state.mailbox);
          await approveTexts(store, { tenant, cause: causeOf(c) }, id, { most: APPROVED_AT_ONCE });
        }
        await store.decide({ tenant, cause: causeOf(c) }, ref('campaign', id), (now) =>
          changeCampaignStatus(now, status, have),
        );
        const changed: CampaignStatusView = {
          ...(await view(tenant, id)),
          sendingNow: status === 'paused' ? await sendingNow(deps, tenant, id) : [],
        };
        return c.json(changed, 200);
      },
    )
    .delete('/campaigns/:id', answers(campaignDeletedSchema), needs('decide'), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      await store.decide({ tenant, cause: causeOf(c) }, ref('campaign', id), deleteCampaign);
      const deleted: CampaignDeletedView = { success: true, sendingNow: await sendingNow(deps, tenant, id) };
      return c.json(deleted, 200);
    });
}
