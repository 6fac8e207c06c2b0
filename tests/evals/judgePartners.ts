import type { PartnerCriteria } from '../../events/accounts/businessInput.ts';
import type { Judgment } from '../../events/partners/judgment.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';
import { candidateOf, wantedOf } from '../../events/partners/rubric.ts';
import { JUDGED_AT_ONCE } from '../../events/shared/options.ts';
import {
  type Judged,
  judgeCandidates,
  partnerJudgmentPrompt,
  similaritiesTo,
} from '../../worker/providers/openai/partnerJudgment.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import type { Judge } from './labeled.ts';

const CAUSE = { actor: 'evals', correlationId: 'evals', causationId: null };
const TRIES = 3;

async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.retryable || tries === TRIES) throw error;
    }
  }
}

/** The judgment of each person by the product's rubric; null: the model left them out twice, and the rules score them. */
export async function judgePartners(
  { askAi, embed }: NonNullable<Judge>,
  people: readonly FoundPerson[],
  criteria: PartnerCriteria,
) {
  const { businessName = null, industry = null, description = null } = criteria;
  const wanted = wantedOf({ businessName, industry, description, criteria, generated: null });
  const scope = { tenant: 'evals', cause: CAUSE, about: 'profile-evals' };
  const candidates = people.map(candidateOf);
  const similarities = await similaritiesTo(embed, scope, wanted, candidates);
  const judgments: (Judgment | null)[] = people.map(() => null);
  const { name, version } = partnerJudgmentPrompt;
  const by = { criteriaHash: '', inputHash: '', promptVersion: `${name}@${version}` };

  async function judge(some: readonly Judged[]): Promise<void> {
    for (let from = 0; from < some.length; from += JUDGED_AT_ONCE) {
      const batch = some.slice(from, from + JUDGED_AT_ONCE);
      const { said, model } = await again(() => judgeCandidates(askAi, scope, wanted, batch));
      for (const [key, one] of said)
        judgments[Number(key)] = { ...by, ...one, model, similarity: similarities[Number(key)] ?? null };
    }
  }
  const all = candidates.map((candidate, at) => ({
    ...{ key: String(at), candidate },
    similarity: similarities[at] ?? null,
  }));
  await judge(all);
  await judge(all.filter((_, at) => judgments[at] === null));
  return {
    judgments,
    table: {
      'judged by the rubric': `${judgments.filter((one) => one !== null).length} of ${people.length}`,
      embeddings: similarities.some((one) => one !== null) ? 'used' : 'none: the rubric went on without',
    },
  };
}
