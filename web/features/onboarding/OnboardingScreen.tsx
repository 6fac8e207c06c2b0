import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { BusinessProfileView } from '../../../api/views.ts';
import { Brand } from '../../app/Brand.tsx';
import { ThemeToggle } from '../../app/shell/ThemeToggle.tsx';
import { UserMenu } from '../../app/shell/UserMenu.tsx';
import { useTitle } from '../../app/title.ts';
import { buttonClasses } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { Progress } from '../../components/ui/Progress.tsx';
import { useBusinessProfile } from '../profile/api.ts';
import { ProfileMissing } from '../profile/ProfileMissing.tsx';
import { useCurrentUser } from '../session/api.ts';
import { AudienceStepForm } from './AudienceStepForm.tsx';
import { BusinessStepForm } from './BusinessStepForm.tsx';
import { lookedFor, typedSoFar } from './lookedFor.ts';
import { Preview } from './Preview.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { usePartnerProfile } from './partnerProfile.ts';

const STEPS = [
  { title: 'Business Information', note: 'What partners would recommend.' },
  { title: 'Target Audience', note: 'Who your partners should reach.' },
  { title: 'AI-Generated Partner Profile', note: 'Your ideal partner, from what you told us.' },
];

/** Three steps from nothing to the first ten partners. After a reload it goes on at the first unfinished one. */
export function OnboardingScreen() {
  const { data, isError } = useBusinessProfile();
  const profile = data ?? null;
  // Only a setup that was finished before this visit is passed by. The search of step 3 finishes it on the screen.
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
  const [typed, setTyped] = useState(() => typedSoFar(profile, userId));
  const onTyped = (values: typeof typed) => setTyped((before) => ({ ...before, ...values }));
  return (
    <div data-panes>
      <SetupHeader step={step} of={STEPS.length} />
      <div className="mx-auto grid w-full max-w-setup grid-cols-1 gap-x-14 gap-y-10 px-4 py-8 sm:justify-center md:px-6 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:py-14">
        <section aria-labelledby="step-title" className="w-full max-w-step max-lg:mx-auto">
          <h2 id="step-title" ref={heading} tabIndex={-1} className="font-bold text-title tracking-title outline-none">
            {STEPS[step - 1]?.title}
          </h2>
          <p className="mt-1 mb-6 text-ink-2">{STEPS[step - 1]?.note}</p>
          {step === 1 && (
            <BusinessStepForm profile={profile} userId={userId} onTyped={onTyped} onSaved={() => setStep(2)} />
          )}
          {step === 2 && profile && (
            <AudienceStepForm
              profile={profile}
              userId={userId}
              onTyped={onTyped}
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
        <aside aria-label="Preview" className="w-full max-w-step max-lg:mx-auto lg:sticky lg:top-8 lg:self-start">
          <Preview sought={lookedFor(typed, step === 3 ? partnerProfile.result : null)} />
        </aside>
      </div>
    </div>
  );
}

/** The step, kept with the browser's history entry, so that Back leads to the one before. */
function useStep(first: number): [number, (to: number) => void] {
  const [path, navigate] = useLocation();
  const entry = useHistoryState<{ step?: number; from?: number } | null>();
  // an entry of before a reload says nothing: it goes on where the setup has come to
  const [started, setStarted] = useState(false);
  const step = (started && entry?.step) || first;
  // the steps before are behind an entry that has none: else Back would leave the setup
  const bare = entry?.step === undefined;
  useEffect(() => {
    if (started) return;
    for (let at = bare ? 1 : first; at <= first; at += 1)
      navigate(path, { replace: at === 1 || !bare, state: { step: at, from: bare ? at - 1 : entry?.from } });
    setStarted(true);
  }, [started, navigate, path, first, bare, entry]);
  const go = (to: number): void => {
    if (entry?.from === to) window.history.back();
    else navigate(path, { state: { step: to, from: step } });
  };
  return [step, go];
}

/** The keyboard and the screen reader follow to the next step; not to the one that the page opens with. */
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

/** Replaces the shell: only the progress and the way out, since other screens need the setup. */
function SetupHeader(props: { step: number; of: number }) {
  const user = useCurrentUser().data;
  return (
    <header className="bg-surface">
      <div className="flex h-14 items-center gap-2 px-4 md:px-6 xl:px-8">
        <Brand iconOnly />
        <div className="min-w-0 flex-1 items-baseline gap-3 sm:flex">
          <h1 className="truncate font-bold tracking-title sm:text-lead">Partner Pilot Setup</h1>
          <p className="whitespace-nowrap text-ink-3 text-note tabular-nums">
            Step {props.step} of {props.of}
          </p>
        </div>
        {user?.isAdmin && (
          <ButtonLink variant="ghost" size="icon" href="/admin" aria-label="Admin Panel" title="Admin Panel">
            <ShieldCheck aria-hidden />
          </ButtonLink>
        )}
        <span className="max-sm:hidden">
          <ThemeToggle />
        </span>
        <a className={`${buttonClasses('ghost')} max-sm:hidden`} href="/api/logout">
          Log out
        </a>
        {user && (
          <div>
            <UserMenu user={user} iconOnly side="bottom" />
          </div>
        )}
      </div>
      <Progress label="Setup progress" value={props.step} max={props.of} className="h-0.5! rounded-none!" />
    </header>
  );
}
