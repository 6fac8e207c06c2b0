import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import { concludePartnerProfile, type GeneratedProfile } from '../../events/accounts/profile.ts';
import { PLATFORMS } from '../../events/shared/options.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { causeOf } from '../context.ts';
import { defineTask, ofRequest, queued, reasonOf, tryAgain } from '../defineTask.ts';
import { partnerProfilePrompt } from '../providers/openai/prompts.ts';
import { notSetUp, ProviderError } from '../providers/providerError.ts';

/** Has the AI describe the ideal partner, for onboarding's third step. */
export const writePartnerProfile = defineTask({
  name: 'write-partner-profile',
  lane: 'ask',
  on: { PartnerProfileRequested: (event) => ({ ...ofRequest(event), ...queued('find', event) }) },
  needs: ['store', 'askAi'],
  handler: async ({ store, askAi }, job, run) => {
    const requestId = job.also?.requestId ?? '';
    const profile = ref('profile', job.id);
    const { state } = await store.load(job.tenant, profile);
    const request = state.openRequest;
    if (request?.id !== requestId) return;
    const cause = causeOf('write-partner-profile', job);
    let result: { made: GeneratedProfile } | { failed: Reason };
    try {
      if (!askAi) throw notSetUp('The AI provider');
      if (await isUnreadable(store.sql, store.master, job.tenant, 'owner'))
        throw new ProviderError({ code: 'recipient_unreadable' }, 'unreadable', false);
      const { value } = await askAi(partnerProfilePrompt, {
        tenant: job.tenant,
        cause,
        about: `profile-${job.id}`,
        input: {
          businessDescription: '',
          preferredPlatforms: [],
          additionalCriteria: '',
          exclusions: [],
          ...request.inputs,
        },
      });
      const bounded = (number: number, most: number) => Math.min(most, Math.max(0, number));
      // the user's own choice wins; else those that fit, and where none does, all
      const chosen = request.inputs?.preferredPlatforms ?? [];
      result = {
        made: {
          ...value,
          platforms: [chosen, [...new Set(value.platforms)]].find(({ length }) => length > 0) ?? [...PLATFORMS],
          minFollowers: Math.round(bounded(value.minFollowers, 1_000_000_000)),
          minEngagement: bounded(value.minEngagement, 100),
        },
      };
    } catch (error) {
      if (tryAgain(error, run)) throw error;
      result = { failed: reasonOf(error, run) };
    }
    await store.decide({ tenant: job.tenant, cause }, profile, (profile) =>
      concludePartnerProfile(profile, requestId, result),
    );
  },
});
