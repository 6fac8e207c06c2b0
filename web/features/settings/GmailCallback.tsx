import { useEffect, useState } from 'react';
import { useTitle } from '../../app/title.ts';
import { buttonClasses } from '../../components/ui/Button.tsx';
import { messageOfAnswer } from './gmailSignIn.ts';

/** What the sign-in window shows when Google sends it back: it passes the answer on to the page that opened it, and closes. */
export function GmailCallback() {
  useTitle('Gmail');
  const [alone, setAlone] = useState(false);
  useEffect(() => {
    const opener: Window | null = window.opener;
    if (!opener) return setAlone(true);
    opener.postMessage(messageOfAnswer(new URLSearchParams(window.location.search)), window.location.origin);
    window.close();
  }, []);
  return (
    <main className="mx-auto max-w-form px-4 py-16 text-center">
      {alone ? (
        <>
          <h1 className="font-bold text-title tracking-title">Gmail is not connected yet</h1>
          <p className="mt-1 mb-4 text-ink-2">
            This window lost the page that opened it. Go to Settings and connect your Gmail account again.
          </p>
          <a className={buttonClasses('primary')} href="/settings">
            Go to Settings
          </a>
        </>
      ) : (
        <>
          <h1 className="font-bold text-title tracking-title">Connecting your Gmail account…</h1>
          <p className="mt-1 text-ink-2">This window closes automatically. If it stays open, close it.</p>
        </>
      )}
    </main>
  );
}
