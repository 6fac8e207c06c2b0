import { accountTrouble } from '../../../events/shared/accountWords.ts';

/** What a sign-in window came back with. `state`: there when the server's address of the sign-in had one. */
export type SignInAnswer = { state?: string } & ({ code: string } | { error: string });

/** How the page that a provider sends the sign-in window back to reaches the page that began it. */
export type SignInChannel = {
  title: string;
  /** Whose account it is. */
  account: string;
  /** What the provider's error comes to. */
  words: (error: string | null, description: string | null) => string;
  /** How long the page that began the sign-in is given to take its answer. */
  aloneAfterMs: number;
  /** Tells the answer; `onTaken`: a page has taken it. Answers how to stop. */
  tell: (answer: SignInAnswer, onTaken: () => void) => () => void;
  /** Hears the windows; `hear` answers whether it took the answer. Answers how to stop. */
  listen: (hear: (answer: SignInAnswer) => boolean) => () => void;
};

/** What the provider's answer in the address of the window comes to. */
export function answerIn(address: URLSearchParams, words: SignInChannel['words']): SignInAnswer {
  const [code, state] = [address.get('code'), address.get('state')];
  const given = code ? { code } : { error: words(address.get('error'), address.get('error_description')) };
  return { ...given, ...(state && { state }) };
}

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

/** The answer in a message; null for anything else that pages and extensions send about. */
function readMessage({ origin, data }: MessageEvent<unknown>): SignInAnswer | null {
  if (origin !== window.location.origin || !isObject(data) || !('type' in data)) return null;
  if (data.type === 'GMAIL_AUTH_SUCCESS' && 'code' in data && typeof data.code === 'string') {
    const state = 'state' in data && typeof data.state === 'string' ? { state: data.state } : {};
    return { code: data.code, ...state };
  }
  if (data.type !== 'GMAIL_AUTH_ERROR') return null;
  return { error: 'error' in data && typeof data.error === 'string' ? data.error : '' };
}

/** By a message to the page that opened the window. */
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

/** What an organization leaves to its administrators; Microsoft says so by numbers alone. */
const NEEDS_ADMIN = /\bAADSTS(65001|9009[345]|900941)\b/;

function openMicrosoftChannel(onData: (data: object) => void): BroadcastChannel {
  const channel = new BroadcastChannel('microsoft-sign-in');
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isObject(data)) onData(data);
  };
  return channel;
}

/**
 * By all pages of this origin, for Microsoft's pages may cut the window off from the page that opened it. The one that takes the answer says
 * so. Microsoft's descriptions are long, and say nothing to a user.
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
