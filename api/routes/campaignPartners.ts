import { Hono } from 'hono';
import { PAGE } from '../../db/batches/page.ts';
import { joinPage } from '../../db/batches/partnerPages.ts';
import { countPartners } from '../../db/read/partnerPage.ts';
import { campaignPartners, joiningPartners } from '../../events/campaigns/campaignInput.ts';
import { messageListQuery } from '../../events/messages/messageInput.ts';
import { availableListQuery } from '../../events/partners/partnersInput.ts';
import { PARTNERS_A_CALL } from '../../events/shared/options.ts';
import { startBatch } from '../batches/startBatch.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { EXACT_TO, pageQuery, rowsOfPage, sayRest, unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { availablePage, availableViews, offeredBy } from '../partners/availablePartners.ts';
import { batchView } from '../present/batch.ts';
import { sendsPage } from '../sending/checkedSends.ts';
import { type AddPartnersView, addPartnersSchema, availablePartnerSchema, batchSchema, sendSchema } from '../views.ts';
import { mustHaveCampaign } from './campaigns.ts';

const sendsQuery = messageListQuery.extend(pageQuery.shape);

/** Adds and removes partners of a campaign. Each partner that joins gets an empty message. */
export function campaignPartnerRoutes(deps: Deps) {
  const { store } = deps;

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
      needs('read'),
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
    .post(
      '/campaigns/:id/partners',
      answers(addPartnersSchema.or(batchSchema), 200, 202),
      needs('propose'),
      check('json', campaignPartners),
      async (c) => {
        const { tenant } = c.get('user');
        const scope = { tenant, cause: causeOf(c) };
        const campaignId = c.req.param('id');
        await mustHaveCampaign(deps, tenant, campaignId);
        const { partnerIds: ids, filter = {} } = c.req.valid('json');
        if (!ids || ids.length > PARTNERS_A_CALL) {
          const { availableFor } = filter;
          const request = ids ? { ids } : { filter: availableFor ? offeredBy(availableFor, filter) : filter };
          return c.json(batchView(await startBatch(deps, scope, { kind: 'join', campaignId }, request)), 202);
        }
        const result: AddPartnersView = { addedCount: 0, skipped: [] };
        const each = [...new Set(ids)];
        for (let from = 0; from < each.length; from += PAGE) {
          const { done, leftOut } = await joinPage(store, scope, each.slice(from, from + PAGE), campaignId);
          result.addedCount += done;
          result.skipped.push(...leftOut.map(({ id, text }) => ({ partnerId: id, reason: text })));
        }
        return c.json(result, 200);
      },
    );
}
