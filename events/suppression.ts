import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from './event.ts';

export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained', 'user', 'erased'] as const;

/** An address of which only the HMAC is known, to which this tenant sends nothing more. */
export const suppressionDefinitions = {
  AddressSuppressed: { version: 1, data: z.object({ reason: z.enum(SUPPRESSION_REASONS) }) },
  SuppressionLifted: { version: 1, data: z.object({}) },
} as const;
export type SuppressionEvent = EventOf<typeof suppressionDefinitions>;

export type SuppressionState = { suppressed: boolean; reason: (typeof SUPPRESSION_REASONS)[number] | null };
const initial: SuppressionState = { suppressed: false, reason: null };

function evolve(_state: SuppressionState, event: Recorded<SuppressionEvent>): SuppressionState {
  return event.type === 'AddressSuppressed' ? { suppressed: true, reason: event.data.reason } : initial;
}

export const suppression: Aggregate<SuppressionState, SuppressionEvent> = {
  kind: 'suppression',
  definitions: suppressionDefinitions,
  foldVersion: 1,
  initial,
  evolve,
};

export function suppressAddress(
  state: SuppressionState,
  reason: (typeof SUPPRESSION_REASONS)[number],
): SuppressionEvent[] {
  return state.suppressed ? [] : [{ type: 'AddressSuppressed', data: { reason } }];
}
