import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateOf } from '../../events/catalog.ts';
import { erasePerson } from '../../events/erasePerson.ts';
import { type AnyEvent, KINDS } from '../../events/shared/event.ts';
import { historyOf, sequenceOf } from '../support/historyOf.ts';
import { fold, recorded } from '../support/scenario.ts';

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

test.each(KINDS)('%s: each history is of valid events, folds in any form, and changes no state in place', (kind) => {
  const aggregate = aggregateOf(kind);
  fc.assert(
    fc.property(sequenceOf(kind), fc.array(fc.boolean(), { minLength: 1 }), (sequence, gone) => {
      const history = historyOf(kind, sequence);
      let state = aggregate.initial;
      for (const event of recorded(history)) {
        const definition = aggregate.definitions[event.type];
        if (!definition) throw new Error(`${event.type} is not in the catalogue`);
        expect(definition.data.safeParse(event.data).success).toBe(true);
        expect(event.personal === undefined).toBe(definition.personal === undefined);
        const before = JSON.stringify(state);
        const next = aggregate.evolve(state, event);
        expect(JSON.stringify(state)).toBe(before);
        state = next;
      }
      // as it is read back from the log
      expect(asJson(fold(aggregate, asJson(history) as AnyEvent[]))).toEqual(asJson(state));
      // any personal part may be erased
      const without = (event: AnyEvent) => (event.personal ? { ...event, personal: null } : event);
      fold(
        aggregate,
        history.map((event, index) => (gone[index % gone.length] ? without(event) : event)),
      );
      if (!history.some(({ personal }) => personal)) return;
      const erased: AnyEvent[] = [...history, ...erasePerson(kind, state, true)];
      expect(fold(aggregate, erased.map(without)), 'the same row live and folded without the key').toEqual(
        fold(aggregate, erased),
      );
    }),
  );
});
