import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { readVariantCounts } from '../../db/read/abTest.ts';
import { readMessages } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { chooseVariant, inOtherVersion, mustExist } from '../../events/campaigns/campaign.ts';
import { variantChoice } from '../../events/campaigns/campaignInput.ts';
import { textOfVariant, VARIANTS, verdictOf } from '../../events/campaigns/variants.ts';
import { unapprovedTexts } from '../../events/messages/textsToWrite.ts';
import { responseRate } from '../../events/shared/rates.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { type AbTestView, abTestSchema, type CampaignView, campaignSchema } from '../views.ts';
import { campaignRow, campaignViews } from './campaigns.ts';

/** The A/B test of a campaign's first email: how its versions do, and the choice of one for the rest. */
export function campaignAbTestRoutes(deps: Deps) {
  const { store } = deps;
  // without an AI the waiting texts stay
  const textsThatWait = async (tenant: string, campaignId: string) =>
    deps.configured.ai ? unapprovedTexts(await readMessages(store, tenant, { campaignId })) : [];

  return new Hono<Env>()
    .get('/campaigns/:id/ab-test', answers(abTestSchema), unlessUnchanged(deps), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { state } = await store.load(tenant, ref('campaign', id));
      mustExist(state);
      const { abTest, chosenVariant: chosen } = state;
      if (!abTest) return c.json(null, 200);
      const counts = await readVariantCounts(store, tenant, id, state);
      const view: AbTestView = {
        variants: VARIANTS.map((variant) => {
          const text = textOfVariant(state, variant);
          const { earlier, ...figures } = counts[variant];
          const subject = state.subjectType === 'static' ? text?.staticSubject : text?.invitationText;
          return {
            variant,
            text: (abTest.varies === 'instructions' ? text?.messagePrompt : subject) ?? null,
            ...figures,
            earlier: earlier.sent > 0 ? { sent: earlier.sent, replied: earlier.replied } : null,
            responseRate: responseRate(counts[variant].replied, counts[variant].sent),
          };
        }),
        verdict: verdictOf(counts),
        chosen,
        inOtherVersion: chosen === null ? 0 : inOtherVersion(await textsThatWait(tenant, id), chosen).length,
      };
      return c.json(view, 200);
    })
    .post(
      '/campaigns/:id/ab-test/choice',
      answers(campaignSchema),
      needs('decide'),
      check('json', variantChoice),
      async (c) => {
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        const { variant } = c.req.valid('json');
        const campaign = ref('campaign', id);
        mustExist((await store.load(tenant, campaign)).state);
        const run = { runId: randomUUID(), unapproved: await textsThatWait(tenant, id) };
        await store.decide({ tenant, cause: causeOf(c) }, campaign, (now) => chooseVariant(now, variant, run));
        const [view] = await campaignViews(deps, tenant, [await campaignRow(deps, tenant, id)]);
        return c.json(view as CampaignView, 200);
      },
    );
}
