import { Hono } from 'hono';
import { readCampaignFigures } from '../../db/read/campaignFigures.ts';
import { ref } from '../../db/store.ts';
import { campaignFiguresQuery } from '../../events/campaigns/campaignInput.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { leaveTrace } from '../http/leaveTrace.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { campaignFiguresCsv } from '../present/campaignFiguresCsv.ts';
import { type CampaignFiguresView, campaignFiguresSchema } from '../views.ts';

/** What became of the emails of some campaigns, side by side. */
export function campaignFiguresRoutes(deps: Deps) {
  const { store } = deps;
  const figures = async (
    tenant: string,
    asked: Parameters<typeof readCampaignFigures>[2],
  ): Promise<CampaignFiguresView> => {
    const [campaigns, { state: profile }] = await Promise.all([
      readCampaignFigures(store, tenant, asked),
      store.load(tenant, ref('profile', tenant)),
    ]);
    if (campaigns.length < asked.campaigns.length) throw new Refused({ code: 'no_campaign' });
    return { timezone: profile.timezone ?? 'UTC', campaigns };
  };
  return new Hono<Env>()
    .get(
      '/campaign-figures',
      answers(campaignFiguresSchema),
      check('query', campaignFiguresQuery),
      unlessUnchanged(deps),
      async (c) => c.json(await figures(c.get('user').tenant, c.req.valid('query')), 200),
    )
    .get('/campaign-figures/export', answers('text/csv'), check('query', campaignFiguresQuery), async (c) => {
      const view = await figures(c.get('user').tenant, c.req.valid('query'));
      await leaveTrace(deps, c, c.get('user').tenant, ['figures', view.campaigns.length]);
      const date = store.now().toISOString().slice(0, 10);
      return c.body(campaignFiguresCsv(view), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="campaigns-${date}.csv"`,
      });
    });
}
