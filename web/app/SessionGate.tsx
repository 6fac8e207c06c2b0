import { Suspense, startTransition, useCallback, useEffect, useState } from 'react';
import type { UserView } from '../../api/views.ts';
import { buttonClasses } from '../components/ui/Button.tsx';
import { type Front, fetchFront } from '../features/landing/front.ts';
import { onDemand } from '../lib/onDemand.tsx';
import { whoIsHere } from '../lib/whoIsHere.ts';
import { SignedInAgain } from './SignedInAgain.tsx';

const SignedIn = onDemand(() =>
  import('./SignedIn.tsx').then((module) => {
    // beside the question who is here, not after its answer
    module.fetchAhead();
    return module.SignedIn;
  }),
);
const LandingScreen = onDemand(() =>
  import('../features/landing/LandingScreen.tsx').then((module) => module.LandingScreen),
);

type Here = { user: UserView } | { front: Front };

/**
 * The session decides what loads: the app for a signed-in user, the landing page for others. Every other screen asks nobody to sign in and is come
 * back to afterwards.
 */
async function findOut(): Promise<Here> {
  // the server marks the page of a browser that has no session
  const hasSession = !('signedOut' in document.documentElement.dataset);
  if (hasSession) SignedIn.ahead();
  const user = hasSession ? await whoIsHere() : null;
  if (user) return { user };
  if (window.location.pathname === '/') return { front: await fetchFront() };
  const { pathname, search, hash } = window.location;
  window.location.replace(`/api/login?next=${encodeURIComponent(pathname + search + hash)}`);
  return new Promise<never>(() => undefined);
}

export function SessionGate() {
  const [here, setHere] = useState<Here | 'failed' | null>(null);
  const look = useCallback(() => {
    setHere(null);
    findOut().then(
      // in slices: what is known already is all drawn at once
      (found) => startTransition(() => setHere(found)),
      () => setHere('failed'),
    );
  }, []);
  useEffect(look, [look]);
  if (here === 'failed') return <NoServer onAgain={look} />;
  // nothing: the page itself says that it loads
  if (here === null) return null;
  if ('user' in here && window.location.pathname === '/signed-in') return <SignedInAgain userId={here.user.id} />;
  return (
    <Suspense fallback={null}>
      {'user' in here ? <SignedIn user={here.user} /> : <LandingScreen front={here.front} />}
    </Suspense>
  );
}

function NoServer(props: { onAgain: () => void }) {
  return (
    <main className="mx-auto max-w-form px-4 py-16 text-center" role="alert">
      <h1 className="font-bold text-title tracking-title">Partner Pilot does not answer</h1>
      <p className="mt-1 mb-4 text-ink-2">
        The server could not be reached. Check your connection and that it is running, then try again.
      </p>
      <button type="button" className={buttonClasses('primary')} onClick={props.onAgain}>
        Try again
      </button>
    </main>
  );
}
