import { Hono } from 'hono';
import { readAiEstimates } from '../../db/read/aiEstimates.ts';
import { countUnjudged } from '../../db/read/judgments.ts';
import { ref } from '../../db/store.ts';
import { requestPartnerJudgment } from '../../events/accounts/profile.ts';
import { wantedOf } from '../../events/partners/rubric.ts';
import { JUDGED_AT_ONCE } from '../../events/shared/options.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { AI, mustBeSetUp } from '../signIn/mustBeSetUp.ts';
import { type JudgmentRequestedView, judgmentRequestedSchema } from '../views.ts';

/** More are judged by a second request. */
const MOST_COUNTED = 20_000;

/** The AI judges all partners who wait for it. The worker does so, also while nobody looks. */
export function partnerJudgmentRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>().post('/partners/judge', answers(judgmentRequestedSchema, 202), needs('propose'), async (c) => {
    mustBeSetUp(deps.configured.ai, AI);
    const { tenant } = c.get('user');
    const profile = ref('profile', tenant);
    const { state } = await store.load(tenant, profile);
    const criteriaHash = store.pseudonyms.content(tenant, wantedOf(state));
    const [partners, { partnerJudgment }] = await Promise.all([
      countUnjudged(store, tenant, criteriaHash, MOST_COUNTED),
      readAiEstimates(store, deps.aiModels),
    ]);
    const calls = Math.ceil(partners / JUDGED_AT_ONCE);
    const estimateUsd = partnerJudgment === null ? null : partnerJudgment * calls;
    await store.decide({ tenant, cause: causeOf(c) }, profile, (now) =>
      requestPartnerJudgment(now, { partners, estimateUsd }),
    );
    return c.json({ partners } satisfies JudgmentRequestedView, 202);
  });
}
