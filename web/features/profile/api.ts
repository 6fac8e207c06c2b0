import { useEffect } from 'react';
import type { AcceptedView, GeneratedProfileView } from '../../../api/views.ts';
import type {
  BusinessProfileUpdate,
  BusinessStep,
  PartnerProfileRequest,
} from '../../../events/accounts/businessInput.ts';
import { isBudgetCode } from '../../../events/ai/budget.ts';
import { type HtmlSignature, signatureProblem } from '../../../events/messages/htmlSignature.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { errorCode, hasStatus } from '../../lib/apiError.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { browserZone } from '../../lib/dates.ts';
import { failure, fixedFailure } from '../../lib/errorCatalogue.ts';
import { query } from '../../lib/query.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetch, useAction } from '../../lib/useAction.ts';
import {
  awaited,
  awaitProfile,
  expectProfile,
  forgetAwaitedProfile,
  outcomeOf,
  PROFILE_FAILED,
  PROFILE_GENERATED,
} from './awaitedProfile.ts';

const calls = client.api['business-profile'];

/** The business profile, or null before onboarding. */
export const [useBusinessProfile, businessProfileQuery] = query(() => ({
  key: ['business-profile'],
  call: () => unwrap(calls.$get()),
  // The shell waits while this is pending. A screen that retried after a failure would be taken away, come back, and ask again.
  retryOnMount: false,
}));

/** The IANA zone that the user's emails leave in. Before there is a profile, the browser's. */
export function useUserZone(): string {
  const profile = useBusinessProfile().data;
  return profile ? (profile.timezone ?? 'UTC') : browserZone();
}

/** It waits until the user stops typing. */
const [useCleanedSignature] = query((signatureHtml: string) => ({
  key: ['html-signature', signatureHtml],
  call: async ({ signal }) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    signal.throwIfAborted();
    return unwrap(calls.signature.$post({ json: { signatureHtml } }));
  },
  enabled: signatureHtml !== '' && signatureHtml.length <= LONGEST.signatureHtml,
  placeholderData: (before) => before,
}));

/** What a typed HTML signature becomes in an email, and its problem. */
export function useHtmlSignature(typed: string | undefined): {
  signature: HtmlSignature | null;
  problem: string | null;
} {
  const html = typed?.trim() ?? '';
  const cleaned = useCleanedSignature(html).data;
  if (html === '' || cleaned === undefined) return { signature: null, problem: null };
  return { signature: cleaned, problem: signatureProblem(cleaned) };
}

const STALE = [['business-profile']];

/** Changes what is given and leaves the rest. */
const saveProfile = (json: BusinessProfileUpdate) => unwrap(calls.$put({ json }));

export const useSaveProfile = () =>
  useAction({ call: saveProfile, failed: failure('Error', 'Failed to update profile'), stale: STALE });

const kit = client.api['media-kit'];

export const useUploadMediaKit = () =>
  useAction({
    call: (file: File) =>
      unwrap(
        kit.$put(
          { query: { name: file.name } },
          { init: { body: file, headers: { 'Content-Type': 'application/octet-stream' } } },
        ),
      ),
    failed: failure('Upload Failed', 'Failed to upload the media kit. Please try again.'),
    done: { title: 'Media Kit Saved', text: 'Turn it on in the settings of a campaign.' },
    stale: STALE,
  });

export const useRemoveMediaKit = () =>
  useAction({
    call: () => unwrap(kit.$delete()),
    failed: failure('Error', 'Failed to remove the media kit'),
    done: { title: 'Media Kit Removed', text: 'New emails leave without it.' },
    stale: STALE,
  });

/** Onboarding, step 1, and the browser's time zone with it, since send windows are local times. */
export const useCreateProfile = () =>
  useAction({
    call: async (json: BusinessStep) => {
      await unwrap(calls.$post({ json }));
      await saveProfile({ timezone: browserZone() });
    },
    failed: fixedFailure('Profile Creation Failed', 'Failed to create your business profile. Please try again.'),
    stale: STALE,
  });

/**
 * Asks the AI for the ideal partner, and says what came of it. useAwaitedProfile says what outlasts the call. `owner` is the user's id.
 */
export const useGenerateProfile = (owner: string) =>
  useAction({
    call: (json: PartnerProfileRequest): Promise<GeneratedProfileView | AcceptedView> =>
      unwrap(client.api['partner-profile'].generate.$post({ json })),
    // another one is being written, or the budget is used up: the server says so
    failed: (error) =>
      (hasStatus(error, 409) || isBudgetCode(errorCode(error)) ? failure : fixedFailure)(
        PROFILE_FAILED.title,
        PROFILE_FAILED.text,
      )(error),
    onMutate: (_, { client: queries }) => expectProfile(owner, queries.getQueryData(businessProfileQuery().queryKey)),
    // whether one is under way, whatever came back
    onError: (error, _given, _before, { client: queries }) => {
      forgetAwaitedProfile(error);
      return refetch(queries, STALE);
    },
    after: async (result, _, queries) => {
      await refetch(queries, STALE);
      // only now: what the screen knew before says nothing about this request
      if (isAccepted(result)) return awaitProfile(owner);
      forgetAwaitedProfile();
      showToast(PROFILE_GENERATED);
    },
  });

/** Says what became of an awaited partner profile, once that shows in the business profile. */
export function useAwaitedProfile(owner: string): void {
  const request = awaited.use();
  // asked for here, for a parent may still hold the profile from before the request
  const profile = useBusinessProfile().data;
  useEffect(() => {
    if (request?.owner !== owner || !profile) return;
    const outcome = outcomeOf(request, profile);
    if (outcome === 'running' && request.before !== undefined) awaited.keep({ owner });
    if (outcome !== 'generated' && outcome !== 'failed') return;
    awaited.keep(null);
    showToast(outcome === 'generated' ? PROFILE_GENERATED : { ...PROFILE_FAILED, variant: 'destructive' });
  }, [request, owner, profile]);
}
