import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { BusinessProfileView, GeneratedProfileView } from '../../../api/views.ts';
import type { PartnerCriteria } from '../../../events/accounts/businessInput.ts';
import { searchCriteria } from '../../../events/accounts/searchCriteria.ts';
import { INDUSTRIES, PARTNERS_PER_SEARCH, PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { percent, wholeNumber } from '../../lib/numbers.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useFindPartners, useLatestSearch } from '../search/api.ts';
import { SearchProgress } from '../search/SearchProgress.tsx';
import type { PartnerProfile } from './partnerProfile.ts';
import { SkipSetup } from './SkipSetup.tsx';
import { dropDraft } from './typedDraft.ts';

export function ProfileStep(props: {
  profile: BusinessProfileView;
  partnerProfile: PartnerProfile;
  onBack: () => void;
}) {
  const { state, result } = props.partnerProfile;
  if (state === 'generating') return <Analyzing onBack={props.onBack} />;
  if (!result) {
    return (
      <div className="flex flex-col items-start gap-4">
        <p role="alert" className="text-bad">
          Failed to generate partner profile. Please try again.
        </p>
        <Button onClick={props.onBack}>Go Back</Button>
      </div>
    );
  }
  return <Result profile={props.profile} result={result} onBack={props.onBack} />;
}

function Analyzing(props: { onBack: () => void }) {
  return (
    <div>
      <p role="status" className="font-medium">
        Analyzing your requirements...
      </p>
      <div className="mt-4 flex flex-col gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <div className="mt-4">
        <Facts result={null} />
      </div>
      <div className="mt-5 flex justify-end">
        <Button onClick={props.onBack}>Back</Button>
      </div>
    </div>
  );
}

function Result(props: { profile: BusinessProfileView; result: GeneratedProfileView; onBack: () => void }) {
  const { profile, result } = props;
  const { find, finding } = useFirstPartners(profile, result);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{result.description}</p>
      {finding ? <SearchProgress occasion="first" /> : <Facts result={result} />}
      {!finding && (
        <AiEstimate
          operation="partnerGeneration"
          what="AI for one search"
          ifNeeded={{ operation: 'partnerDiscovery', what: 'a web search' }}
          without="Searches go on without AI."
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 pt-1">
        {!finding && <SkipSetup />}
        <Button onClick={props.onBack} disabled={finding}>
          Back
        </Button>
        <Button variant="primary" pending={finding} onClick={find} className="max-sm:basis-full">
          {finding ? 'Finding Partners...' : 'Find Partners'}
        </Button>
      </div>
    </div>
  );
}

/** `result`: null while it is being written. */
function Facts(props: { result: GeneratedProfileView | null }) {
  const { result } = props;
  const facts: [string, ReactNode][] = [
    ['Industry focus', result?.industry],
    ['Min followers', result && wholeNumber(result.minFollowers)],
    ['Min engagement', result && percent(result.minEngagement)],
    ['Platforms', result?.platforms.map((platform) => PLATFORM_LABELS[platform]).join(', ')],
    ['Target audience', result?.targetAudience],
  ];
  return (
    <dl className="divide-y border-y">
      {facts.map(([name, fact]) => (
        <div key={name} className="grid gap-x-4 py-2 sm:grid-cols-[9rem_1fr]">
          <dt className="text-small text-ink-3">{name}</dt>
          <dd className="wrap-anywhere">{result ? fact : <Skeleton className="my-0.5 h-4 w-2/5" />}</dd>
        </div>
      ))}
    </dl>
  );
}

function useFirstPartners(profile: BusinessProfileView, result: GeneratedProfileView) {
  const [, navigate] = useLocation();
  const search = useFindPartners('first');
  const running = useLatestSearch().data?.status === 'running';
  const find = (): void =>
    search.mutate(
      { criteria: firstCriteria(profile, result), count: PARTNERS_PER_SEARCH },
      {
        onSettled: () => {
          dropDraft('audience');
          navigate('/discovery');
        },
      },
    );
  return { find, finding: search.isPending || running };
}

function firstCriteria(profile: BusinessProfileView, result: GeneratedProfileView): PartnerCriteria {
  const { description, minFollowers, minEngagement, platforms, targetAudience } = result;
  const industry = INDUSTRIES.includes(result.industry) ? { industry: result.industry } : {};
  return {
    ...searchCriteria(profile, profile.partnerCriteria),
    description,
    minFollowers,
    minEngagement,
    platforms,
    targetAudience,
    ...industry,
  };
}
