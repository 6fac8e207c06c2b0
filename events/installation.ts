import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from './event.ts';
import { Refused } from './refused.ts';

/** What holds for the whole installation: sandbox or real, for ever, and who was the first admin. */
export const installationDefinitions = {
  InstallationSettled: { version: 1, data: z.object({ sandbox: z.boolean() }) },
  FirstAdminNamed: { version: 1, data: z.object({ userId: z.string() }) },
} as const;
export type InstallationEvent = EventOf<typeof installationDefinitions>;
export type InstallationState = { sandbox: boolean | null; firstAdmin: string | null };

export const installation: Aggregate<InstallationState, InstallationEvent> = {
  kind: 'installation',
  definitions: installationDefinitions,
  foldVersion: 1,
  initial: { sandbox: null, firstAdmin: null },
  evolve: (state, event: Recorded<InstallationEvent>) =>
    event.type === 'InstallationSettled'
      ? { ...state, sandbox: event.data.sandbox }
      : { ...state, firstAdmin: event.data.userId },
};

/** Decides once whether this installation is a sandbox; later starts must agree. `auto` follows what was decided. */
export function settle(
  state: InstallationState,
  wanted: 'auto' | 'on' | 'off',
  providerKeys: readonly string[],
): InstallationEvent[] {
  if (state.sandbox === null) {
    const sandbox = wanted === 'auto' ? providerKeys.length === 0 : wanted === 'on';
    if (sandbox && providerKeys.length > 0) {
      throw new Refused(
        'illegal',
        `SANDBOX=on, but ${providerKeys.join(', ')} is set: a sandbox takes no real keys. Unset it, or use SANDBOX=off.`,
      );
    }
    return [{ type: 'InstallationSettled', data: { sandbox } }];
  }
  if (state.sandbox && (wanted === 'off' || providerKeys.length > 0)) {
    const why = providerKeys.length > 0 ? `${providerKeys.join(', ')} is set` : 'SANDBOX=off';
    throw new Refused(
      'illegal',
      `${why}, but this installation was made as a sandbox and its people and mails are samples. Choose a new DATA_DIR (or database) for real work, or unset it.`,
    );
  }
  if (!state.sandbox && wanted === 'on') {
    throw new Refused(
      'illegal',
      'SANDBOX=on, but this installation is a real one. Choose a new DATA_DIR (or database) for a sandbox.',
    );
  }
  return [];
}

export function nameFirstAdmin(state: InstallationState, userId: string): InstallationEvent[] {
  return state.firstAdmin ? [] : [{ type: 'FirstAdminNamed', data: { userId } }];
}
