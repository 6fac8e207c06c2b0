import { useEffect, useState } from 'react';
import { useTitle } from '../../app/title.ts';
import { answerOfMicrosoft, tellMicrosoftAnswer } from './microsoftSignIn.ts';
import { SignInReturn } from './SignInReturn.tsx';

/** How long the page that began the sign-in is given to take its answer. */
const ALONE_AFTER_MS = 3_000;

/** What the sign-in window shows when Microsoft sends it back: it passes the answer on to the page that began it, and closes. */
export function MicrosoftCallback() {
  useTitle('Microsoft 365 / Outlook');
  const [alone, setAlone] = useState(false);
  useEffect(() => {
    const late = setTimeout(() => setAlone(true), ALONE_AFTER_MS);
    const stop = tellMicrosoftAnswer(answerOfMicrosoft(new URLSearchParams(window.location.search)), () => {
      clearTimeout(late);
      setAlone(false);
      window.close();
    });
    return () => {
      clearTimeout(late);
      stop();
    };
  }, []);
  return <SignInReturn account="Microsoft" alone={alone} />;
}
