import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../features/session/currentUser.ts';
import { PageSpinner } from './Spinner.tsx';

const SignedIn = lazy(() => import('./SignedIn.tsx').then((module) => ({ default: module.SignedIn })));
const LandingScreen = lazy(() =>
  import('../features/landing/LandingScreen.tsx').then((module) => ({ default: module.LandingScreen })),
);

/** Who is here decides what is shown: the landing view for nobody, the app for a signed-in user. */
export function SessionGate() {
  const user = useCurrentUser();
  if (user.isPending) return <PageSpinner label="Loading" />;
  if (user.isError) {
    return (
      <main className="mx-auto max-w-form px-4 py-16" role="alert">
        <h1 className="font-bold text-title">Partner Pilot does not answer</h1>
        <p className="mt-1 text-ink-2">The server could not be reached. Check that it is running, then try again.</p>
        <button type="button" className="link mt-4" onClick={() => void user.refetch()}>
          Try again
        </button>
      </main>
    );
  }
  return (
    <Suspense fallback={<PageSpinner label="Loading" />}>
      {user.data ? <SignedIn user={user.data} /> : <LandingScreen />}
    </Suspense>
  );
}
