import { create } from 'zustand';
import type { ApiError } from './apiError.ts';
import { SESSION_CHANNEL, type SignedInNotice, tellSignedIn } from './sessionChannel.ts';
import { type SignedOut, whoIsHere } from './whoIsHere.ts';

type Session = {
  /** The server no longer knows who is here; the dialog that asks to sign in again is open. */
  ended: boolean;
  /** The server's words for what ended it; null: it ran out, or somebody logged out. */
  why: string | null;
  /** The account is paused or gone: signing in again would not help. */
  shut: boolean;
  /** The refused action, for the notice. */
  notDone: string | null;
};

export const useSession = create<Session>(() => ({ ended: false, why: null, shut: false, notDone: null }));

let userId: string | null = null;
let again: { promise: Promise<void>; resolve: () => void } | null = null;

const reasonOf = ({ error, ended }: SignedOut): Pick<Session, 'why' | 'shut'> => ({
  why: ended && typeof error === 'string' ? error : null,
  shut: ended === 'paused' || ended === 'closed',
});

/** Announces the end of the session and its reason (from the 401), and waits until the same person has signed in again. */
export function signedInAgain({ body }: ApiError): Promise<void> {
  if (!again) {
    let resolve = (): void => undefined;
    again = { promise: new Promise<void>((settle) => (resolve = settle)), resolve };
    useSession.setState({ ended: true, ...reasonOf(body) });
  }
  return again.promise;
}

/** Notes what was refused, so that it is said to be not done: its title, such as "Update Failed". */
export function noteNotDone(title: string): void {
  useSession.setState({ notDone: title });
}

export type WhoSignedIn = 'same' | 'other' | 'nobody' | 'no_answer';

/**
 * Asks the server who is here now. The same person: the screen goes on. Someone else: the page is theirs and loads again. Nobody: the reason
 * may be another one by now, such as that the account was paused, and is no more.
 */
export async function lookForSession(): Promise<WhoSignedIn> {
  const user = await whoIsHere((said) => useSession.setState(reasonOf(said))).catch(() => 'no_answer' as const);
  if (user === 'no_answer') return user;
  if (!user) return 'nobody';
  if (user.id !== userId) {
    window.location.reload();
    return 'other';
  }
  useSession.setState({ ended: false });
  again?.resolve();
  again = null;
  return 'same';
}

/** Follows who is signed in while the app shows this user's screens. Returns its own end. */
export function followSession(signedInAs: string): () => void {
  userId = signedInAs;
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.onmessage = (event: MessageEvent<SignedInNotice>) => {
    // Another person in another tab: the cookie is theirs, and what is done here would be done in their name.
    if (useSession.getState().ended || event.data.userId !== userId) void lookForSession();
  };
  const look = () => {
    if (useSession.getState().ended && document.visibilityState === 'visible') void lookForSession();
  };
  const back = (event: PageTransitionEvent) => {
    // The browser's Back shows a kept page, perhaps after the person has logged out.
    if (event.persisted) void whoIsHere().then((user) => user?.id !== userId && window.location.reload());
  };
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', back);
  tellSignedIn(signedInAs);
  return () => {
    channel.close();
    window.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', back);
  };
}
