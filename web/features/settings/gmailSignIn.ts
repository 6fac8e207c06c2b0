import type { SignInAnswer } from './signInWindow.ts';

/** What the sign-in window tells the page that opened it, once Google has sent it back to /gmail/callback. */
export type GmailMessage =
  /** `state` is there when the server's address of the sign-in had one. */
  { type: 'GMAIL_AUTH_SUCCESS'; code: string; state?: string } | { type: 'GMAIL_AUTH_ERROR'; error: string };

/** The message of a sign-in window of ours; null for anything else that pages and extensions send about. */
function readGmailMessage(event: MessageEvent<unknown>): SignInAnswer | null {
  const { origin, data } = event;
  if (origin !== window.location.origin || typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type === 'GMAIL_AUTH_SUCCESS' && 'code' in data && typeof data.code === 'string') {
    const state = 'state' in data && typeof data.state === 'string' ? { state: data.state } : {};
    return { code: data.code, ...state };
  }
  if (data.type !== 'GMAIL_AUTH_ERROR') return null;
  return { error: 'error' in data && typeof data.error === 'string' ? data.error : '' };
}

/** Hears the window that this page opened. */
export function listenForGmail(hear: (answer: SignInAnswer) => unknown): () => void {
  const onMessage = (event: MessageEvent<unknown>): void => {
    const answer = readGmailMessage(event);
    if (answer) hear(answer);
  };
  window.addEventListener('message', onMessage);
  return () => window.removeEventListener('message', onMessage);
}

/** What Google's answer in the address of the callback page comes to. */
export function messageOfAnswer(answer: URLSearchParams): GmailMessage {
  const code = answer.get('code');
  const state = answer.get('state');
  if (code) return { type: 'GMAIL_AUTH_SUCCESS', code, ...(state && { state }) };
  const error = answer.get('error');
  const words = error === 'access_denied' ? 'Access to the Gmail account was not allowed.' : error;
  return { type: 'GMAIL_AUTH_ERROR', error: answer.get('error_description') ?? words ?? 'Google sent no answer.' };
}
