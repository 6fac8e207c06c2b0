import { expect, test } from 'vitest';
import { z } from 'zod';
import { type EventDefinition, upcastBy } from '../../events/shared/event.ts';

const definition: EventDefinition = {
  version: 3,
  data: z.object({ first: z.string(), last: z.string(), age: z.number().nullable() }),
  upcasters: {
    1: (data) => {
      const [first, last] = (data as { name: string }).name.split(' ');
      return { first, last };
    },
    2: (data) => ({ ...data, age: null }),
  },
};

test('data of each older version becomes that of the newest, step by step', () => {
  const newest = { first: 'Ada', last: 'Lindqvist', age: null };
  expect(upcastBy(definition, 1, { name: 'Ada Lindqvist' })).toEqual(newest);
  expect(upcastBy(definition, 2, { first: 'Ada', last: 'Lindqvist' })).toEqual(newest);
  expect(definition.data.parse(newest)).toEqual(newest);
});

test('data of the newest version stays as it is', () => {
  const data = { first: 'Ada', last: 'Lindqvist', age: 36 };
  expect(upcastBy(definition, 3, data)).toBe(data);
});

test('a version without an upcaster is not passed off as a newer one', () => {
  expect(() => upcastBy({ ...definition, upcasters: {} }, 2, {})).toThrow('No upcaster from version 2');
});
