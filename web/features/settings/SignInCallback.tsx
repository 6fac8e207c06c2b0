import { useEffect, useState } from 'react';
import { useTitle } from '../../app/title.ts';
import { buttonClasses } from '../../components/ui/Button.tsx';
import { answerIn, GMAIL_CHANNEL, MICROSOFT_CHANNEL, type SignInChannel } from './signInChannels.ts';

export const GmailCallback = () => <SignInCallback channel={GMAIL_CHANNEL} />;
export const MicrosoftCallback = () => <SignInCallback channel={MICROSOFT_CHANNEL} />;

/** The returned sign-in window passes the answer to the page that began it, then closes. */
function SignInCallback({ channel }: { channel: SignInChannel }) {
  const { title, account, words, aloneAfterMs, tell } = channel;
  useTitle(title);
  // no page took the answer
  const [alone, setAlone] = useState(false);
  useEffect(() => {
    const late = setTimeout(() => setAlone(true), aloneAfterMs);
    const stop = tell(answerIn(new URLSearchParams(window.location.search), words), () => {
      clearTimeout(late);
      setAlone(false);
      window.close();
    });
    return () => {
      clearTimeout(late);
      stop();
    };
  }, [words, aloneAfterMs, tell]);
  return (
    <main className="mx-auto max-w-form px-4 py-16 text-center">
      {alone ? (
        <>
          <h1 className="font-bold text-title tracking-title">{account} is not connected yet</h1>
          <p className="mt-1 mb-4 text-ink-2">
            This window lost the page that opened it. Go to Settings and connect your {account} account again.
          </p>
          <a className={buttonClasses('primary')} href="/settings">
            Go to Settings
          </a>
        </>
      ) : (
        <>
          <h1 className="font-bold text-title tracking-title">Connecting your {account} account…</h1>
          <p className="mt-1 text-ink-2">This window closes automatically. If it stays open, close it.</p>
        </>
      )}
    </main>
  );
}
