import { Refused } from '../../events/shared/refused.ts';

/** Refuses what needs a provider without a key here. It names no setting: users cannot change one, and Admin → Health lists them all. */
export function mustBeSetUp(isSetUp: boolean | undefined, what: string): void {
  if (!isSetUp) throw new Refused({ code: 'provider_not_set_up', provider: what });
}

export const AI = 'The AI provider';
