import { accountTrouble } from '../../../events/shared/accountWords.ts';

/** The answer of a sign-in window. `state`: set if the address of the sign-in had one. */
export type SignInAnswer = { state?: string } & ({ code: string } | { error: string });

/** Carries the answer from the sign-in window to the page that began the sign-in. */
export type SignInChannel = {
  title: string;
  /** The account's name within a sentence. */
  account: string;
  /** Turns the provider's error into words for the user. */
  words: (error: string | null, description: string | null) => string;
  /** The page has this long to take the answer. */
  aloneAfterMs: number;
  /** Sends the answer. `onTaken`: a page has taken it. Returns a function that stops it. */
  tell: (answer: SignInAnswer, onTaken: () => void) => () => void;
  /** Waits for answers. `hear` says whether it took one. Returns a function that stops it. */
  listen: (hear: (answer: SignInAnswer) => boolean) => () => void;
};

/** Reads the provider's answer from the address of the window. */
export function answerIn(address: URLSearchParams, words: SignInChannel['words']): SignInAnswer {
  const [code, state] = [address.get('code'), address.get('state')];
  const given = code ? { code } : { error: words(address.get('error'), address.get('error_description')) };
  return { ...given, ...(state && { state }) };
}

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

/** Reads the answer in a message. null: another page or an extension sent it. */
function readMessage({ origin, data }: MessageEvent<unknown>): SignInAnswer | null {
  if (origin !== window.location.origin || !isObject(data) || !('type' in data)) return null;
  if (data.type === 'GMAIL_AUTH_SUCCESS' && 'code' in data && typeof data.code === 'string') {
    const state = 'state' in data && typeof data.state === 'string' ? { state: data.state } : {};
    return { code: data.code, ...state };
  }
  if (data.type !== 'GMAIL_AUTH_ERROR') return null;
  return { error: 'error' in data && typeof data.error === 'string' ? data.error : '' };
}

export const GMAIL_CHANNEL: SignInChannel = {
  title: 'Gmail',
  account: 'Gmail',
  words: (error, description) => {
    const said = error === 'access_denied' ? 'Access to the Gmail account was not allowed.' : error;
    return description ?? said ?? 'Google sent no answer.';
  },
  aloneAfterMs: 0,
  tell: (answer, onTaken) => {
    const opener: Window | null = window.opener;
    const type = 'code' in answer ? 'GMAIL_AUTH_SUCCESS' : 'GMAIL_AUTH_ERROR';
    opener?.postMessage({ type, ...answer }, window.location.origin);
    if (opener) onTaken();
    return () => undefined;
  },
  listen: (hear) => {
    const onMessage = (event: MessageEvent<unknown>): void => {
      const answer = readMessage(event);
      if (answer) hear(answer);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  },
};

/** Microsoft's error numbers for a missing consent of an administrator. */
const NEEDS_ADMIN = /\bAADSTS(65001|9009[345]|900941)\b/;

function openMicrosoftChannel(onData: (data: object) => void): BroadcastChannel {
  const channel = new BroadcastChannel('microsoft-sign-in');
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isObject(data)) onData(data);
  };
  return channel;
}

/**
 * Microsoft's pages may cut the window off from the page that opened it, so all pages of this origin hear the answer. The page that takes it
 * says so. Microsoft's descriptions do not help users.
 */
export const MICROSOFT_CHANNEL: SignInChannel = {
  title: 'Microsoft 365 / Outlook',
  account: 'Microsoft',
  words: (error, description) => {
    if (error === null) return 'Microsoft sent no answer.';
    if (error === 'consent_required' || NEEDS_ADMIN.test(description ?? ''))
      return accountTrouble('smtp', 'microsoft_admin_consent').text;
    if (error === 'access_denied') return 'Access to the Microsoft account was not allowed.';
    return `Microsoft refused the sign-in (${error}). Connect again.`;
  },
  aloneAfterMs: 3_000,
  tell: (answer, onTaken) => {
    const channel = openMicrosoftChannel((data) => 'taken' in data && onTaken());
    channel.postMessage({ answer });
    return () => channel.close();
  },
  listen: (hear) => {
    const channel = openMicrosoftChannel((data) => {
      if ('answer' in data && hear(data.answer as SignInAnswer)) channel.postMessage({ taken: true });
    });
    return () => channel.close();
  },
};
