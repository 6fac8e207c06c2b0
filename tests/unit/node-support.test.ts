import { expect, test } from 'vitest';
import { nodeEnd } from '../../db/process/nodeSupport.ts';

test('a version of Node that gets no fixes any more has an end', () => {
  const at = (day: string, version?: string) => nodeEnd(new Date(`${day}T12:00:00.000Z`), version);
  expect(at('2026-04-30', '20.20.2')).toBeNull();
  expect(at('2026-05-01', '20.20.2')).toEqual({ major: 20, endedOn: '2026-04-30' });
  expect(at('2026-11-29', '25.1.0')).toMatchObject({ major: 25 });
  for (const version of ['22.23.3', '24.21.0', '30.0.0']) expect(at('2026-11-29', version)).toBeNull();
  expect(at('2024-01-01')).toBeNull();
});
