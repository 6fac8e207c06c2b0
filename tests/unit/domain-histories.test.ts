import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aggregateOf } from '../../events/catalog.ts';
import { type AnyEvent, KINDS, type Kind } from '../../events/shared/event.ts';
import { Refused } from '../../events/shared/refused.ts';
import { type Command, commands } from '../support/commands.ts';
import { fold, recorded } from '../support/scenario.ts';

/** The log of a sequence of commands. Each is decided on the state before it, and a refusal leaves nothing. */
function historyOf(kind: Kind, sequence: readonly ((state: never) => readonly AnyEvent[])[]): AnyEvent[] {
  const aggregate = aggregateOf(kind);
  const history: AnyEvent[] = [];
  for (const command of sequence) {
    try {
      history.push(...command(fold(aggregate, history) as never));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return history;
}

const sequenceOf = (kind: Kind) => fc.array(commands[kind] as fc.Arbitrary<Command<never>>, { maxLength: 30 });
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe.each(KINDS)('%s', (kind) => {
  const aggregate = aggregateOf(kind);

  test('every history that commands can produce is of known, valid events and folds without a throw', () => {
    fc.assert(
      fc.property(sequenceOf(kind), (sequence) => {
        for (const event of historyOf(kind, sequence)) {
          const definition = aggregate.definitions[event.type];
          if (!definition) throw new Error(`${event.type} is not in the catalogue`);
          expect(definition.data.safeParse(event.data).success).toBe(true);
          expect(event.personal === undefined).toBe(definition.personal === undefined);
        }
      }),
    );
  });

  test('a fold handles every personal part that was erased', () => {
    fc.assert(
      fc.property(sequenceOf(kind), fc.array(fc.boolean(), { minLength: 1 }), (sequence, erased) => {
        const history = historyOf(kind, sequence).map((event, index) =>
          event.personal && erased[index % erased.length] ? { ...event, personal: null } : event,
        );
        fold(aggregate, history);
      }),
    );
  });

  test('the log read back folds to the same state as the live commands', () => {
    fc.assert(
      fc.property(sequenceOf(kind), (sequence) => {
        const history = historyOf(kind, sequence);
        expect(asJson(fold(aggregate, asJson(history) as AnyEvent[]))).toEqual(asJson(fold(aggregate, history)));
      }),
    );
  });

  test('evolve changes nothing in place', () => {
    fc.assert(
      fc.property(sequenceOf(kind), (sequence) => {
        let state = aggregate.initial;
        for (const event of recorded(historyOf(kind, sequence))) {
          const before = JSON.stringify(state);
          const next = aggregate.evolve(state, event);
          expect(JSON.stringify(state)).toBe(before);
          state = next;
        }
      }),
    );
  });
});
