import type { BusinessProfileView } from '../../../api/views.ts';
import { ConnectionLost } from '../../lib/connection.ts';
import { keptForTab } from '../../lib/keptForTab.ts';

export const PROFILE_GENERATED = {
  title: 'Partner Profile Generated',
  text: 'Check who we will look for, then find your partners.',
};
export const PROFILE_FAILED = {
  title: 'Generation Failed',
  text: 'Failed to generate partner profile. Please try again.',
};

type Outcome = Pick<BusinessProfileView, 'profileGeneration' | 'generatedProfile'>;

/** A partner profile that outlasts its call or its page. `before`: how it stood when it was asked for, until the request was seen. */
type Awaited = { owner: string; before?: string };

export const awaited = keptForTab<Awaited>('profile:awaited');

export const profileMark = ({ profileGeneration, generatedProfile }: Outcome): string =>
  JSON.stringify([profileGeneration, generatedProfile]);

/** The outcome of an awaited partner profile. null: not known yet. */
export function outcomeOf({ before }: Awaited, now: Outcome): 'running' | 'generated' | 'failed' | null {
  if (now.profileGeneration === 'none' || before === profileMark(now)) return null;
  return now.profileGeneration;
}

/** Notes a partner profile that is being asked for: after a reload, it is said there. `owner` is the user's id. */
export function expectProfile(owner: string, now: Outcome | null | undefined): void {
  if (now) awaited.keepForReload({ owner, before: profileMark(now) });
  else awaited.keep(null);
}

/** Notes that a partner profile outlasted its call, so that its end is announced. `owner` is the user's id. */
export function awaitProfile(owner: string): void {
  awaited.keep({ owner });
}

/** The call said what became of it. After a lost connection, or while the page is being left, the work may go on. */
export function forgetAwaitedProfile(error?: Error): void {
  if (!(error instanceof ConnectionLost)) awaited.keep(null);
}
