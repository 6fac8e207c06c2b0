import { useEffect } from 'react';
import { tellSignedIn } from '../lib/sessionChannel.ts';
import { Brand } from './Brand.tsx';

/** /signed-in: where the window that a page with an ended session has opened arrives. It tells that page, and closes. */
export function SignedInAgain(props: { userId: string }) {
  useEffect(() => {
    document.title = 'Signed in · Partner Pilot';
    tellSignedIn(props.userId);
    window.close();
  }, [props.userId]);
  return (
    <main className="mx-auto flex max-w-form flex-col items-center px-4 py-16 text-center">
      <Brand />
      <h1 className="mt-6 font-bold text-title tracking-title">You are signed in</h1>
      <p className="mt-1 text-ink-2">Close this window to continue where you were, or go to the dashboard.</p>
      <a className="link mt-4" href="/dashboard">
        Go to Dashboard
      </a>
    </main>
  );
}
