import { Hono } from 'hono';
import { bringUpToDate } from '../../db/lists/upToDate.ts';
import { ConcurrencyConflict } from '../../db/log/conflicts.ts';
import { countPartners } from '../../db/read/partnerPage.ts';
import { entriesOf } from '../../db/read/suppressions.ts';
import { ref } from '../../db/store.ts';
import { reopenForPartners } from '../../events/campaigns/campaign.ts';
import { campaignPartners, joiningPartners } from '../../events/campaigns/campaignInput.ts';
import { joinCampaign } from '../../events/messages/joinCampaign.ts';
import { messageListQuery } from '../../events/messages/messageInput.ts';
import { availableListQuery, type PartnerFilter } from '../../events/partners/partnersInput.ts';
import { entryThatHolds } from '../../events/privacy/suppression.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { EXACT_TO, pageQuery, rowsOfPage, sayRest, unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { availablePage, availableViews, offeredBy } from '../partners/availablePartners.ts';
import { partnerIdsOfPage } from '../partners/partnerViews.ts';
import { sendsPage } from '../sending/checkedSends.ts';
import { type AddPartnersView, addPartnersSchema, availablePartnerSchema, sendSchema } from '../views.ts';
import { mustHaveCampaign } from './campaigns.ts';

const sendsQuery = messageListQuery.extend(pageQuery.shape);
/** Of a filter, in one call. */
const ADDED_AT_ONCE = 200;

/** The name of a first message's stream: one for each campaign and partner. */
const firstMessage = (campaignId: string, partnerId: string) => ref('message', `${campaignId}.${partnerId}.1`);

/** Adds and removes partners of a campaign. Each partner that joins gets an empty message. */
export function campaignPartnerRoutes(deps: Deps) {
  const { store } = deps;

  async function nextOf(tenant: string, filter: PartnerFilter, after: string | undefined) {
    await bringUpToDate(store, tenant);
    const page = { filter, sort: 'added' as const, after, limit: ADDED_AT_ONCE };
    if (!filter.availableFor) return partnerIdsOfPage(deps, tenant, page);
    const { views, next } = await availablePage(deps, tenant, filter.availableFor, page);
    return { ids: views.map(({ id }) => id), next };
  }

  return new Hono<Env>()
    .get(
      '/campaigns/:id/available-partners',
      answers(availablePartnerSchema.array()),
      check('query', availableListQuery.extend(pageQuery.shape)),
      unlessUnchanged(deps),
      async (c) => {
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        await mustHaveCampaign(deps, tenant, id);
        const { sort, turned, limit, after, ...filter } = c.req.valid('query');
        const [{ views, next }, total] = await Promise.all([
          availablePage(deps, tenant, id, { filter, sort, turned, after, limit: rowsOfPage({ limit }) }),
          countPartners(store, tenant, offeredBy(id, filter), EXACT_TO),
        ]);
        sayRest(c, { next, total });
        return c.json(views, 200);
      },
    )
    .post(
      '/campaigns/:id/available-partners',
      answers(availablePartnerSchema.array()),
      check('json', joiningPartners),
      async (c) => {
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        await mustHaveCampaign(deps, tenant, id);
        return c.json(await availableViews(deps, tenant, id, c.req.valid('json').partnerIds), 200);
      },
    )
    .get(
      '/campaigns/:id/sends',
      answers(sendSchema.array()),
      check('query', sendsQuery),
      unlessUnchanged(deps),
      async (c) => {
        const { tenant } = c.get('user');
        const { limit, sort = 'joined', ...asked } = c.req.valid('query');
        const page = await sendsPage(deps, tenant, c.req.param('id'), { ...asked, sort, limit: rowsOfPage({ limit }) });
        sayRest(c, page);
        return c.json(page.views, 200);
      },
    )
    .post('/campaigns/:id/partners', answers(addPartnersSchema), check('json', campaignPartners), async (c) => {
      const { tenant } = c.get('user');
      const cause = causeOf(c);
      const campaignId = c.req.param('id');
      await mustHaveCampaign(deps, tenant, campaignId);
      const { partnerIds, filter = {}, after } = c.req.valid('json');
      const part = partnerIds ? { ids: partnerIds } : await nextOf(tenant, filter, after);
      const result: AddPartnersView = { addedCount: 0, skipped: [], ...('next' in part && { next: part.next }) };
      for (const partnerId of new Set(part.ids)) {
        const reason = await join(partnerId);
        if (reason === null) result.addedCount += 1;
        else result.skipped.push({ partnerId, reason });
      }
      if (result.addedCount > 0) {
        await store.decide({ tenant, cause }, ref('campaign', campaignId), reopenForPartners);
      }
      return c.json(result, 200);

      /** null when the partner joined, else why not. The partner and the campaign guard the decision. */
      async function join(partnerId: string): Promise<string | null> {
        const { state: known } = await store.load(tenant, ref('partner', partnerId));
        const address = known.contact?.email ?? null;
        try {
          await store.run({
            tenant,
            cause,
            streams: {
              campaign: ref('campaign', campaignId),
              partner: ref('partner', partnerId),
              message: firstMessage(campaignId, partnerId),
              ...entriesOf(store, tenant, address),
            },
            decide: ({ address: own, domain, ...now }) => {
              const states = { ...now, suppression: entryThatHolds(own, domain) };
              return { message: joinCampaign(states, { campaignId, partnerId }, address) };
            },
          });
          return null;
        } catch (error) {
          if (error instanceof ConcurrencyConflict) return refusalText({ code: 'join_changed' });
          if (error instanceof Refused && error.refusal === 'illegal') return error.message;
          throw error;
        }
      }
    });
}
