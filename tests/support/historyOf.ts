import fc from 'fast-check';
import { aggregateOf } from '../../events/catalog.ts';
import type { AnyEvent, Kind } from '../../events/shared/event.ts';
import { Refused } from '../../events/shared/refused.ts';
import { type Command, commands } from './commands.ts';
import { recordedAt } from './scenario.ts';

export const sequenceOf = (kind: Kind) => fc.array(commands[kind] as fc.Arbitrary<Command<never>>, { maxLength: 30 });

/** The log of a sequence of commands. Each is decided on the state before it, and a refusal leaves nothing. */
export function historyOf(kind: Kind, sequence: readonly Command<never>[]): AnyEvent[] {
  const aggregate = aggregateOf(kind);
  const history: AnyEvent[] = [];
  let state = aggregate.initial;
  for (const command of sequence) {
    try {
      for (const event of command(state as never)) {
        state = aggregate.evolve(state, recordedAt(event, history.length));
        history.push(event);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return history;
}
