/** What the sign-in window tells the page that opened it, once Google has sent it back to /gmail/callback. */
export type GmailMessage =
  /** `state` is there when the server's address of the sign-in had one. */
  { type: 'GMAIL_AUTH_SUCCESS'; code: string; state?: string } | { type: 'GMAIL_AUTH_ERROR'; error: string };

const SIZE = { width: 600, height: 700 };

/** Opens the sign-in window, still empty, in the middle of the screen; null when the browser did not allow it. */
export function openSignInWindow(): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - SIZE.width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - SIZE.height) / 2);
  const { width, height } = SIZE;
  return window.open(
    'about:blank',
    'gmail-sign-in',
    `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`,
  );
}

/** The message of a sign-in window of ours; null for anything else that pages and extensions send about. */
export function readGmailMessage(event: MessageEvent<unknown>): GmailMessage | null {
  const { origin, data } = event;
  if (origin !== window.location.origin || typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type === 'GMAIL_AUTH_SUCCESS' && 'code' in data && typeof data.code === 'string') {
    const state = 'state' in data && typeof data.state === 'string' ? { state: data.state } : {};
    return { type: data.type, code: data.code, ...state };
  }
  if (data.type !== 'GMAIL_AUTH_ERROR') return null;
  return { type: data.type, error: 'error' in data && typeof data.error === 'string' ? data.error : '' };
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
