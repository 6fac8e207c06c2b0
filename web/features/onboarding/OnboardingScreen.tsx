import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { BusinessProfileView } from '../../../api/views.ts';
import { useTitle } from '../../app/title.ts';
import { Progress } from '../../components/ui/Progress.tsx';
import { useBusinessProfile } from '../profile/businessProfile.ts';
import { ProfileMissing } from '../profile/ProfileMissing.tsx';
import { useCurrentUser } from '../session/currentUser.ts';
import { AudienceStepForm } from './AudienceStepForm.tsx';
import { BusinessStepForm } from './BusinessStepForm.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { usePartnerProfile } from './partnerProfile.ts';

const STEPS = 3;
const TITLES = ['Business Information', 'Target Audience', 'AI-Generated Partner Profile'];

/** Three steps from nothing to the first ten partners. After a reload it goes on at the first unfinished one. */
export function OnboardingScreen() {
  const { data, isError } = useBusinessProfile();
  const profile = data ?? null;
  // Only a setup that was finished before this visit is passed by: the search of step 3 finishes it while it is on the screen.
  const [finishedBefore] = useState(profile?.onboarding === 'done');
  if (isError) return <ProfileMissing className="mx-auto max-w-form" />;
  if (finishedBefore) return <Redirect to="/discovery" replace />;
  return <Steps profile={profile} />;
}

function firstUnfinished(profile: BusinessProfileView | null): number {
  if (!profile) return 1;
  return profile.onboarding === 'audience' ? 2 : 3;
}

function Steps(props: { profile: BusinessProfileView | null }) {
  useTitle('Setup');
  const { profile } = props;
  const userId = useCurrentUser().data?.id ?? '';
  const [step, setStep] = useStep(firstUnfinished(profile));
  const partnerProfile = usePartnerProfile(profile, userId);
  const heading = useStepFocus(step);
  return (
    <div className="mx-auto max-w-form">
      <header className="mb-5">
        <div className="flex items-baseline justify-between gap-4">
          <h1 className="font-bold text-title tracking-title">Partner Pilot Setup</h1>
          <p className="text-small text-ink-3 tabular-nums">
            Step {step} of {STEPS}
          </p>
        </div>
        <Progress label="Setup progress" value={step} max={STEPS} className="mt-3" />
      </header>
      <section aria-labelledby="step-title" className="panel p-5">
        <h2 id="step-title" ref={heading} tabIndex={-1} className="mb-4 font-semibold text-lead outline-none">
          {TITLES[step - 1]}
        </h2>
        {step === 1 && <BusinessStepForm profile={profile} userId={userId} onSaved={() => setStep(2)} />}
        {step === 2 && profile && (
          <AudienceStepForm
            profile={profile}
            userId={userId}
            onBack={() => setStep(1)}
            onSubmit={(audience) => {
              partnerProfile.generate(audience);
              setStep(3);
            }}
          />
        )}
        {step === 3 && profile && (
          <ProfileStep profile={profile} partnerProfile={partnerProfile} onBack={() => setStep(2)} />
        )}
      </section>
    </div>
  );
}

/** The step, kept with the entry of the browser's history, so that Back of the browser leads to the one before. */
function useStep(first: number): [number, (to: number) => void] {
  const [path, navigate] = useLocation();
  const entry = useHistoryState<{ step?: number; from?: number } | null>();
  // an entry of before a reload says nothing: it goes on where the setup has come to
  const [started, setStarted] = useState(false);
  const step = (started && entry?.step) || first;
  useEffect(() => {
    if (!started) navigate(path, { replace: true, state: { step: first, from: entry?.from } });
    setStarted(true);
  }, [started, navigate, path, first, entry]);
  const go = (to: number): void => {
    if (entry?.from === to) window.history.back();
    else navigate(path, { state: { step: to, from: step } });
  };
  return [step, go];
}

/** The keyboard and the screen reader follow to the next step; not on the first, which nobody has moved to. */
function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}
