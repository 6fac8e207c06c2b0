import { useEffect, useState } from 'react';
import { useTitle } from '../../app/title.ts';
import { messageOfAnswer } from './gmailSignIn.ts';
import { SignInReturn } from './SignInReturn.tsx';

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
  return <SignInReturn account="Gmail" alone={alone} />;
}
