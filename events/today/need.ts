/**
 * What a person decided about one thing that waits for them: that it is done, or that it waits until later. The thing itself is a message, a
 * conversation or a mailbox (lists/needRows.ts). The stream is `need-<its id>`. What happens to the thing after that makes it wait again.
 */
import { z } from 'zod';
import { holdOf } from '../conversations/question.ts';
import { isWaiting, type MessageState } from '../messages/messageState.ts';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { Refused } from '../shared/refused.ts';

export const needDefinitions = {
  NeedDone: { version: 1, data: z.object({}) },
  /** `until`: a moment (ISO 8601); null: until the person answers. */
  NeedSnoozed: { version: 1, data: z.object({ until: z.string().nullable() }) },
  /** The user took the word back. */
  NeedReopened: { version: 1, data: z.object({}) },
} as const;
export type NeedEvent = EventOf<typeof needDefinitions>;

/** `at`: when it was decided (ISO 8601); null: not yet, or it was taken back. */
export type NeedState = { at: string | null; done: boolean; until: string | null };

function evolve(_state: NeedState, event: Recorded<NeedEvent>): NeedState {
  switch (event.type) {
    case 'NeedDone':
      return { at: event.at, done: true, until: null };
    case 'NeedSnoozed':
      return { at: event.at, done: false, until: event.data.until };
    case 'NeedReopened':
      return need.initial;
  }
}

export const need: Aggregate<NeedState, NeedEvent> = {
  kind: 'need',
  definitions: needDefinitions,
  projectionVersion: 1,
  initial: { at: null, done: false, until: null },
  evolve,
};

/** Refuses to be done with a text to read, an email that may have left, or an open question. The screen offers their own decisions. */
export function mustBeSettledByDone(
  about: { message: Pick<MessageState, 'status'> } | { conversation: Parameters<typeof holdOf>[0] } | null,
): void {
  const isOpen =
    about === null ||
    ('message' in about
      ? isWaiting(about.message.status) || about.message.status === 'unknown'
      : holdOf(about.conversation) !== null);
  if (isOpen) throw new Refused({ code: 'done_settles_nothing' });
}

export const finishNeed = ({ done }: NeedState): NeedEvent[] => (done ? [] : [{ type: 'NeedDone', data: {} }]);

/** `until`: as NeedSnoozed has it. `now`: ISO 8601. */
export function snoozeNeed(state: NeedState, until: string | null, now: string): NeedEvent[] {
  if (until !== null && until <= now) throw new Refused({ code: 'snooze_in_past' });
  const isSame = state.at !== null && !state.done && state.until === until;
  return isSame ? [] : [{ type: 'NeedSnoozed', data: { until } }];
}

export const reopenNeed = ({ at }: NeedState): NeedEvent[] => (at === null ? [] : [{ type: 'NeedReopened', data: {} }]);
