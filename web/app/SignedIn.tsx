import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { UserView } from '../../api/views.ts';
import { Toaster } from '../components/ui/Toaster.tsx';
import { TooltipProvider } from '../components/ui/Tooltip.tsx';
import { useBusinessProfile } from '../features/profile/businessProfile.ts';
import { followEvents } from '../lib/live.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { needsProfile, Routes } from './Routes.tsx';
import { PageSpinner } from './Spinner.tsx';
import { Shell } from './shell/Shell.tsx';

/** Everything behind sign-in: live data, the shell, the screens, and the way to onboarding while there is no business profile. */
export function SignedIn(props: { user: UserView }) {
  const queries = useQueryClient();
  useEffect(() => followEvents(queries), [queries]);
  const [path] = useLocation();
  return (
    <TooltipProvider>
      <Shell user={props.user}>
        <ErrorBoundary resetKey={path}>
          <Suspense fallback={<PageSpinner label="Loading the page" />}>
            {needsProfile(path) ? <WithProfile user={props.user} /> : <Routes user={props.user} />}
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <Toaster />
    </TooltipProvider>
  );
}

function WithProfile(props: { user: UserView }) {
  const profile = useBusinessProfile();
  const [path] = useLocation();
  if (profile.isPending) return <PageSpinner label="Loading your business profile" />;
  if (profile.data === null && path !== '/onboarding') return <Redirect to="/onboarding" replace />;
  return <Routes user={props.user} />;
}
