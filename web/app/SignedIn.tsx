import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { UserView } from '../../api/views.ts';
import { ButtonLink } from '../components/ui/ButtonLink.tsx';
import { PageSkeleton } from '../components/ui/Skeleton.tsx';
import { businessProfileQuery, useBusinessProfile } from '../features/profile/api.ts';
import { currentUserQuery } from '../features/session/api.ts';
import { useConnection, watchConnection } from '../lib/connection.ts';
import { followEvents } from '../lib/live.ts';
import { keepFocus } from '../lib/lostFocus.ts';
import { onDemand } from '../lib/onDemand.tsx';
import { queryClient } from '../lib/queryClient.ts';
import { followSession } from '../lib/session.ts';
import { showToast } from '../lib/toasts.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { needsProfile, paramsAt, routeAt, useRoute } from './routes.ts';
import { Shell } from './shell/Shell.tsx';
import { useTitle } from './title.ts';

const AuditorApp = onDemand(() => import('./AuditorApp.tsx').then((module) => module.AuditorApp));

const SecondFactorFirst = onDemand(() =>
  import('../features/security/SecondFactorFirst.tsx').then((module) => module.SecondFactorFirst),
);

/** When this page asked for what it shows, in ms of performance.now(). */
let askedAt: number | undefined;

/** Has what the first screen needs fetched before it is drawn. */
export function fetchAhead(): void {
  askedAt = performance.now();
  const route = routeAt(window.location.pathname);
  route?.Screen.ahead();
  if (needsProfile(route)) void queryClient.prefetchQuery(businessProfileQuery());
  route?.prefetch?.();
}

/** Everything behind sign-in: live data, the shell, the screens, and the notices of a lost session or connection. */
export function SignedIn(props: { user: UserView }) {
  return (
    <QueryClientProvider client={queryClient}>
      <App user={props.user} />
    </QueryClientProvider>
  );
}

function App(props: { user: UserView }) {
  const { data: user } = useQuery({ ...currentUserQuery(), initialData: props.user });
  useEffect(() => {
    const since = askedAt;
    // what is shown after this has been asked for after it
    askedAt = undefined;
    return followEvents(queryClient, since);
  }, []);
  useEffect(watchConnection, []);
  useEffect(keepFocus, []);
  useEffect(() => followSession(user.id), [user.id]);
  const [path] = useLocation();
  const route = routeAt(path);
  // beside the business profile, not after it
  useEffect(() => {
    route?.Screen.ahead();
  }, [route]);
  // a screen that could not be loaded is tried again when the connection is back
  const lost = useConnection((state) => state.lost);
  const Overlays = useOverlays();
  // the screen stays until its recovery codes are saved, and then loads the page again
  if (props.user.owesSecondFactor)
    return (
      <>
        <Suspense fallback={null}>
          <SecondFactorFirst />
        </Suspense>
        {Overlays && <Overlays user={user} />}
      </>
    );
  if (user.isAuditor)
    return (
      <>
        <Suspense fallback={<PageSkeleton label="Loading the page" />}>
          <AuditorApp user={user} />
        </Suspense>
        {Overlays && <Overlays user={user} />}
      </>
    );
  return (
    <>
      <Shell user={user}>
        <ErrorBoundary resetKey={`${path} ${lost}`} onAgain={forgetUnseen}>
          <Suspense fallback={<PageSkeleton label="Loading the page" panes={route?.panes ?? false} />}>
            {needsProfile(route) ? <WithProfile user={user} /> : <CurrentScreen user={user} />}
          </Suspense>
        </ErrorBoundary>
      </Shell>
      {Overlays && <Overlays user={user} />}
    </>
  );
}

/** Data that no part on the screen shows is fetched again, because a screen may have broken on it. */
function forgetUnseen(): void {
  queryClient.removeQueries({ type: 'inactive' });
}

type OverlaysPart = typeof import('./Overlays.tsx');

/** Parts that can appear over the screen. It is fetched right after the first paint, so that it is there when the connection is lost. */
function useOverlays(): OverlaysPart['Overlays'] | null {
  const [part, setPart] = useState<OverlaysPart | null>(null);
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout>;
    const load = () => {
      import('./Overlays.tsx').then(setPart, () => {
        retry = setTimeout(load, 5_000);
      });
    };
    const painted = requestAnimationFrame(() => {
      retry = setTimeout(load);
    });
    return () => {
      cancelAnimationFrame(painted);
      clearTimeout(retry);
    };
  }, []);
  return part?.Overlays ?? null;
}

/** The screens, and the way to onboarding while there is no business profile. */
function WithProfile(props: { user: UserView }) {
  const profile = useBusinessProfile();
  const inSetup = useRoute()?.setup ?? false;
  const wasInSetup = useRef(false);
  useEffect(() => {
    wasInSetup.current = inSetup;
  }, [inSetup]);
  if (profile.isPending) return <PageSkeleton label="Loading your business profile" />;
  if (profile.data === null && !inSetup) return <ToSetup wasThere={wasInSetup.current} />;
  return <CurrentScreen user={props.user} />;
}

function CurrentScreen(props: { user: UserView }) {
  const [path] = useLocation();
  const route = routeAt(path);
  if (!route || (route.adminsOnly && !props.user.isAdmin)) return <NotFoundScreen />;
  return <route.Screen {...paramsAt(route, path)} />;
}

/** Leads to onboarding; someone who was there and pressed a link learns why they are there again. */
function ToSetup(props: { wasThere: boolean }) {
  const { wasThere } = props;
  useEffect(() => {
    if (wasThere) showToast({ title: 'Finish this step first', text: 'The other screens need your business name.' });
  }, [wasThere]);
  return <Redirect to="/onboarding" replace />;
}

function NotFoundScreen() {
  useTitle('Page Not Found');
  return (
    <div className="mx-auto max-w-form py-16 text-center">
      <p className="font-semibold text-ink-3 tabular-nums">404</p>
      <h1 className="font-bold text-title tracking-title">Page Not Found</h1>
      <p className="mt-1 mb-4 text-ink-2">
        There is no page at this address. It may have moved, or the link may be incomplete.
      </p>
      <ButtonLink variant="primary" href="/dashboard">
        Go to Dashboard
      </ButtonLink>
    </div>
  );
}
