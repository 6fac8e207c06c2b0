import { accountTrouble } from '../../../events/shared/accountWords.ts';
import type { SignInAnswer } from './signInWindow.ts';

/**
 * What the sign-in window and the pages of ours tell each other. Microsoft's pages may cut the window off from the page that opened it, so the
 * answer goes to all pages of this origin. The one that takes it says so.
 */
const CHANNEL = 'microsoft-sign-in';
type Told = { answer: SignInAnswer } | { taken: true };

const isAnswer = (data: unknown): data is { answer: SignInAnswer } =>
  typeof data === 'object' && data !== null && 'answer' in data;

export function listenForMicrosoft(hear: (answer: SignInAnswer) => boolean): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isAnswer(data) && hear(data.answer)) channel.postMessage({ taken: true } satisfies Told);
  };
  return () => channel.close();
}

/** Tells the answer; `onTaken`: a page has taken it. Answers how to stop. */
export function tellMicrosoftAnswer(answer: SignInAnswer, onTaken: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'taken' in data) onTaken();
  };
  channel.postMessage({ answer } satisfies Told);
  return () => channel.close();
}

/** What an organization leaves to its administrators; Microsoft says so by numbers alone. */
const NEEDS_ADMIN = /\bAADSTS(65001|9009[345]|900941)\b/;

/** What Microsoft's answer in the address of the callback page comes to. Its descriptions are long, and say nothing to a user. */
export function answerOfMicrosoft(answer: URLSearchParams): SignInAnswer {
  const state = answer.get('state');
  const withState = state ? { state } : {};
  const code = answer.get('code');
  if (code) return { code, ...withState };
  const error = answer.get('error');
  return { error: words(error, answer.get('error_description') ?? ''), ...withState };
}

function words(error: string | null, description: string): string {
  if (error === null) return 'Microsoft sent no answer.';
  if (error === 'consent_required' || NEEDS_ADMIN.test(description))
    return accountTrouble('smtp', 'microsoft_admin_consent').text;
  if (error === 'access_denied') return 'Access to the Microsoft account was not allowed.';
  return `Microsoft refused the sign-in (${error}). Connect again.`;
}
