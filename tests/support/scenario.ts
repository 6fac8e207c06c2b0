import { expect } from 'vitest';
import type { Aggregate, AnyEvent, Recorded } from '../../events/shared/event.ts';
import type { Refusal } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';

const START = Date.parse('2026-03-02T09:00:00.000Z');

/** An event as it would stand in the log: one a minute from 2 March 2026, 09:00 UTC, by one user. */
export const recordedAt = <E extends AnyEvent>(event: E, index: number): Recorded<E> => ({
  ...event,
  at: new Date(START + index * 60_000).toISOString(),
  actor: 'user:u1',
});
export const recorded = <E extends AnyEvent>(events: readonly E[]): Recorded<E>[] => events.map(recordedAt);

/** The state after a history. */
export const fold = <State, E extends AnyEvent>(aggregate: Aggregate<State, E>, events: readonly NoInfer<E>[]): State =>
  recorded(events).reduce(aggregate.evolve, aggregate.initial);

/** `given(aggregate, ...events).when(decide).gives(...events)`, or `.refuses(refusal)`, or `.state` for what a history folds to. */
export function given<State, E extends AnyEvent>(aggregate: Aggregate<State, E>, ...events: NoInfer<E>[]) {
  const state = fold(aggregate, events);
  return {
    state,
    when(decide: (state: State) => readonly E[]) {
      return {
        gives: (...expected: E[]) => expect(decide(state)).toEqual(expected),
        refuses: (refusal: Refusal, message?: string | RegExp) => {
          let refused: unknown;
          try {
            decide(state);
          } catch (error) {
            refused = error;
          }
          expect(refused).toBeInstanceOf(Refused);
          expect(refused).toMatchObject({ refusal });
          if (message !== undefined) expect((refused as Refused).message).toMatch(message);
        },
      };
    },
  };
}
